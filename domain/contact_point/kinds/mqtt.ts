import { CERTIFICATES, contactPointKind, hostAndPort, passwordInClear, PORT, USER } from "../kind.ts";
import { CONTACT_POINT_LIMITS } from "../limits.ts";
import { PLACEHOLDERS, secretsIn } from "../placeholders.ts";
import type { SettingsFields } from "../settings_fields.ts";

const IN_TOPICS = PLACEHOLDERS.filter((name) => name !== "text" && name !== "to");

export const MQTT = contactPointKind(({ z, ...field }: SettingsFields) => ({
  host: field.host(),
  port: field.port(8883),
  tls: z.boolean().default(true).describe(
    "false: only to private addresses listed in OUTBOUND_ALLOW, without a user",
  ),
  user: field.userName().default(null),
  topic: field.template(
    field.lineText({ max: CONTACT_POINT_LIMITS.topic }).regex(/\S/, "Must not be empty"),
    IN_TOPICS,
  )
    .refine((topic) => !/[+#]/.test(topic), "Must not have the wildcards + and #")
    .refine((topic) => !topic.startsWith("$"), "Must not begin with $, which is the broker's own")
    .refine((topic) => secretsIn(topic).length === 0, "Takes no secrets: everybody who subscribes sees it")
    .describe("Takes placeholders, whose values stay within one level: `plant/alarms/{severity}`"),
  qos: z.int().min(0).max(2).default(1),
  retain: z.boolean().default(false),
  ca: field.ca(),
}), {
  label: "MQTT",
  issues: ({ tls, user }) => passwordInClear(tls === false, user),
  form: {
    host: { input: "text", label: "Broker", hint: "broker.example.org", isHalf: true },
    port: { ...PORT, hint: "8883 with TLS, 1883 without", initial: 8883 },
    user: USER,
    topic: {
      input: "text",
      label: "Topic",
      hint: "Takes {severity}, {status}, {event_key}, {title}",
      initial: "andon/{severity}",
      isHalf: true,
    },
    qos: {
      input: "select",
      label: "Quality of service",
      initial: 1,
      options: [
        { value: 0, label: "0: without a confirmation" },
        { value: 1, label: "1: at least once" },
        { value: 2, label: "2: exactly once" },
      ],
      isHalf: true,
    },
    tls: {
      input: "check",
      label: "TLS",
      hint: "Without it only in the own network, and without a user",
      initial: true,
    },
    retain: {
      input: "check",
      label: "Retain",
      hint: "The broker keeps the newest message of each topic for new subscribers",
      initial: false,
    },
    ca: CERTIFICATES,
  },
  secrets: { password: "Password" },
  uses: ({ user }) => user === null ? [] : ["password"],
  spare: ["password"],
  receiver: hostAndPort,
});
