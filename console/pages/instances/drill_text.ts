import type { Schemas } from "../../api/client.ts";
import { durationText } from "../../parts/plant_time.ts";
import { listText } from "../notifications/policy_sentence.ts";

export type Drill = Schemas["NotificationDrill"];
type Way = Drill["reached"][number];

export interface DrillTexts {
  /** A time as text. */
  moment(iso: string): string;
  /** A person's name by the user name. */
  nameOf(username: string): string;
}

/** "31 Jan 08:15: reached Anna and Control room, answered by Anna after 2 min". */
export function drillText(drill: Drill, { moment, nameOf }: DrillTexts): string {
  const names = (ways: readonly Way[]) => listText([...new Set(ways.map((way) => wayText(way, nameOf)))]);
  const reached = drill.reached.length > 0
    ? `reached ${names(drill.reached)}`
    : drill.is_running
    ? "nobody is reached yet"
    : "reached nobody";
  const missed = drill.missed.length > 0 ? [`did not reach ${names(drill.missed)}`] : [];
  return `${moment(drill.started_at)}: ${[reached, ...missed, answerText(drill, nameOf)].join(", ")}`;
}

function answerText(
  { acknowledged_by, answered_after_seconds, is_running }: Drill,
  nameOf: DrillTexts["nameOf"],
): string {
  if (acknowledged_by !== null && answered_after_seconds !== null) {
    return `answered by ${nameOf(acknowledged_by)} after ${durationText(answered_after_seconds * 1_000)}`;
  }
  return is_running ? "waits for an answer" : "nobody answered";
}

function wayText({ user_id, username, contact_point }: Way, nameOf: DrillTexts["nameOf"]): string {
  if (user_id === null) return contact_point ?? "a deleted contact point";
  return username === null ? "a deleted user" : nameOf(username);
}
