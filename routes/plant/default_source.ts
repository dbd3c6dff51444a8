import { z } from "@hono/zod-openapi";
import { CONNECTORS, DEFAULT_KIND } from "../../connectors/sources.ts";
import { picked } from "../../domain/shared/picked.ts";
import { validationRefusal } from "../../domain/shared/refusal.ts";
import {
  changeFields,
  ignoring,
  issuesOfZod,
  limitedText,
  onAnyObject,
  storedFields,
} from "../../domain/shared/schema.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import { reading, type SourceDraft, type SourceRecord } from "../../domain/source/schema.ts";
import { SOURCE_DEFAULTS, type SourceConfig, type SourceReading } from "../../domain/source/types.ts";

const { shape, secrets, issues } = CONNECTORS[DEFAULT_KIND];
export const SECRETS = Object.keys(secrets);
/** `requests_per_minute: null` is for kinds without a limit. */
const readingFields = { ...reading, requests_per_minute: reading.requests_per_minute.unwrap() };

/** The source `default` as /api/configuration has it: the settings of its kind beside the common ones. */
export const configurationFields: z.ZodRawShape = {
  id: z.literal(1),
  ...storedFields(shape),
  ...readingFields,
  is_active: z.boolean(),
  ...ofSecrets((name) => [`has_${name}`, z.boolean()]),
};

const READ = Object.keys(configurationFields);
const secret = limitedText({ min: 1, max: TEXT_LIMITS.description }).optional();
const others: z.ZodRawShape = { ...ofSecrets((name) => [name, secret]), ...changeFields(readingFields) };

/** Body of POST /api/configuration. An omitted secret keeps the stored one. */
export const configurationSchema = ignoring(
  READ,
  z.strictObject({ ...shape, ...others }).superRefine((given, context) => {
    for (const { path, message } of issues(given)) {
      context.addIssue({ code: "custom", path: [path], message });
    }
  }, { when: onAnyObject }),
);

/** Body of POST /api/test-connection: settings to test without storing them; omitted ones are as stored. */
export const connectionTestSchema = ignoring(READ, z.strictObject({ ...changeFields(shape), ...others }));

/** What a configuration needs to have. */
export const NEEDED: readonly string[] = [
  ...Object.keys(shape).filter((name) => !(shape[name] instanceof z.ZodDefault)),
  ...SECRETS,
].sort();

/** A body of /api/configuration as a source. */
export function configurationDraft(
  given: SourceConfig,
): Omit<SourceDraft, "name"> & { config: SourceConfig } {
  const { data: parsed, error } = configurationSchema.safeParse(given);
  if (error !== undefined) throw validationRefusal(issuesOfZod(error));
  const given_secrets = SECRETS.flatMap((name) => {
    const value = parsed[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  return {
    kind: DEFAULT_KIND,
    config: picked(shape, parsed),
    secrets: Object.fromEntries(given_secrets),
    ...picked(SOURCE_DEFAULTS, parsed) as Partial<SourceReading>,
  };
}

/** The source as /api/configuration shows it: never a secret, only whether there is one. */
export function configurationView(record: SourceRecord): SourceConfig {
  const { id, config, is_active, stored_secrets } = record;
  return { id, ...config, ...picked(SOURCE_DEFAULTS, record), is_active, ...hasSecrets(stored_secrets) };
}

export function hasSecrets(stored: readonly string[]): Record<string, boolean> {
  return ofSecrets((name) => [`has_${name}`, stored.includes(name)]);
}

function ofSecrets<Value>(entry: (name: string) => [string, Value]): Record<string, Value> {
  return Object.fromEntries(SECRETS.map(entry));
}
