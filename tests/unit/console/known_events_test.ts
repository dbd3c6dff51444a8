import { assertEquals } from "@std/assert";
import { event } from "./support.ts";
import {
  eventsAfter,
  eventsAfterRead,
  type EventUpdate,
  MAX_ENDED,
} from "../../../console/live/known_events.ts";

const known = (...events: EventUpdate[]) => new Map(events.map((one) => [one.id, one]));

Deno.test("an older update of an event does not replace a newer one", () => {
  const events = eventsAfter(known(event(1, { revision: 3 })), [event(1, { revision: 2, note: "old" })]);
  assertEquals(events.get(1)?.note, null);
  assertEquals(eventsAfter(events, [event(1, { revision: 3, note: "same" })]).get(1)?.note, "same");
});

Deno.test("a deleted event is removed", () => {
  assertEquals(eventsAfter(known(event(1), event(2)), [event(1, { deleted: true })]).size, 1);
});

Deno.test("a read ends events it does not list, except those updated in the meantime", () => {
  const before = known(event(1), event(2), event(3, { is_active: false }), event(4, { note: "told" }));
  const after = eventsAfterRead(before, [event(1), event(4, { note: "read" })], new Set([4]));
  assertEquals([...after.keys()].sort(), [1, 3, 4]);
  assertEquals(after.get(4)?.note, "told");
});

Deno.test("the newest 5,000 ended events and all active events are kept", () => {
  const ended = Array.from(
    { length: MAX_ENDED + 1 },
    (_, index) => event(index + 1, { is_active: false, end_time: new Date(index * 1_000).toISOString() }),
  );
  assertEquals(eventsAfter(known(), ended.slice(1)).size, MAX_ENDED);
  const events = eventsAfter(known(event(9_999)), ended);
  assertEquals([events.size, events.has(1), events.has(9_999)], [MAX_ENDED + 1, false, true]);
});

Deno.test("drills are not among the known events", () => {
  assertEquals([...eventsAfter(known(), [event(1), event(2, { flags: ["drill"] })]).keys()], [1]);
});
