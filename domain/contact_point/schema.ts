import { z } from "zod";
import {
  changeFields,
  descriptionText,
  id,
  idNumber,
  ignoring,
  instant,
  limitedMap,
  lineText,
  nameText,
  onAnyObject,
  storedFields,
} from "../shared/schema.ts";
import { CONTACT_POINT_KINDS, type ContactPointConfig, type ContactPointKind, kindOf } from "./kinds.ts";
import { CONTACT_POINT_LIMITS } from "./limits.ts";
import { SETTINGS_FIELDS } from "./settings_fields.ts";

const KIND_NAMES = CONTACT_POINT_KINDS.join(", ").replace(/, (?=\w+$)/, " and ");

/** The settings of any kind, by a schema for each. */
function ofAnyKind(schemaOf: (kind: ContactPointKind) => z.ZodObject): z.ZodType<ContactPointConfig> {
  const [first, ...others] = CONTACT_POINT_KINDS.map(schemaOf);
  const union: z.ZodType = z.discriminatedUnion(
    "kind",
    [first!, ...others],
    `Must have one of the kinds ${KIND_NAMES}`,
  );
  return union as z.ZodType<ContactPointConfig>;
}

const fieldsOf = (kind: ContactPointKind) => kindOf(kind).settings(SETTINGS_FIELDS);

/** The settings of a contact point as they are stored and read. */
export const contactPointConfig = ofAnyKind((kind) =>
  z.strictObject({ kind: z.literal(kind), ...storedFields(fieldsOf(kind)) })
);

const given = ofAnyKind((kind) =>
  z.strictObject({ kind: z.literal(kind), ...fieldsOf(kind) }).superRefine((config, context) => {
    const issues = kindOf(kind).issues?.(config) ?? [];
    for (const { path, message } of issues) context.addIssue({ code: "custom", path: [path], message });
  }, { when: onAnyObject })
);

/** What the receiver said to a test. */
export const contactPointTest = z.strictObject({
  at: instant(),
  by: z.string(),
  passed: z.boolean(),
  outcome: z.enum(["accepted", "delivered", "retry", "failed"]).describe(
    "`retry`: a message would be tried again; `failed`: it would not",
  ),
  status: z.int().nullable().describe(
    "The status code of HTTP or SMTP, or the reason code of MQTT; null: there was no answer",
  ),
  words: z.string().describe(
    "The receiver's own words, or what prevented the test; " +
      `at most ${CONTACT_POINT_LIMITS.words} characters`,
  ),
  latency_ms: z.number().min(0),
});
export type ContactPointTest = z.infer<typeof contactPointTest>;

/** What became of the last messages by a contact point. */
export const contactPointDelivery = z.strictObject({
  last_accepted_at: instant().nullable().describe("null: its receiver has not taken any yet"),
  failing_since: instant().nullable().describe(
    "Since when each attempt has failed; null: the last one did not",
  ),
  words: z.string().describe(
    `The receiver's own words at the last attempt; at most ${CONTACT_POINT_LIMITS.words} characters`,
  ),
  queued: z.int().min(0).describe("Messages that wait or are being sent"),
});

const secretName = /^[a-z][a-z0-9_]*$/;
const secrets = limitedMap(
  lineText({ max: CONTACT_POINT_LIMITS.secret }).regex(/\S/, "Must not be empty; null removes it").nullable(),
  { most: CONTACT_POINT_LIMITS.secrets, keyMax: CONTACT_POINT_LIMITS.secretName, noun: "secrets" },
).refine(
  (map) => Object.keys(map).every((name) => secretName.test(name)),
  "Names are lower-case letters, digits and _",
);

const described = {
  name: nameText(),
  description: descriptionText().default(""),
  fallback: z.boolean().default(false).describe(
    "It is told when nobody else is. At most one is the fallback: marking another one takes its place",
  ),
  max_per_minute: z.int().min(1).max(CONTACT_POINT_LIMITS.perMinute).default(60),
  heartbeat_minutes: z.int().min(1).max(CONTACT_POINT_LIMITS.heartbeatMinutes).nullable().default(null)
    .describe("Andon's own heartbeat leaves by it every so many minutes; null: it does not"),
};

const body = {
  ...described,
  config: given,
};
function secretNames(kind: ContactPointKind): string {
  const { secrets, secretsNote } = kindOf(kind);
  const names = secrets === undefined
    ? "any name, used as `{secret.NAME}`"
    : Object.keys(secrets).map((name) => `\`${name}\``).join(", ");
  return secretsNote === undefined ? names : `${names} (${secretsNote})`;
}
const secretsField = {
  secrets: secrets.optional().describe(
    "Stored encrypted, never read back; omitted ones stay, null removes one. " +
      CONTACT_POINT_KINDS.map((kind) => `${kind}: ${secretNames(kind)}`).join("; "),
  ),
};

/** A contact point as it is stored, without its secrets. */
export const contactPoint = z.strictObject({
  id: id(),
  ...storedFields(described),
  config: contactPointConfig,
  receiver: z.string().describe("Where it sends to, without secrets: `smtp.example.org:587`"),
  stored_secrets: z.array(z.string()).describe("The names of the secrets that are stored"),
  last_test: contactPointTest.nullable().describe("null: not tested since the settings changed"),
  created_at: instant(),
  created_by: z.string(),
});

export interface ContactPointRecord extends z.infer<typeof contactPoint> {
  v: 1;
  /** All secrets, by name, as one JSON text; null: none is stored. */
  sealed_secrets: string | null;
}

const READ = [...Object.keys(contactPoint.shape), "kind", "takes_addresses", "delivery"];

/** Body of POST /api/contact-points. */
export const contactPointSchema = ignoring(READ, z.strictObject({ ...body, ...secretsField }));

/** Body of PUT /api/contact-points/{id}. Omitted fields stay unchanged; `config` is replaced whole. */
export const contactPointChangeSchema = ignoring(
  READ,
  z.strictObject({ ...changeFields(body), ...secretsField }),
);

const recipient = lineText({ max: 254 }).regex(/\S/, "Must not be empty").nullable().default(null).describe(
  "The address of a person, where the contact point takes one; null: its own receiver",
);

/** Body of POST /api/contact-points/{id}/test. */
export const storedTestSchema = z.strictObject({ to: recipient });

/** Body of POST /api/contact-points/test. */
export const unsavedTestSchema = z.strictObject({
  id: idNumber().nullable().default(null).describe(
    "A stored contact point whose secrets are used where the settings still name its receiver",
  ),
  config: given,
  ...secretsField,
  to: recipient,
});

export type ContactPointDraft = z.infer<typeof contactPointSchema>;
export type ContactPointChange = z.infer<typeof contactPointChangeSchema>;
export type UnsavedTest = z.infer<typeof unsavedTestSchema>;
