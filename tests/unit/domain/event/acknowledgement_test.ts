import { assertEquals } from "@std/assert";
import {
  acknowledged,
  acknowledgementsOf,
  reAlarmAt,
  reAlarmed,
} from "../../../../domain/event/acknowledgement.ts";
import { MOST_ACKNOWLEDGEMENTS } from "../../../../domain/event/limits.ts";
import type { EventRecord } from "../../../../domain/event/types.ts";
import { eventView } from "../../../../domain/event/view.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";
import { eventRecord } from "../../storage/support.ts";

const AT = Date.UTC(2026, 0, 31, 8), MINUTE = 60_000;
const by = (name: string, ms: number) => ({ by: name, at: isoFromMs(ms), via: null });

/** Acknowledged at `count` minutes one after the other, each after a re-alarm. */
function times(count: number): EventRecord {
  let record = eventRecord({ id: 1 });
  for (let at = 0; at < count; at++) {
    record = acknowledged(reAlarmed(record, { minutes: 1, nowMs: AT }), by(`user${at}`, AT + at * MINUTE));
  }
  return record;
}

Deno.test("an event of an older program has the acknowledgement of its other fields", () => {
  const at = isoFromMs(AT);
  assertEquals(acknowledgementsOf(eventRecord({ id: 1 })), []);
  const old = eventRecord({ id: 1, acknowledged_at: at, acknowledged_by: "anna" });
  assertEquals(eventView(old).acknowledgements, [{ by: "anna", at, via: null }]);
  const again = reAlarmed(old, { minutes: 60, nowMs: AT });
  assertEquals([again.acknowledged_at, again.acknowledgements], [null, [{ by: "anna", at, via: null }]]);
});

Deno.test("an event keeps its first acknowledgement and the latest others", () => {
  const names = (count: number) => acknowledgementsOf(times(count)).map((one) => one.by);
  const full = names(MOST_ACKNOWLEDGEMENTS);
  assertEquals([full.length, full[0], full[1]], [MOST_ACKNOWLEDGEMENTS, "user0", "user1"]);
  const over = names(MOST_ACKNOWLEDGEMENTS + 1);
  assertEquals([over.length, over[0], over[1]], [MOST_ACKNOWLEDGEMENTS, "user0", "user2"]);
  assertEquals(over.at(-1), `user${MOST_ACKNOWLEDGEMENTS}`);
});

Deno.test("the view says since when an event needs a new acknowledgement, and nothing internal", () => {
  const again = reAlarmed(times(1), { minutes: 1, nowMs: AT + MINUTE });
  const view = eventView(again);
  assertEquals([view.re_alarmed_at, "re_alarm" in view], [isoFromMs(AT + MINUTE), false]);
  assertEquals(eventView(acknowledged(again, by("ben", AT))).re_alarmed_at, null);
});

Deno.test("reAlarmAt() counts from the last acknowledgement, and waits for the end of a shelf", () => {
  const shelved_until = isoFromMs(AT + 90 * MINUTE), known = times(1);
  assertEquals(reAlarmAt(known, 60), AT + 60 * MINUTE);
  assertEquals(reAlarmAt({ ...known, shelved_until }, 60), AT + 90 * MINUTE);
  assertEquals(reAlarmAt({ ...known, shelved_until }, 120), AT + 120 * MINUTE);
  assertEquals(reAlarmAt({ ...known, is_active: false }, 60), undefined);
  assertEquals(reAlarmAt(eventRecord({ id: 1 }), 60), undefined);
});

Deno.test("a re-alarm that comes more than a minute after it was due is late", () => {
  const late = (nowMs: number) => reAlarmed(times(1), { minutes: 60, nowMs }).re_alarm?.is_late;
  assertEquals([late(AT + 61 * MINUTE), late(AT + 61 * MINUTE + 1)], [false, true]);
});
