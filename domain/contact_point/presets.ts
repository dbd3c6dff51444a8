import type { ConfigOf } from "./types.ts";

/** A service that an HTTP request reaches, with all that its form needs. */
export interface HttpPreset {
  name: string;
  label: string;
  /** What a person enters for each secret that the templates use. */
  secrets: Readonly<Record<string, string>>;
  /** For a service that watches Andon's heartbeat. */
  heartbeat_minutes?: number;
  config: ConfigOf<"http">;
}

const json = (body: Record<string, unknown>) =>
  // A number must not be a text: "priority" has no quotes around its placeholder.
  JSON.stringify(body, null, 2).replaceAll(/"#(\{[^"]+\})"/g, "$1");

const base: Omit<ConfigOf<"http">, "url" | "body"> = {
  kind: "http",
  method: "POST",
  headers: [],
  content_type: "application/json",
  to: null,
  ca: null,
};

export const HTTP_PRESETS: readonly HttpPreset[] = [
  {
    name: "pagerduty",
    label: "PagerDuty (Events API v2)",
    secrets: { routing_key: "Integration key of the service" },
    config: {
      ...base,
      url: "https://events.pagerduty.com/v2/enqueue",
      body: json({
        routing_key: "{secret.routing_key}",
        event_action: "{status:firing=trigger,resolved=resolve}",
        dedup_key: "{event_key}",
        payload: {
          summary: "{title}",
          source: "Andon",
          severity: "{severity}",
          custom_details: { text: "{text}", link: "{link}" },
        },
      }),
    },
  },
  {
    name: "ntfy",
    label: "ntfy",
    secrets: { topic: "Topic; whoever knows it can read the messages" },
    config: {
      ...base,
      url: "https://ntfy.sh/",
      body: json({
        topic: "{secret.topic}",
        title: "{title}",
        message: "{text}",
        priority: "#{severity:critical=5,error=4,warning=3,info=2}",
        click: "{link}",
      }),
    },
  },
  {
    name: "signl4",
    label: "SIGNL4",
    secrets: { team: "Team secret" },
    config: {
      ...base,
      url: "https://connect.signl4.com/webhook/{secret.team}",
      body: json({
        Title: "{title}",
        Message: "{text}",
        Severity: "{severity}",
        Link: "{link}",
        "X-S4-ExternalID": "{event_key}",
        "X-S4-Status": "{status:firing=new,resolved=resolved}",
      }),
    },
  },
  {
    name: "sms",
    label: "SMS gateway",
    secrets: { token: "Access token of the gateway" },
    config: {
      ...base,
      url: "https://sms.example.org/messages",
      headers: [{ name: "Authorization", value: "Bearer {secret.token}" }],
      body: json({ to: "{to}", text: "{text}", reference: "{delivery_key}" }),
    },
  },
  {
    name: "healthchecks",
    label: "Healthchecks.io (heartbeat)",
    secrets: { check: "UUID of the check, from its ping URL" },
    heartbeat_minutes: 1,
    config: {
      ...base,
      url: "https://hc-ping.com/{secret.check}",
      content_type: "text/plain",
      body: "{text}",
    },
  },
  {
    name: "uptime_kuma",
    label: "Uptime Kuma (heartbeat)",
    secrets: { token: "Token of the push monitor, from its push URL" },
    heartbeat_minutes: 1,
    config: {
      ...base,
      method: "GET",
      url: "https://kuma.example.org/api/push/{secret.token}?status=up&msg={title}",
      body: "",
    },
  },
  {
    name: "andon",
    label: "Another Andon (heartbeat)",
    secrets: { token: "Token of the heartbeat there" },
    heartbeat_minutes: 1,
    config: {
      ...base,
      url: "https://andon.example.org/api/heartbeats/plant-a",
      headers: [{ name: "Authorization", value: "Bearer {secret.token}" }],
      body: json({ text: "{text}" }),
    },
  },
];
