import { z } from "zod";
import { changeFields, ignoring, limitedText, lineText, nameText } from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { parseRegion } from "./region.ts";
import { type Region, REGIONS, type SourceKind } from "./types.ts";

const REGION_TEXT = "Must be one of us-west, eu-west, australia, japan, simulator";

const REGION_HELP =
  "us-west, eu-west, australia, japan or simulator, or as the vendor spells it (`WestUS`, `North Europe` …); " +
  "case, spaces, `-` and `_` do not matter";

const region = limitedText({ max: TEXT_LIMITS.name }).transform((text, context): Region => {
  const found = parseRegion(text);
  if (found !== undefined) return found;
  context.addIssue({ code: "custom", message: REGION_TEXT });
  return z.NEVER;
}).describe(REGION_HELP);

function isHttpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && (url.protocol === "https:" || url.protocol === "http:") && url.username === "" &&
    url.password === "" && url.search === "" && url.hash === "";
}

const seconds = (min: number, max: number) => z.number().min(min).max(max);

const place = { tenant_id: nameText(), namespace_id: nameText() };

/** A first configuration has defaults for these, a later one keeps what is stored. */
const tuning = {
  base_url: lineText({ max: TEXT_LIMITS.description })
    .refine(isHttpUrl, "Must be an http or https address without user, query and fragment").nullable(),
  wait_seconds: seconds(0, 3_600).nullable(),
  poll_seconds: seconds(0.1, 86_400),
  change_feed: z.enum(["auto", "off"]),
  max_age_seconds: seconds(0, 31_536_000),
  source_lost_seconds: seconds(1, 86_400),
  correction_horizon_hours: z.number().min(0).max(8_760),
  requests_per_minute: z.number().int().min(1).max(100_000),
  discovery_minutes: z.number().int().min(0).max(10_080).describe(
    "How often the streams are discovered again; 0: only by hand",
  ),
};

/** The data source as it is stored and read, without its secret. One record, id 1. */
export const configuration = z.strictObject({
  id: z.literal(1),
  client_id: nameText(),
  region: z.enum(REGIONS),
  ...place,
  ...tuning,
  is_active: z.boolean(),
});

export interface ConfigurationRecord extends z.infer<typeof configuration> {
  v: 1;
  kind: SourceKind;
  sealed_client_secret: string | null;
}

const READ = [...Object.keys(configuration.shape), "has_client_secret"];
const needed = { client_id: nameText(), region, ...place };
const secret = limitedText({ min: 1, max: TEXT_LIMITS.description });

/** Body of POST /api/configuration. An omitted `client_secret` keeps the stored one. */
export const configurationSchema = ignoring(
  READ,
  z.strictObject({ ...needed, client_secret: secret.optional(), ...changeFields(tuning) }),
);

/** Body of POST /api/test-connection: settings to test without storing them; omitted ones are as stored. */
export const connectionTestSchema = ignoring(
  READ,
  z.strictObject({ ...changeFields(needed), client_secret: secret.optional(), ...changeFields(tuning) }),
);
