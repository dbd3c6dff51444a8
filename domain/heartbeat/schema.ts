import { z } from "zod";
import { SEVERITIES } from "../event/severity.ts";
import {
  changeFields,
  descriptionText,
  ignoring,
  instant,
  lineText,
  storedFields,
} from "../shared/schema.ts";
import { HEARTBEAT_LIMITS } from "./limits.ts";

const { leastDeadlineSeconds: least, mostDeadlineSeconds: most } = HEARTBEAT_LIMITS;

/** The name of a heartbeat, which is part of the address that it is sent to. */
export const heartbeatName = lineText({ max: HEARTBEAT_LIMITS.name }).regex(
  /^[a-z0-9][a-z0-9_-]*$/,
  "Must consist of lower-case letters, digits, - and _, and begin with a letter or digit",
);

const given = {
  description: descriptionText().default(""),
  deadline_seconds: z.int().min(least).max(most).describe(
    "The longest time between two beats; after it the heartbeat counts as missed",
  ),
  severity: z.enum(SEVERITIES).default("error").describe("Of the event when it is missed"),
  counts_from_creation: z.boolean().default(false).describe(
    "false: the first deadline counts from the first beat",
  ),
};

export const HEARTBEAT_STATES = ["waiting", "on_time", "missed"] as const;
export type HeartbeatState = (typeof HEARTBEAT_STATES)[number];

const stored = z.strictObject({
  name: heartbeatName,
  ...storedFields(given),
  created_at: instant(),
  created_by: z.string(),
});

/** A heartbeat as a client reads it. */
export const heartbeat = stored.extend({
  state: z.enum(HEARTBEAT_STATES).describe("`waiting`: for its first beat"),
  last_beat_at: instant().nullable(),
  due_at: instant().nullable().describe(
    "When it counts as missed without another beat; null while it waits or is missed. " +
      "After a start of Andon the deadline counts from the start",
  ),
  missed_since: instant().nullable(),
});

export interface HeartbeatRecord extends z.infer<typeof stored> {
  v: 1;
  /** SHA-256 of the token of its address, hexadecimal. */
  token_hash: string;
  /** The deadline counts from here at the earliest: the creation, or the last change of the deadline. ISO time. */
  counted_from: string;
}

const READ = Object.keys(heartbeat.shape);

/** Body of POST /api/heartbeats. */
export const heartbeatSchema = ignoring(READ, z.strictObject({ name: heartbeatName, ...given }));
export interface HeartbeatDraft extends z.output<typeof heartbeatSchema> {}

/** Body of PUT /api/heartbeats/{name}. Omitted fields stay unchanged. */
export const heartbeatChangeSchema = ignoring(READ, z.strictObject(changeFields(given)));
export interface HeartbeatChange extends z.output<typeof heartbeatChangeSchema> {}
