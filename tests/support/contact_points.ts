import { createSender } from "../../connectors/contact_points/senders.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import type { ContactPointConfig, ContactPointSecrets } from "../../domain/contact_point/types.ts";
import type { OutgoingMessage, SendResult } from "../../domain/notification/types.ts";
import { RECEIVER_CA } from "./smtp_receiver.ts";

const PROXY = { https: null, http: null, no: "" };

export interface SendingOptions {
  secrets?: ContactPointSecrets;
  message?: Partial<OutgoingMessage>;
  /** OUTBOUND_ALLOW. */
  allow?: string;
  /** What each host name stands for. */
  resolve?: () => Promise<string[]>;
  timeouts?: { connectMs: number; attemptMs: number };
  signal?: AbortSignal;
}

/** Sends one message by a real sender; every name is 127.0.0.1. */
export async function sent(config: ContactPointConfig, options: SendingOptions = {}): Promise<SendResult> {
  const { secrets = {}, message = {}, allow = "127.0.0.0/8" } = options;
  const resolve = options.resolve ?? (() => Promise.resolve(["127.0.0.1"]));
  await using sender = createSender({ id: 1, name: "Control room", config, secrets }, {
    outbound: createOutboundGuard({ allow, alwaysAllow: [], resolve }),
    proxy: PROXY,
    now: Date.now,
    timeouts: options.timeouts ?? { connectMs: 30_000, attemptMs: 60_000 },
  });
  const signal = options.signal ?? new AbortController().signal;
  return await sender.send({ ...MESSAGE, ...message }, { signal });
}

/** The outcome, the status and the words of a result. */
export function told({ outcome, status, words }: SendResult): [SendResult["outcome"], number | null, string] {
  return [outcome, status, words];
}

export const MESSAGE: OutgoingMessage = {
  key: "12/opened/3/0/0/user:4/1",
  event_key: "12",
  reason: "opened",
  severity: "critical",
  status: "firing",
  to: null,
  title: "Pump 3, Line 1: pressure too high",
  text: "Pressure above 8 bar since 08:15.\nhttps://andon.example.org/events/12",
  link: "https://andon.example.org/events/12",
  answer_link: null,
  is_drill: false,
  events: [{
    id: 12,
    severity: "critical",
    is_active: true,
    start_time: "2026-01-31T08:15:02.123Z",
    end_time: null,
    template_instance: "Pump 3",
    category: "health",
    rule_id: "pressure",
    plant_node_floc_id: "NORTH-L1-P3",
    acknowledged_at: null,
    acknowledged_by: null,
    revision: 3,
    flags: [],
    trigger: [],
    limit: null,
    opened_by: null,
    guidance: null,
    display_name: "Pressure too high",
    event_description: "Pressure above 8 bar",
    location: "North/Line 1/Pump 3",
    link: "https://andon.example.org/events/12",
  }],
  sent_at: "2026-01-31T08:15:05.000Z",
};

type Config<K extends ContactPointConfig["kind"]> = Extract<ContactPointConfig, { kind: K }>;

export function emailConfig(change: Partial<Config<"email">> & { port: number }): Config<"email"> {
  return {
    kind: "email",
    host: "localhost",
    tls: "starttls",
    user: null,
    from: "andon@example.org",
    from_name: "Andon",
    to: ["room@example.org"],
    ca: RECEIVER_CA,
    ...change,
  };
}

export function httpConfig(change: Partial<Config<"http">> & { url: string }): Config<"http"> {
  return {
    kind: "http",
    method: "POST",
    headers: [],
    content_type: "application/json",
    body: '{"title":"{title}"}',
    to: null,
    ca: RECEIVER_CA,
    ...change,
  };
}

export function mqttConfig(change: Partial<Config<"mqtt">> & { port: number }): Config<"mqtt"> {
  return {
    kind: "mqtt",
    host: "localhost",
    tls: false,
    user: null,
    topic: "plant/alarms/{severity}",
    qos: 1,
    retain: false,
    ca: null,
    ...change,
  };
}
