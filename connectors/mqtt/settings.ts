import { z } from "zod";
import { hostAndPort } from "../../domain/contact_point/kind.ts";
import { SETTINGS_FIELDS } from "../../domain/contact_point/settings_fields.ts";
import { limitedText, lineText } from "../../domain/shared/schema.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import type { SourceForm } from "../../domain/source/types.ts";
import { collectedFields, collectedForm } from "../collected/settings.ts";
import { filterProblem, LONGEST_TOPIC, templateProblem } from "./topic.ts";

export const MOST_ROWS = 100;
/** As the path of a value: every field of the message is a stream. */
export const ALL_FIELDS = "*";
const VERSIONS = ["5", "3.1.1"] as const;

const { host, port, userName, ca, checked } = SETTINGS_FIELDS;

const pathText = lineText({ max: TEXT_LIMITS.name }).regex(/\S/, "Must not be empty").nullable().default(
  null,
);
const path = (what: string) =>
  pathText.describe(`Where in JSON ${what} is, as \`data.value\`; null: nowhere`);
const template = (what: string) =>
  checked(lineText({ max: LONGEST_TOPIC }).regex(/\S/, "Must not be empty"), templateProblem).nullable()
    .default(null).describe(`${what}; takes {topic}, {1}, {2} … (a level of it) and {field}`);

const row = z.strictObject({
  topic: checked(limitedText({ max: LONGEST_TOPIC }), filterProblem)
    .describe("Topics with the wildcards + and #; `spBv1.0/#` is Sparkplug B and needs nothing else"),
  value: pathText.describe(
    "Where in JSON the value is, as `data.value`; `*`: every field is a stream; null: the payload is the value",
  ),
  time: path("the time"),
  quality: path("the quality"),
  unit: path("the unit"),
  stream: template("The name of the stream; null: the topic, and for every field `{topic}/{field}`"),
  asset: template(
    "The names of its assets, with / between; null: the name of the stream without its last part",
  ),
});

export type TopicRow = z.infer<typeof row>;

export const MQTT_SHAPE = {
  host: host(),
  port: port(8883),
  tls: z.boolean().default(true).describe("false: only to private addresses listed in OUTBOUND_ALLOW"),
  version: z.enum(VERSIONS).default("5"),
  user: userName().default(null),
  client_id: lineText({ max: TEXT_LIMITS.name }).regex(/\S/, "Must not be empty").nullable().default(null)
    .describe(
      "Of the persistent session; null: one that Andon makes. No two clients of a broker have the same",
    ),
  topics: z.array(row).max(MOST_ROWS).default([]).describe("Which messages are read, and how"),
  ca: ca(),
  certificate: ca().describe("Andon's own certificate (PEM), with the secret `client_key`; null: none"),
  sparkplug_host: lineText({ max: TEXT_LIMITS.name }).regex(/^[^/+#]+$/, "Must have no /, + and #").nullable()
    .default(null).describe("Andon is this primary host of Sparkplug and tells its state; null: it is none"),
  ...collectedFields,
};

export type MqttConfig = z.infer<z.ZodObject<typeof MQTT_SHAPE>>;

const TLS_FOLD = "Certificates", SESSION_FOLD = "Session";

export const MQTT_FORM: SourceForm<MqttConfig> = {
  label: "MQTT",
  about: "Machines publish to an MQTT broker: numbers, JSON or Sparkplug B",
  fields: {
    host: { input: "text", label: "Broker", hint: "broker.example.org", isHalf: true },
    port: {
      input: "number",
      label: "Port",
      hint: "8883 with TLS, 1883 without",
      min: 1,
      max: 65_535,
      initial: 8883,
      isHalf: true,
    },
    tls: {
      input: "check",
      label: "TLS",
      hint: "Without it only to addresses that OUTBOUND_ALLOW lists",
      initial: true,
    },
    user: { input: "text", label: "User", isOptional: true, isHalf: true },
    topics: {
      input: "rows",
      isPicked: true,
      label: "Topics",
      fields: {
        topic: { input: "text", label: "Topic", hint: "plant/+/state; # for all; spBv1.0/# for Sparkplug B" },
        value: { input: "text", label: "Value", hint: "Path in JSON; * for every field", isOptional: true },
        time: { input: "text", label: "Time", hint: "Path in JSON; empty: on arrival", isOptional: true },
        quality: { input: "text", label: "Quality", hint: "Path in JSON", isOptional: true },
        unit: { input: "text", label: "Unit", hint: "Path in JSON", isOptional: true },
        stream: { input: "text", label: "Stream", hint: "{topic}, {2}.{field}", isOptional: true },
        asset: { input: "text", label: "Asset", hint: "{1}/{2}", isOptional: true },
      },
    },
    version: {
      input: "select",
      label: "MQTT version",
      initial: "5",
      options: VERSIONS.map((value) => ({ value, label: value })),
      isHalf: true,
      fold: SESSION_FOLD,
    },
    client_id: { input: "text", label: "Client ID", isOptional: true, isHalf: true, fold: SESSION_FOLD },
    sparkplug_host: {
      input: "text",
      label: "Sparkplug primary host ID",
      hint: "Only if edge nodes wait for Andon",
      isOptional: true,
      fold: SESSION_FOLD,
    },
    ca: {
      input: "area",
      label: "Authority",
      hint: "As PEM; empty: the public authorities",
      isOptional: true,
      fold: TLS_FOLD,
    },
    certificate: {
      input: "area",
      label: "Client certificate",
      hint: "As PEM, with its key below",
      isOptional: true,
      fold: TLS_FOLD,
    },
    ...collectedForm,
  },
  secrets: {
    password: { label: "Password", isOptional: true },
    client_key: {
      rows: 5,
      label: "Key of the client certificate",
      hint: "As PEM, without a passphrase",
      isOptional: true,
    },
  },
};

/** What is wrong with the settings as a whole. */
export function mqttIssues(
  { tls, certificate, ca, topics }: { readonly [Name in keyof MqttConfig]?: unknown },
): Issue[] {
  const issues: Issue[] = [];
  for (const [name, given] of Object.entries({ certificate, ca })) {
    if (tls === false && (given ?? null) !== null) {
      issues.push({ path: name, message: "Is used with TLS only; switch TLS on, or leave it empty" });
    }
  }
  if (Array.isArray(topics)) issues.push(...rowIssues(topics as readonly unknown[]));
  return issues;
}

function rowIssues(rows: readonly unknown[]): Issue[] {
  const seen = new Map<string, number>();
  return rows.flatMap((given, i): Issue[] => {
    if (typeof given !== "object" || given === null) return [];
    const { topic, value, stream } = given as Partial<Record<keyof TopicRow, unknown>>;
    if (value === ALL_FIELDS && typeof stream === "string" && !stream.includes("{field}")) {
      return [{
        path: `topics.${i}.stream`,
        message: "Needs {field}: each field of the message is a stream of its own",
      }];
    }
    const key = JSON.stringify([topic, stream ?? defaultName(value)]);
    const first = seen.get(key);
    seen.set(key, first ?? i);
    return first === undefined ? [] : [{
      path: `topics.${i}.stream`,
      message: `Row ${first + 1} makes the same streams; give each a name of its own, as {topic}/temperature`,
    }];
  });
}

/** The template of a row without one. */
export function defaultName(value: unknown): string {
  return value === ALL_FIELDS ? "{topic}/{field}" : "{topic}";
}

export function receiverOf({ host, port, tls }: MqttConfig): string {
  return `${tls ? "mqtts" : "mqtt"}://${hostAndPort({ host, port })}`;
}
