/** The reasons of messages and the states of deliveries, in the order of `types.ts`. */
export const REASONS = [
  "opened",
  "severity_raised",
  "escalated",
  "repeated",
  "re_alarm",
  "resolved",
  "corrected",
  "digest",
  "restored",
  "heartbeat",
  "test",
] as const;

export const DELIVERY_STATES = [
  "queued",
  "sending",
  "accepted",
  "delivered",
  "failed",
  "folded",
  "cancelled",
] as const;

/** The most events that a message, a link and an entry of the log name; a digest may contain more. */
export const MOST_NAMED = 200;
