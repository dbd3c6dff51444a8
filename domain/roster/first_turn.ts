import { dateOfDay, localDaysOf, minuteOfClock } from "../hours/local_days.ts";
import type { Ms } from "../shared/time.ts";
import type { Layer } from "./types.ts";

/**
 * The day on which a first turn that runs now began: the day of the last handover.
 * @throws {RangeError} if there is no such zone.
 */
export function firstTurnAt(
  now: Ms,
  { time_zone, handover_time }: { time_zone: string } & Pick<Layer, "handover_time">,
): string {
  const zone = localDaysOf(time_zone), today = zone.dayAt(now);
  const isOver = zone.timeOf(today, minuteOfClock(handover_time)) <= now;
  return dateOfDay(isOver ? today : today - 1);
}
