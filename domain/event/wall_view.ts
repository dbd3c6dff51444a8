import { isoFromMs } from "../shared/time.ts";
import type { EventFact } from "./fact.ts";
import type { EventView } from "./view.ts";
import type { WallGroup, WallPlan } from "./wall.ts";

/** The ids of the events that a wall shows whole; a timeline shows spans only. */
export function wallIds({ layout, groups }: WallPlan): number[] {
  return layout === "timeline" ? [] : groups.flatMap((group) => group.facts.map((fact) => fact.id));
}

/** A wall as a client reads it. An event that was deleted since the plan was made is left out. */
export function wallView(
  { layout, groups, buckets, ...head }: WallPlan,
  events: ReadonlyMap<number, EventView>,
) {
  if (layout === "timeline") return { layout, ...head, groups: [], buckets, lanes: groups.map(laneView) };
  return { layout, ...head, groups: groups.map((group) => groupView(group, events)) };
}

function groupView({ facts, ...head }: WallGroup, events: ReadonlyMap<number, EventView>) {
  return { ...head, events: facts.flatMap((fact) => events.get(fact.id) ?? []) };
}

function laneView({ facts, ...head }: WallGroup) {
  return { ...head, spans: facts.map(spanView) };
}

function spanView({ id, start_ms, end_ms, severity }: EventFact) {
  const end = end_ms === null ? null : isoFromMs(end_ms);
  return { event_id: id, start: isoFromMs(start_ms), end, severity };
}
