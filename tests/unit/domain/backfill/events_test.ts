import { assertEquals } from "@std/assert";
import { backfilledRecord, type HadEvent, isKnown, wholeEvents } from "../../../../domain/backfill/events.ts";
import { ownEventRecord } from "../../../../domain/event/own_event.ts";
import type { EventRecord } from "../../../../domain/event/types.ts";
import { isoFromTicks, ticksFromMs, ticksOfSeconds } from "../../../../domain/shared/time.ts";

const at = (seconds: number) => ticksFromMs(0) + ticksOfSeconds(seconds);

/** An event of rule "r1" from one second to another; without an end it is active. */
function event(from: number, to: number | null, changes: Partial<EventRecord> = {}): EventRecord {
  const draft = { rule_id: "r1", event_name: "", event_description: "", severity: "warning" } as const;
  const record = ownEventRecord({ ...draft, startMs: from * 1000, activatedMs: from * 1000 }, {
    id: 1,
    nowMs: 0,
  });
  const end = to === null ? null : isoFromTicks(at(to));
  return { ...record, onset: at(from), is_active: to === null, end_time: end, closed_at: end, ...changes };
}

const had = (from: number, to: number, ruleId = "r1"): HadEvent => ({ ruleId, onset: at(from), end: at(to) });

Deno.test("wholeEvents() takes events that began and ended in the span, and counts the others", () => {
  const begun = event(0, 5, { flags: ["initial"] }), begunAndOpen = event(0, null, { flags: ["initial"] });
  const whole = event(6, 8), open = event(9, null);
  assertEquals(wholeEvents([begun, begunAndOpen, whole, open]), {
    whole: [whole],
    begunBefore: 2,
    openAtEnd: 1,
  });
});

Deno.test("isKnown() finds an event by its onset or by an overlap", () => {
  const known = (...events: HadEvent[]) => isKnown(event(10, 20), events);
  assertEquals(known(), false);
  assertEquals([known(had(10, 10)), known(had(10, 30))], [true, true]);
  assertEquals([known(had(5, 11)), known(had(19, 30)), known(had(12, 15)), known(had(0, Infinity))], [
    ...[true, true, true, true],
  ]);
  assertEquals([known(had(5, 10)), known(had(20, 30)), known(had(12, 12))], [false, false, true]);
  assertEquals(known(had(10, 20, "r2")), false);
});

Deno.test("backfilledRecord() belongs to no deployment, and is flagged as backfilled", () => {
  const record = backfilledRecord(event(1, 2, { flags: ["chattering"], deployment: 3 }), {
    id: 7,
    nowMs: 60_000,
  });
  assertEquals([record.id, record.deployment, record.flags, record.recorded_at], [
    ...[7, 0, ["chattering", "backfilled"], "1970-01-01T00:01:00.000Z"],
  ]);
});
