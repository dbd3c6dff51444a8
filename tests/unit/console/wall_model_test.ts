import { assertEquals } from "@std/assert";
import type { RuleEvent } from "../../../console/api/client.ts";
import { heldWall, orderOf } from "../../../console/pages/wall/held_order.ts";
import { lanesOf, spanAt, ticksOf } from "../../../console/pages/wall/timeline_model.ts";
import { wallAddress, wallView } from "../../../console/pages/wall/wall_address.ts";
import { FLOOD_EVENTS, tileLabel, type WallInput, wallOf } from "../../../console/pages/wall/wall_model.ts";
import { event } from "./support.ts";

const NOW_MS = Date.parse("2026-01-31T08:30:00.000Z");
const at = (minutes: number) => new Date(NOW_MS - minutes * 60_000).toISOString();
const ended = { is_active: false, end_time: at(10) };

function wall(events: RuleEvent[], changes: Partial<WallInput> = {}) {
  return wallOf({
    events,
    grouping: "template",
    hours: 1,
    nowMs: NOW_MS,
    withEnded: false,
    find: "",
    titleOf: ({ template_id }) => `Template ${template_id}`,
    ...changes,
  });
}

const own = (id: number, changes: Partial<RuleEvent> = {}) => event(id, { instance_id: id, ...changes });
const ids = ({ sections }: ReturnType<typeof wall>) =>
  sections.map(({ items }) => items.map((item) => item.event.id));

Deno.test("a wall shows active events: worst severity first, unacknowledged before acknowledged, then the newest", () => {
  const events = [
    own(1, { severity: "warning" }),
    own(2, { severity: "warning", start_time: at(5) }),
    own(3, { severity: "critical", acknowledged_at: at(1) }),
    own(4, { severity: "warning", acknowledged_at: at(1), start_time: at(1) }),
    own(5, ended),
  ];
  assertEquals(ids(wall(events)), [[3], [2, 1, 4]]);
  assertEquals(wall(events).rows, []);
  assertEquals(wall(events, { withEnded: true }).rows.map(({ event }) => event.id), [5]);
});

Deno.test("one rule on one instance is one line with a count, and chatters from six events an hour", () => {
  const times = (count: number) =>
    Array.from(
      { length: count },
      (_, index) => event(index + 1, index === count - 1 ? { start_time: at(1) } : ended),
    );
  const [item] = wall(times(5)).sections[0].items;
  assertEquals([item.event.id, item.count, item.isChattering], [5, 5, false]);
  assertEquals(wall(times(6)).sections[0].items[0].isChattering, true);
  assertEquals(wall([event(1, { flags: ["chattering"] })]).sections[0].items[0].isChattering, true);
});

Deno.test("more than ten rules and instances in ten minutes are a flood; one with ten events is not", () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => own(index + 1, { start_time: at(9) }));
  assertEquals(wall(many(FLOOD_EVENTS)).sections[0].isFlood, false);
  assertEquals(wall(many(FLOOD_EVENTS + 1)).sections[0].isFlood, true);
  const chattering = Array.from({ length: 20 }, (_, index) => event(index + 1, { start_time: at(9) }));
  assertEquals(wall(chattering).sections[0].isFlood, false);
});

Deno.test("shelved events are counted, not shown, until the shelving ends", () => {
  const shelved = own(1, { shelved_until: new Date(NOW_MS + 1).toISOString() });
  assertEquals([wall([shelved]).active, wall([shelved]).shelved], [0, 1]);
  assertEquals(wall([shelved], { nowMs: NOW_MS + 1 }).active, 1);
});

Deno.test("events that ended before the span are omitted; the search covers names and instances", () => {
  const old = own(1, { ...ended, end_time: at(60) });
  assertEquals(wall([old], { withEnded: true }).sections, []);
  assertEquals(wall([{ ...old, end_time: at(59) }], { withEnded: true }).sections.length, 1);
  assertEquals(ids(wall([own(1, { event_name: "A.High" }), own(2)], { find: "a.h" })), [[1]]);
});

Deno.test("a held order keeps ended events in place, and new ones wait", () => {
  const before = wall([own(1), own(2, { start_time: at(5) })]);
  const held = orderOf(before);
  const after = wall([own(1), own(2, { start_time: at(5), ...ended }), own(3, { severity: "critical" })]);
  const { sections, waiting } = heldWall(after, held);
  assertEquals(sections.map(({ items }) => items.map(({ event }) => [event.id, event.is_active])), [[[
    2,
    false,
  ], [1, true]]]);
  assertEquals(waiting.map(({ event }) => event.id), [3]);
});

Deno.test("a wall's address holds only non-default values, and round-trips", () => {
  const view = {
    layout: "timeline",
    hours: 24,
    withEnded: true,
    find: "a b",
    areas: [],
    severities: [],
  } as const;
  assertEquals(wallAddress(view), "/wall?layout=timeline&hours=24&ended=1&find=a+b");
  assertEquals(
    wallView(Object.fromEntries(new URLSearchParams("layout=timeline&hours=24&ended=1&find=a+b"))),
    view,
  );
  assertEquals(wallAddress(wallView({ layout: "x", hours: "7" })), "/wall");
});

Deno.test("a timeline's lane finds the worst event at a time, and ticks are at round times", () => {
  const [lane] = lanesOf(wall([own(1, { severity: "critical" }), own(2, { severity: "info" })]));
  assertEquals(lane.events.map(({ id }) => id), [2, 1]);
  assertEquals(spanAt(lane, { atMs: NOW_MS - 1, nearMs: 0, nowMs: NOW_MS })?.id, 1);
  assertEquals(spanAt(lane, { atMs: NOW_MS - 31 * 60_000, nearMs: 0, nowMs: NOW_MS }), undefined);
  const ticks = ticksOf({ fromMs: NOW_MS - 3_600_000, toMs: NOW_MS, width: 700 });
  assertEquals([ticks.length, ticks.every((ms) => ms % 600_000 === 0)], [7, true]);
});

Deno.test("tileLabel() says what the tile shows: state, machine, place, since when, how often", () => {
  const item = { key: "1/high", waiting: [], count: 1, isChattering: false };
  const names = {
    machine: "Filler",
    area: "Line 1",
    timeText: (ms: number) => new Date(ms).toISOString().slice(11, 16),
  };
  const active = event(1, { display_name: "Overfill", severity: "warning", start_time: at(90) });
  assertEquals(
    tileLabel({ ...item, event: active }, names),
    "Warning, unacknowledged, Filler, Overfill, Line 1, since 07:00",
  );
  const acknowledged = { ...active, acknowledged_at: at(80), data_state: "unknown" as const };
  assertEquals(
    tileLabel({ ...item, event: acknowledged, count: 3 }, names),
    "Warning, acknowledged, Filler, Overfill, Line 1, since 07:00, no data, 3 times",
  );
  const returned = { ...active, ...ended, close_reason: "condition_cleared" as const };
  assertEquals(
    tileLabel({ ...item, event: returned, waiting: [returned] }, { ...names, area: "" }),
    "Warning, returned to normal, unacknowledged, Filler, Overfill, normal since 08:20",
  );
});
