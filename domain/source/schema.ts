import { z } from "zod";
import {
  changeFields,
  id,
  idNumber,
  ignoring,
  instant,
  limitedMap,
  linesText,
  nameText,
  storedFields,
} from "../shared/schema.ts";
import { jsonBytes } from "../shared/text.ts";
import { SOURCE_DEFAULTS, SOURCE_LIMITS, type SourceConfig } from "./types.ts";

const seconds = (min: number, max: number) => z.number().min(min).max(max);

/** How a source is read. What a draft omits has the default of its kind, else that of `SOURCE_DEFAULTS`. */
export const reading = {
  wait_seconds: seconds(0, 3_600).nullable(),
  poll_seconds: seconds(0.1, 86_400),
  change_feed: z.enum(["auto", "off"]),
  max_age_seconds: seconds(0, 31_536_000),
  source_lost_seconds: seconds(1, 86_400),
  correction_horizon_hours: z.number().min(0).max(8_760),
  requests_per_minute: z.number().int().min(1).max(100_000).nullable().describe("null: no limit"),
  discovery_minutes: z.number().int().min(0).max(10_080).describe(
    "How often the streams are discovered again; 0: only by hand",
  ),
};

const config = z.record(z.string(), z.unknown()).refine(
  (given) => Object.keys(given).length <= SOURCE_LIMITS.settings,
  `Takes at most ${SOURCE_LIMITS.settings} settings`,
).meta({ maxProperties: SOURCE_LIMITS.settings }).refine(
  (given) => jsonBytes(given) <= SOURCE_LIMITS.config,
  `Takes at most ${SOURCE_LIMITS.config} bytes as JSON`,
).describe("The settings of its kind, as `GET /api/source-kinds` lists them") as z.ZodType<SourceConfig>;

const name = nameText().regex(/^[^/\[\]]*$/, "Must have no /, [ and ]")
  .describe("Stands before the names of its streams, as in `line2/Pump.Flow`");

const secrets = limitedMap(
  linesText({ max: SOURCE_LIMITS.secret }).regex(/\S/, "Must not be empty; null removes it").nullable(),
  { most: SOURCE_LIMITS.secrets, keyMax: SOURCE_LIMITS.secretName, noun: "secrets" },
).describe("Stored encrypted, never read back; omitted ones stay, null removes one");

const described = { name, config, is_active: z.boolean().default(true) };

/** A source as it is stored and read, without its secrets. */
export const source = z.strictObject({
  id: id(),
  kind: z.string(),
  ...storedFields(described),
  ...reading,
  stored_secrets: z.array(z.string()).describe("The names of the secrets that are stored"),
  created_at: instant(),
  created_by: z.string(),
});

export interface SourceRecord extends z.infer<typeof source> {
  v: 1;
  /** All secrets, by name, as one JSON text; null: none is stored. */
  sealed_secrets: string | null;
}

const READ = [...Object.keys(source.shape), "state"];

/** Body of POST /api/sources. */
export const sourceSchema = ignoring(
  READ,
  z.strictObject({ kind: nameText(), ...described, secrets: secrets.optional(), ...changeFields(reading) }),
);

/** Body of PUT /api/sources/{id}. Omitted fields stay; `config` is replaced whole. */
export const sourceChangeSchema = ignoring(
  [...READ, "kind"],
  z.strictObject({ ...changeFields(described), secrets: secrets.optional(), ...changeFields(reading) }),
);

/** Body of POST /api/sources/test. */
export const sourceTestSchema = z.strictObject({
  id: idNumber().nullable().default(null).describe(
    "A stored source whose secrets are used where the settings still name its receiver",
  ),
  kind: nameText(),
  config,
  secrets: secrets.optional(),
});

/** What is given of the settings, with what a body omits. */
export interface SourceDraft extends Partial<Pick<SourceRecord, keyof typeof SOURCE_DEFAULTS>> {
  name: string;
  kind: string;
  config: SourceConfig;
  is_active?: boolean;
  secrets?: Readonly<Record<string, string | null>>;
}

export type SourceChange = Partial<Omit<SourceDraft, "kind">>;
export type SourceTest = z.infer<typeof sourceTestSchema>;
