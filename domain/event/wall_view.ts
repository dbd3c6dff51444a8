import { isoFromMs, isoOrNull } from "../shared/time.ts";
import type { EventFact } from "./fact.ts";
import type { EventView } from "./view.ts";
import type { WallGroup, WallPlan } from "./wall.ts";

/** The ids of the events that a wall shows in full. A timeline shows only spans. */
export function wallIds({ layout, groups }: WallPlan): number[] {
  return layout === "timeline" ? [] : groups.flatMap((group) => group.facts.map((fact) => fact.id));
}

/** A wall as clients read it. Leaves out events that were deleted since the plan was made. */
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
  const end = isoOrNull(end_ms);
  return { event_id: id, start: isoFromMs(start_ms), end, severity };
}
