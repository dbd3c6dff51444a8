import { OWN_ID } from "../../domain/event/own_event.ts";
import { shelfHolds, shelfKey, type ShelfRecord } from "../../domain/event/shelf.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { answerList } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { atPlaces, placeFields, placesOf } from "../pipeline/place_filter.ts";
import { listQuery, newRoutes } from "../pipeline/route.ts";
import type { AppContext } from "../pipeline/env.ts";
import { eventViewFor, HIDDEN } from "../pipeline/for_reader.ts";
import { shelf } from "./views/schemas/shelf.ts";

export function shelfRoutes(deps: AppDeps) {
  const { storage } = deps;
  return newRoutes("Rule events").handle("GET /api/shelves", {
    may: "viewer",
    screen: { query: ["area", "plant_node"] },
    request: { query: listQuery(placeFields) },
    description:
      "The rules and instances that are shelved now, by the end of their shelving, also while they have no active event. " +
      "`event` is the active event of the rule and instance, else the one through which they were shelved; null if " +
      "that was deleted. POST /api/rule-events/{id}/unshelve of it ends the shelving.",
    operationId: "listShelves",
    responses: answers("What is shelved, by whom, until when and why", { list: shelf }),
  }, async (c) => {
    const nowMs = deps.now();
    const shelves = storage.shelves.list().filter((each) => shelfHolds(each, nowMs))
      .toSorted((a, b) => a.until < b.until ? -1 : 1);
    const events = await eventsOf(deps, shelves);
    const placed = shelves.map((row) => ({ row, plant_node_floc_id: placeOf(deps, { row, events }) }));
    const rows = atPlaces(placed, placesOf(storage, c.req.valid("query"))).map(({ row }) => row);
    return answerList(c, { rows, query: c.req.valid("query"), view: shelfViewFor(c, { deps, events }) });
  });
}

/** The active event of each key, else the event through which it was shelved, by `shelfKey`. */
async function eventsOf(
  { storage }: AppDeps,
  shelves: readonly ShelfRecord[],
): Promise<ReadonlyMap<string, EventRecord>> {
  const shelved = await storage.eventSpans.records(shelves.map(({ event_id }) => event_id));
  return new Map([...shelved, ...storage.events.active()].map((event) => [shelfKey(event), event]));
}

/** The plant node of the instance, else the one that the event recorded. */
function placeOf(
  { storage }: AppDeps,
  { row, events }: { row: ShelfRecord; events: ReadonlyMap<string, EventRecord> },
): string | null {
  const placed = storage.instances.get(row.instance_id) ?? events.get(shelfKey(row));
  return placed?.plant_node_floc_id ?? null;
}

/** A wall screen gets neither names of people nor what they wrote. */
function shelfViewFor(
  c: AppContext,
  { deps, events }: { deps: AppDeps; events: ReadonlyMap<string, EventRecord> },
) {
  const isScreen = c.get("screen") !== undefined;
  const eventView = eventViewFor(c, deps);
  return (row: ShelfRecord) => {
    const { instance_id, rule_id, shelved_at, by, until, reason } = row;
    const event = events.get(shelfKey(row));
    return {
      instance_id: instance_id === OWN_ID ? null : instance_id,
      rule_id,
      shelved_at,
      shelved_by: isScreen ? HIDDEN : by,
      until,
      reason: isScreen ? HIDDEN : reason,
      event: event === undefined ? null : eventView(event),
    };
  };
}
