import { assertEquals } from "@std/assert";
import { matchesPerson, shelvedFilter } from "../../../../domain/event/filter.ts";
import { newShelf, shelfHolds, shelfKey, shelvedNow } from "../../../../domain/event/shelf.ts";
import { eventRecord } from "../../storage/support.ts";

const nowMs = Date.UTC(2026, 0, 31, 8, 0);
const event = eventRecord({ id: 7, instance_id: 3, rule_id: "high" });
const shelf = newShelf(event, { minutes: 2, reason: "Cleaning", by: "anna", nowMs });
const endsMs = nowMs + 120_000;

Deno.test("newShelf() holds up to its end, not at it", () => {
  assertEquals(shelf.until, "2026-01-31T08:02:00.000Z");
  assertEquals([shelfHolds(shelf, endsMs - 1), shelfHolds(shelf, endsMs)], [true, false]);
  assertEquals(shelfHolds(undefined, nowMs), false);
});

Deno.test("shelfKey() keeps rules and instances apart", () => {
  const keys = [[1, "1/2"], [11, "2"], [1, "12"], [1, "2"]] as const;
  const texts = keys.map(([instance_id, rule_id]) => shelfKey({ instance_id, rule_id }));
  assertEquals(new Set(texts).size, 4);
});

Deno.test("shelvedNow() shows the shelf of the key while it lasts, whatever the record says", () => {
  const shown = { shelved_until: shelf.until, shelve_reason: "Cleaning" };
  assertEquals(shelvedNow(event, shelf, nowMs), { ...event, ...shown });
  assertEquals(shelvedNow(event, shelf, endsMs), event);
  assertEquals(shelvedNow({ ...event, ...shown }, undefined, nowMs), event);
  assertEquals(shelvedNow(event, undefined, nowMs) === event, true);
});

Deno.test("matchesPerson() filters by acknowledgement and by shelved key", () => {
  const other = eventRecord({
    id: 8,
    instance_id: 4,
    rule_id: "high",
    acknowledged_at: "2026-01-31T08:00:00.000Z",
  });
  const fits = (filter: Parameters<typeof matchesPerson>[1], atMs = nowMs) =>
    [event, other].filter((record) => matchesPerson(record, filter, atMs)).map(({ id }) => id);
  assertEquals(fits({}), [7, 8]);
  assertEquals([fits({ acknowledged: true }), fits({ acknowledged: false })], [[8], [7]]);
  assertEquals(fits({ shelved: shelvedFilter(true, [shelf]) }), [7]);
  assertEquals(fits({ shelved: shelvedFilter(false, [shelf]) }), [8]);
  assertEquals(fits({ shelved: shelvedFilter(true, [shelf]) }, endsMs), []);
  assertEquals(fits({ shelved: shelvedFilter(true, [shelf]), acknowledged: true }), []);
});
