import { invalid } from "../../domain/shared/refusal.ts";
import { type Ms, type Ticks, ticksFromMs, ticksOfSeconds } from "../../domain/shared/time.ts";
import { TREND_DAYS, TREND_POINTS, type TrendSpan } from "../../domain/trend/types.ts";

const DEFAULT_SPAN = ticksOfSeconds(3_600);
const LONGEST_SPAN = ticksOfSeconds(TREND_DAYS * 86_400);

/** The requested span; default: the last hour. */
export function trendSpan(
  { from, to, points = TREND_POINTS.default }: { from?: Ticks; to?: Ticks; points?: number },
  nowMs: Ms,
): TrendSpan {
  const end = to ?? ticksFromMs(nowMs);
  const start = from ?? end - DEFAULT_SPAN;
  if (start >= end) throw refused("Must be before `to` (default: now)");
  if (end - start > LONGEST_SPAN) throw refused(`Must be at most ${TREND_DAYS} days before \`to\``);
  return { from: start, to: end, points };
}

function refused(message: string): Error {
  return invalid("from", message);
}
