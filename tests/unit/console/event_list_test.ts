import { assertEquals } from "@std/assert";
import { type EventList, nearestOf, positionIn } from "../../../console/events/event_list.ts";

function list(ids: number[], { before = 0, total = ids.length } = {}): EventList {
  return { title: "Events", address: "/events", ids, before, total };
}

Deno.test("positionIn() names the neighbours in the list's order, and none beyond its ends", () => {
  const events = list([9, 4, 7]);
  assertEquals(positionIn(events, 9), { number: 1, neighbours: { previous: undefined, next: 4 } });
  assertEquals(positionIn(events, 4), { number: 2, neighbours: { previous: 9, next: 7 } });
  assertEquals(positionIn(events, 7), { number: 3, neighbours: { previous: 4, next: undefined } });
  assertEquals(positionIn(events, 5), undefined);
});

Deno.test("positionIn() says that a neighbour is on another page of the list", () => {
  const second = list([9, 4], { before: 100, total: 150 });
  assertEquals(positionIn(second, 9), { number: 101, neighbours: { previous: "elsewhere", next: 4 } });
  assertEquals(positionIn(second, 4), { number: 102, neighbours: { previous: 9, next: "elsewhere" } });
});

Deno.test("nearestOf() takes the nearest event of another page, also when new events have moved the pages", () => {
  const first = list([9, 8, 7], { total: 6 });
  assertEquals(nearestOf(list([6, 5]), { list: first, direction: "next" }), 6);
  assertEquals(nearestOf(list([8, 7, 6]), { list: first, direction: "next" }), 6);
  assertEquals(nearestOf(list([11, 10, 9]), { list: first, direction: "previous" }), 10);
  assertEquals(nearestOf(list([9, 8]), { list: first, direction: "next" }), undefined);
});
