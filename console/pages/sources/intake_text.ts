import type { Schemas } from "../../api/client.ts";
import { countText, decimalText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";

type Intake = Schemas["SourceIntake"];

const MIB = 1024 ** 2, GIB = 1024 ** 3;
/** Beyond it, the number of days says nothing. */
const MANY_DAYS = 3_650;

/** For how long nothing has come, and why; undefined: something has come lately. */
export function silenceOf(
  { last_arrival_at, silent_for }: Pick<Intake, "last_arrival_at" | "silent_for">,
  { nowMs, lostSeconds }: { nowMs: number; lostSeconds: number },
): string | undefined {
  const silentMs = nowMs - Date.parse(last_arrival_at);
  if (silent_for === null && silentMs < lostSeconds * 1_000) return undefined;
  const text = `Nothing has come for ${durationText(Math.max(0, silentMs))}`;
  return silent_for === null ? text : `${text}: ${silent_for}`;
}

/** What is stored, and for how many more days there is room. */
export function roomText({ used_bytes, room_days }: Pick<Intake, "used_bytes" | "room_days">): string {
  const used = `${usedText(used_bytes)} used`;
  if (room_days === null) return used;
  const days = room_days > MANY_DAYS
    ? "more than 10 years"
    : room_days < 10
    ? `${decimalText(room_days, 1)} days`
    : countText(Math.floor(room_days), "day");
  return `${days} at this rate, ${used}`;
}

function usedText(bytes: number): string {
  if (bytes < MIB) return "less than 1 MiB";
  return bytes < GIB / 10 ? `${decimalText(bytes / MIB, 1)} MiB` : `${decimalText(bytes / GIB, 1)} GiB`;
}
