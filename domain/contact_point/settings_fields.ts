import { z } from "zod";
import { linesText, lineText } from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { CONTACT_POINT_LIMITS } from "./limits.ts";
import { type Placeholder, placeholderProblem, PLACEHOLDERS } from "./placeholders.ts";

const HOST_NAME =
  /^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\.?$/;
const IPV6 = /^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$/;
const PEM = /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;

const isHost = (text: string) =>
  HOST_NAME.test(text) || (IPV6.test(text) && URL.canParse(`http://[${text}]`));

/** What the settings of the kinds consist of. Passed to them, so that the console has the kinds without zod. */
export const SETTINGS_FIELDS = {
  z,
  lineText,
  linesText,
  host: () =>
    lineText({ max: 253 }).refine(isHost, "Must be a host name or an IP address, without scheme and port"),
  port: (usual: number) => z.int().min(1).max(65_535).default(usual),
  userName: () => lineText({ max: TEXT_LIMITS.name }).regex(/\S/, "Must not be empty").nullable(),
  ca: () =>
    linesText({ max: CONTACT_POINT_LIMITS.certificates }).regex(PEM, "Must be certificates as PEM").nullable()
      .default(null).describe("The certificates (PEM) that sign the receiver's; null: the public ones"),
  /** A text for which `problemOf` finds nothing wrong. */
  checked: (text: z.ZodString, problemOf: (text: string) => string | undefined) =>
    text.superRefine((given, context) => {
      const message = problemOf(given);
      if (message !== undefined) context.addIssue({ code: "custom", message });
    }),
  template: (text: z.ZodString, allowed: readonly Placeholder[] = PLACEHOLDERS) =>
    SETTINGS_FIELDS.checked(text, (given) => placeholderProblem(given, allowed)),
};

export type SettingsFields = typeof SETTINGS_FIELDS;
export type SettingsShape = z.ZodRawShape;
export type SettingsOf<S extends SettingsShape> = z.infer<z.ZodObject<S>>;
/** The field that names the kind. */
export type KindShape<K extends string> = { kind: z.ZodLiteral<K> };
