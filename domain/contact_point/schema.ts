import { z } from "zod";
import {
  changeFields,
  descriptionText,
  id,
  idNumber,
  ignoring,
  instant,
  limitedMap,
  linesText,
  lineText,
  nameText,
  onAnyObject,
  storedFields,
} from "../shared/schema.ts";
import { TEXT_LIMITS } from "../shared/text.ts";
import { CONTACT_POINT_LIMITS } from "./limits.ts";
import { isMailbox } from "./mailbox.ts";
import {
  CONTENT_TYPES,
  type ContentType,
  fill,
  inJson,
  inUrl,
  type Placeholder,
  placeholderProblem,
  PLACEHOLDERS,
  secretsIn,
  trialValues,
} from "./placeholders.ts";

const HOST_NAME =
  /^[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?(\.[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?)*\.?$/;
const IPV6 = /^[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*$/;
const PEM = /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Those that frame the request or carry its length. */
const OWN_HEADERS =
  /^(host|content-length|content-type|transfer-encoding|connection|upgrade|te|trailer|expect)$/i;

const isHost = (text: string) =>
  HOST_NAME.test(text) || (IPV6.test(text) && URL.canParse(`http://[${text}]`));

const host = () =>
  lineText({ max: 253 }).refine(isHost, "Must be a host name or an IP address, without scheme and port");
const port = (usual: number) => z.int().min(1).max(65_535).default(usual);
const mailbox = () =>
  lineText({ max: 254 }).refine(isMailbox, "Must be one mail address, such as alarms@example.org");
const userName = () => lineText({ max: TEXT_LIMITS.name }).regex(/\S/, "Must not be empty").nullable();
const ca = () =>
  linesText({ max: CONTACT_POINT_LIMITS.certificates }).regex(PEM, "Must be certificates as PEM").nullable()
    .default(null).describe("The certificates (PEM) that sign the receiver's; null: the public ones");

function urlProblem(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== "https:" && url.protocol !== "http:")) {
    return "Must be an https or http address";
  }
  if (url.username !== "" || url.password !== "") {
    return "Must have no user and password; use a header with a secret";
  }
  return url.hash === "" && !text.includes("#") ? undefined : "Must have no fragment (#)";
}

const webAddress = () =>
  lineText({ max: CONTACT_POINT_LIMITS.url }).superRefine((text, context) => {
    const problem = urlProblem(text);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

function template(text: z.ZodString, allowed: readonly Placeholder[] = PLACEHOLDERS) {
  return text.superRefine((given, context) => {
    const problem = placeholderProblem(given, allowed);
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });
}

/** A placeholder in the host would let the text of an event choose who receives the secrets. */
const urlTemplate = () =>
  template(lineText({ max: CONTACT_POINT_LIMITS.url })).superRefine((text, context) => {
    const [, scheme = "", authority = ""] = /^([^/?#]*:)\/\/([^/?#]*)/.exec(text) ?? [];
    const problem = /[{}]/.test(scheme + authority)
      ? "Placeholders may stand in the path and the query only, not in the host"
      : urlProblem(fill(text, { values: trialValues()[0]!, secrets: {}, escape: inUrl }));
    if (problem !== undefined) context.addIssue({ code: "custom", message: problem });
  });

export const TLS_MODES = ["starttls", "tls", "none"] as const;
const email = {
  host: host(),
  port: port(587),
  tls: z.enum(TLS_MODES).default("starttls").describe(
    "`starttls`: the connection must become encrypted; `tls`: it is from the start; `none`: only to " +
      "private addresses listed in OUTBOUND_ALLOW, without a user",
  ),
  user: userName().default(null).describe("null: the server asks for no password"),
  from: mailbox(),
  from_name: lineText({ max: 100 }).default("Andon"),
  to: z.array(mailbox()).max(CONTACT_POINT_LIMITS.recipients).default([]).describe(
    "The shared mailboxes; empty: only the addresses of persons are told",
  ),
  ca: ca(),
};

const webhook = {
  url: webAddress(),
  ca: ca(),
};

const header = z.strictObject({
  name: lineText({ max: 100 }).regex(TOKEN, "Must be the name of a header")
    .refine((name) => !OWN_HEADERS.test(name), "Is set by Andon"),
  value: template(lineText({ max: CONTACT_POINT_LIMITS.headerValue })),
});

const http = {
  method: z.enum(["POST", "PUT", "PATCH", "GET"]).default("POST"),
  url: urlTemplate().describe(
    "Takes placeholders in the path and the query, such as `{event_key}` or `{secret.token}`",
  ),
  headers: z.array(header).max(CONTACT_POINT_LIMITS.headers).default([]),
  content_type: z.enum(CONTENT_TYPES).default("application/json"),
  body: template(linesText({ max: CONTACT_POINT_LIMITS.body })).default("").describe(
    `Placeholders: ${PLACEHOLDERS.map((name) => `\`{${name}}\``).join(", ")}, ` +
      "`{secret.NAME}`, and choices such as `{status:firing=trigger,resolved=resolve}`. Values are escaped for the " +
      "content type",
  ),
  to: lineText({ max: 254 }).nullable().default(null).describe(
    "What `{to}` stands for in messages to nobody in particular, such as a number of the control room",
  ),
  ca: ca(),
};

const LEVELS = PLACEHOLDERS.filter((name) => name !== "text" && name !== "to");

const mqtt = {
  host: host(),
  port: port(8883),
  tls: z.boolean().default(true).describe(
    "false: only to private addresses listed in OUTBOUND_ALLOW, without a user",
  ),
  user: userName().default(null),
  topic: template(lineText({ max: CONTACT_POINT_LIMITS.topic }).regex(/\S/, "Must not be empty"), LEVELS)
    .refine((topic) => !/[+#]/.test(topic), "Must not have the wildcards + and #")
    .refine((topic) => !topic.startsWith("$"), "Must not begin with $, which is the broker's own")
    .refine((topic) => secretsIn(topic).length === 0, "Takes no secrets: everybody who subscribes sees it")
    .describe("Takes placeholders, whose values stay within one level: `plant/alarms/{severity}`"),
  qos: z.int().min(0).max(2).default(1),
  retain: z.boolean().default(false),
  ca: ca(),
};

const NO_PASSWORD_IN_CLEAR = "Needs an encrypted connection: a password is never sent in the clear";

/** What makes a JSON body no JSON, whatever the values are. */
function jsonProblem(
  { content_type, body }: { content_type: ContentType; body: string },
): string | undefined {
  if (content_type !== "application/json" || body.trim() === "") return undefined;
  const secrets = Object.fromEntries(secretsIn(body).map((name) => [name, `"\\`]));
  for (const values of trialValues()) {
    try {
      JSON.parse(fill(body, { values, secrets, escape: inJson }));
    } catch {
      return "Is not JSON once the placeholders are replaced; put them inside quotes";
    }
  }
  return undefined;
}

/** The settings of a contact point as they are stored and read. */
export const contactPointConfig = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("email"), ...storedFields(email) }),
  z.strictObject({ kind: z.literal("webhook"), ...storedFields(webhook) }),
  z.strictObject({ kind: z.literal("teams") }),
  z.strictObject({ kind: z.literal("slack") }),
  z.strictObject({ kind: z.literal("http"), ...storedFields(http) }),
  z.strictObject({ kind: z.literal("mqtt"), ...storedFields(mqtt) }),
]);

export type ContactPointConfig = z.infer<typeof contactPointConfig>;
export type ContactPointKind = ContactPointConfig["kind"];
export const CONTACT_POINT_KINDS = contactPointConfig.options.map(({ shape }) => shape.kind.value);

const given = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("email"), ...email })
    .refine(({ tls, user }) => tls !== "none" || (user ?? null) === null, {
      path: ["user"],
      message: NO_PASSWORD_IN_CLEAR,
      when: onAnyObject,
    }),
  z.strictObject({ kind: z.literal("webhook"), ...webhook }),
  z.strictObject({ kind: z.literal("teams") }),
  z.strictObject({ kind: z.literal("slack") }),
  z.strictObject({ kind: z.literal("http"), ...http }).superRefine((config, context) => {
    const problem = jsonProblem(config);
    if (problem !== undefined) context.addIssue({ code: "custom", path: ["body"], message: problem });
    if (config.method === "GET" && config.body !== "") {
      context.addIssue({ code: "custom", path: ["body"], message: "Must be empty: a GET has no body" });
    }
  }),
  z.strictObject({ kind: z.literal("mqtt"), ...mqtt })
    .refine(({ tls, user }) => tls !== false || (user ?? null) === null, {
      path: ["user"],
      message: NO_PASSWORD_IN_CLEAR,
      when: onAnyObject,
    }),
], `Must have one of the kinds ${CONTACT_POINT_KINDS.join(", ").replace(/, (?=\w+$)/, " and ")}`);

export const SEND_OUTCOMES = ["accepted", "delivered", "retry", "failed"] as const;

/** What the receiver said to a test. */
export const contactPointTest = z.strictObject({
  at: instant(),
  by: z.string(),
  passed: z.boolean(),
  outcome: z.enum(SEND_OUTCOMES).describe("`retry`: a message would be tried again; `failed`: it would not"),
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
const secretsField = {
  secrets: secrets.optional().describe(
    "Stored encrypted, never read back; omitted ones stay, null removes one. email: `password`; " +
      "webhook: `secret` and, while it is replaced, `second_secret` (`whsec_` and 24 to 64 bytes as base64); " +
      "teams and slack: `url`; mqtt: `password`; http: any name, used as `{secret.NAME}`",
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
