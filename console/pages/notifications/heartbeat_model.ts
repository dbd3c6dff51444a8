import type { Schemas } from "../../api/client.ts";

export type Heartbeat = Schemas["Heartbeat"];
export type HeartbeatStatus = Schemas["HeartbeatStatus"];

export const STATE_TEXTS: Readonly<Record<Heartbeat["state"], string>> = {
  waiting: "Waiting",
  on_time: "On time",
  missed: "Missed",
};

/** The units of a deadline, the largest first. */
export const DEADLINE_UNITS = [
  { value: "days", label: "Days", seconds: 86_400 },
  { value: "hours", label: "Hours", seconds: 3_600 },
  { value: "minutes", label: "Minutes", seconds: 60 },
  { value: "seconds", label: "Seconds", seconds: 1 },
] as const;
export type DeadlineUnit = (typeof DEADLINE_UNITS)[number]["value"];

/** A deadline in the largest unit that divides it. */
export function deadlineIn(seconds: number): { deadline: number; unit: DeadlineUnit } {
  const { value, seconds: size } = DEADLINE_UNITS.find((unit) => seconds % unit.seconds === 0) ??
    DEADLINE_UNITS[DEADLINE_UNITS.length - 1]!;
  return { deadline: seconds / size, unit: value };
}

export function deadlineSeconds({ deadline, unit }: { deadline: number | null; unit: DeadlineUnit }): number {
  const { seconds } = DEADLINE_UNITS.find(({ value }) => value === unit) ?? DEADLINE_UNITS[0];
  return Math.round((deadline ?? 0) * seconds);
}

const SHORT: Readonly<Record<DeadlineUnit, string>> = { days: "d", hours: "h", minutes: "min", seconds: "s" };

/** `25 h`. */
export function deadlineText(seconds: number): string {
  const { deadline, unit } = deadlineIn(seconds);
  return `${deadline} ${SHORT[unit]}`;
}

/** Whether Andon's own heartbeat leaves, and what holds it back. */
export function outgoingText({ shards, notifier_is_late, is_held_back }: HeartbeatStatus): string {
  if (!is_held_back) {
    return shards.some(({ last_beat_at }) => last_beat_at === null)
      ? "Waiting for the first beat of each shard"
      : `Every shard beats: ${shards.length} of ${shards.length}`;
  }
  const late = shards.filter(({ is_late }) => is_late).map(({ shard }) => shard);
  if (late.length > 0) {
    return `Held back: ${late.length === 1 ? "shard" : "shards"} ${
      late.join(", ")
    } did not beat in the last minute`;
  }
  return notifier_is_late ? "Held back: the notifier does not decide" : "Held back";
}
