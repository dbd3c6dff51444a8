import type { RuleEvent } from "../../api/client.ts";
import { keyOfEvent } from "../../parts/event_text.ts";
import { type Counts, noCounts } from "../../parts/severity_counts.ts";

export interface SeveritySum {
  active: Counts;
  unacknowledged: Counts;
}

export function bySeverity(events: readonly RuleEvent[]): SeveritySum {
  const sum = { active: noCounts(), unacknowledged: noCounts() };
  for (const { severity, acknowledged_at } of events) {
    sum.active[severity]++;
    if (acknowledged_at === null) sum.unacknowledged[severity]++;
  }
  return sum;
}

export interface RateBucket {
  startMs: number;
  counts: Counts;
}

/** The number of events that began in each of `buckets` equal parts of the time before `toMs`. */
export function rateOf(events: Iterable<RuleEvent>, { toMs, widthMs, buckets }: {
  toMs: number;
  widthMs: number;
  buckets: number;
}): RateBucket[] {
  const fromMs = toMs - widthMs * buckets;
  const rate = Array.from(
    { length: buckets },
    (_, index) => ({ startMs: fromMs + index * widthMs, counts: noCounts() }),
  );
  for (const { start_time, severity } of events) {
    const bucket = rate[Math.floor((Date.parse(start_time) - fromMs) / widthMs)];
    if (bucket !== undefined) bucket.counts[severity]++;
  }
  return rate;
}

export interface Actor {
  key: string;
  /** Its newest event. */
  event: RuleEvent;
  count: number;
  /** Share of all events of the time. */
  share: number;
}

/** The rules and instances with the most events (ISA-18.2: bad actors); newest first among equals. */
export function badActors(events: Iterable<RuleEvent>, most: number): Actor[] {
  const all = [...events];
  const actors = [...Map.groupBy(all, keyOfEvent)].map(([key, same]) => ({
    key,
    count: same.length,
    share: same.length / all.length,
    event: same.reduce((a, b) => a.start_time < b.start_time ? b : a),
  }));
  return actors.sort((a, b) => b.count - a.count || (a.event.start_time < b.event.start_time ? 1 : -1)).slice(
    0,
    most,
  );
}
