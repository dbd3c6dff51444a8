import { assertEquals } from "@std/assert";
import {
  holdsAt,
  type Interval,
  intervalAt,
  scopeKey,
  scopesOver,
  spanIssues,
  stateAt,
} from "../../../../domain/out_of_service/interval.ts";
import type { Scope } from "../../../../domain/out_of_service/schema.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";

const NOW = Date.UTC(2026, 0, 31, 8), HOUR = 3_600_000, DAY = 24 * HOUR;

/** From and to in milliseconds from now. */
function interval(from: number, to: number, ended?: number): Interval {
  return {
    starts_at: isoFromMs(NOW + from),
    ends_at: isoFromMs(NOW + to),
    ended_at: ended === undefined ? null : isoFromMs(NOW + ended),
  };
}

const paths = (after: Interval, before?: Interval) =>
  spanIssues(after, { before, nowMs: NOW }).map(({ path }) => path);

Deno.test("holdsAt() takes the begin and not the end, and an early end", () => {
  const one = interval(0, HOUR);
  assertEquals([-1, 0, HOUR - 1, HOUR].map((at) => holdsAt(one, NOW + at)), [false, true, true, false]);
  assertEquals([9, 10].map((at) => holdsAt(interval(0, HOUR, 10), NOW + at)), [true, false]);
});

Deno.test("stateAt() follows the clock", () => {
  const states = [interval(1, HOUR), interval(0, 1), interval(-HOUR, 0), interval(-HOUR, HOUR, -1)];
  assertEquals(states.map((one) => stateAt(one, NOW)), ["planned", "running", "ended", "ended"]);
});

Deno.test("spanIssues() takes 30 days from the begin, and not a millisecond more", () => {
  assertEquals([paths(interval(0, 30 * DAY)), paths(interval(0, 30 * DAY + 1))], [[], ["ends_at"]]);
  assertEquals([paths(interval(DAY, 31 * DAY)), paths(interval(DAY, 31 * DAY + 1))], [[], ["ends_at"]]);
});

Deno.test("spanIssues() takes a begin 365 days ahead, and not a millisecond more", () => {
  const begin = 365 * DAY;
  assertEquals([paths(interval(begin, begin + 1)), paths(interval(begin + 1, begin + 2))], [[], [
    "starts_at",
  ]]);
});

Deno.test("spanIssues() needs an end that is to come and after the begin", () => {
  assertEquals([paths(interval(0, 1)), paths(interval(0, 0)), paths(interval(-HOUR, -1))], [
    ...[[], ["ends_at"], ["ends_at"]],
  ]);
  assertEquals(paths(interval(HOUR, HOUR)), ["ends_at"]);
});

Deno.test("spanIssues() moves the begin of what is planned only", () => {
  const later = interval(2 * HOUR, DAY);
  assertEquals([paths(later, interval(HOUR, DAY)), paths(later, interval(-HOUR, DAY))], [[], ["starts_at"]]);
});

const parents: Record<string, string | null> = { LINE: "NORTH", NORTH: "ROOT", ROOT: null };
const parentOf = (id: string) => parents[id];
const event = { instance_id: 7, rule_id: "high", plant_node_floc_id: "LINE" };

Deno.test("scopesOver() are the alarm, its instance, its plant node and those above", () => {
  assertEquals([...scopesOver(event, parentOf)], [
    ...["alarm 7 high", "instance 7", "node LINE", "node NORTH", "node ROOT"],
  ]);
  assertEquals([...scopesOver({ ...event, plant_node_floc_id: null }, parentOf)].length, 2);
  assertEquals([...scopesOver(event, () => "LINE")].length, 102, "A loop ends");
});

Deno.test("intervalAt() finds an interval by each scope, and none of another one", () => {
  const find = (scope: Scope) => {
    const key = scopeKey(scope), one = interval(0, HOUR);
    return intervalAt(event, { of: (asked) => asked === key ? [one] : [], parentOf, atMs: NOW }) === one;
  };
  const node = (plant_node_floc_id: string) => find({ kind: "plant_node", plant_node_floc_id });
  assertEquals([node("LINE"), node("NORTH"), node("ROOT"), node("SOUTH")], [true, true, true, false]);
  assertEquals([7, 8].map((instance_id) => find({ kind: "instance", instance_id })), [true, false]);
  const alarm = (rule_id: string) => find({ kind: "alarm", instance_id: 7, rule_id });
  assertEquals([alarm("high"), alarm("low")], [true, false]);
});

Deno.test("intervalAt() answers the one that ends last of those that hold", () => {
  const all = [interval(0, HOUR), interval(0, 3 * HOUR), interval(2 * HOUR, DAY), interval(0, DAY, 0)];
  const of = (key: string) => key === "instance 7" ? all : [];
  assertEquals(intervalAt(event, { of, parentOf, atMs: NOW }), all[1]);
});
