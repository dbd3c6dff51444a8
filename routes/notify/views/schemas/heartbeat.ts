import { z } from "@hono/zod-openapi";
import { contactPoint, contactPointTest } from "../../../../domain/contact_point/schema.ts";
import { heartbeat as storedHeartbeat } from "../../../../domain/heartbeat/schema.ts";
import { count, inline, instant, shown } from "../../../pipeline/document/shown.ts";

export const heartbeatExample = { name: "nightly-backup", deadline_seconds: 90_000 };

const example = {
  ...heartbeatExample,
  description: "",
  severity: "error" as const,
  counts_from_creation: false,
  created_at: "2026-01-31T08:15:02.123Z",
  created_by: "anna",
  state: "on_time" as const,
  last_beat_at: "2026-01-31T08:15:02.123Z",
  due_at: "2026-02-01T09:15:02.123Z",
  missed_since: null,
};

export const heartbeatShown = shown("Heartbeat", storedHeartbeat, example);

const token = "kW2nT5cQx0mS9vJ4bR7yLg";

export const heartbeatWithAddress = shown(
  "HeartbeatWithAddress",
  storedHeartbeat.extend({
    token: z.string().describe("128 random bits; stored hashed, shown this once"),
    path: z.string().describe("Where beats are posted to, with the token"),
  }),
  { ...example, token, path: `/api/heartbeats/nightly-backup?token=${token}` },
);

export const beatTaken = inline(
  z.strictObject({ name: z.string(), received_at: instant(), due_at: instant() }),
  {
    name: "nightly-backup",
    received_at: "2026-01-31T08:15:02.123Z",
    due_at: "2026-02-01T09:15:02.123Z",
  },
);

const { outcome, status, words, latency_ms } = contactPointTest.shape;
const { id, name, heartbeat_minutes } = contactPoint.shape;

export const heartbeatStatus = shown(
  "HeartbeatStatus",
  z.strictObject({
    is_held_back: z.boolean().describe("A shard or the notifier is late, so the heartbeat does not leave"),
    notifier_is_late: z.boolean(),
    shards: z.array(z.strictObject({
      shard: count(),
      last_beat_at: instant().nullable(),
      is_late: z.boolean().describe("It stored no beat in the last minute"),
    })),
    contact_points: z.array(z.strictObject({
      id,
      name,
      heartbeat_minutes: heartbeat_minutes.unwrap(),
      taken_at: instant().nullable().describe("When the receiver last took a heartbeat"),
      failures: count().describe("Attempts since then, none of which it took"),
      last_answer: z.strictObject({ at: instant(), outcome, status, words, latency_ms }).nullable().describe(
        "Of the last attempt; `words` are empty for viewers and operators",
      ),
    })),
  }),
  {
    is_held_back: false,
    notifier_is_late: false,
    shards: [{ shard: 0, last_beat_at: "2026-01-31T08:15:00.123Z", is_late: false }],
    contact_points: [{
      id: 4,
      name: "Outside watch",
      heartbeat_minutes: 1,
      taken_at: "2026-01-31T08:15:00.623Z",
      failures: 0,
      last_answer: {
        at: "2026-01-31T08:15:00.000Z",
        outcome: "accepted" as const,
        status: 200,
        words: "OK",
        latency_ms: 87,
      },
    }],
  },
);
