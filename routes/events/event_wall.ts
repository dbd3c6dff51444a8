import { z } from "@hono/zod-openapi";
import type { EventFact } from "../../domain/event/fact.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { EventView } from "../../domain/event/view.ts";
import { shelfHolds } from "../../domain/event/shelf.ts";
import { planWall, WALL_LAYOUTS, type WallHead, type WallLayout } from "../../domain/event/wall.ts";
import { categoryHead, templateHead } from "../../domain/event/wall_head.ts";
import { wallIds, wallView } from "../../domain/event/wall_view.ts";
import { hoursBefore } from "../../domain/shared/time.ts";
import { answerData } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { atPlaces, placeFields, placesOf } from "../pipeline/place_filter.ts";
import { described, hoursNumber } from "../pipeline/query.ts";
import { answers } from "../pipeline/document/answers.ts";
import { newRoutes } from "../pipeline/route.ts";
import { boundsView } from "../statistics/views/coverage.ts";
import { eventViewFor } from "../pipeline/for_reader.ts";
import { eventWall } from "./views/schemas/event_wall.ts";

const DEFAULT_HOURS = 1;

export function eventWallRoutes(deps: AppDeps) {
  const { storage } = deps;
  return newRoutes("Rule events").handle("GET /api/event-wall-data", {
    may: "viewer",
    screen: { query: ["hours", "layout", "area", "plant_node"] },
    request: {
      query: z.object({
        hours: described(hoursNumber(), "Events that were active in the last hours; default: 1"),
        layout: z.enum(WALL_LAYOUTS).optional(),
        ...placeFields,
      }),
    },
    description:
      "Defaults: `hours` 1, `layout` template. With `area` or `plant_node` all counts and the coverage are " +
      "of that place; a closed event is at the plant node that it recorded. Shelved events are counted in `shelved` and left " +
      "out of everything else; so are events out of service, in `out_of_service`. At most 5,000 events (the newest) are returned; beyond them `truncated` is true. Counts include " +
      "all. More than 100,000 closed events in the span: 400. A timeline has 60 buckets and one lane for each template, and " +
      "its `groups` is empty. `unacknowledged` does not depend on `hours`; see PUT /api/plant-settings.",
    operationId: "getEventWallData",
    responses: answers("The events that were active in the last `hours`, grouped, worst severity first", {
      data: eventWall,
    }),
  }, async (c) => {
    const { hours = DEFAULT_HOURS, layout = "template", ...query } = c.req.valid("query");
    const nowMs = deps.now(), places = placesOf(storage, query);
    const all = await storage.eventSpans.since(hoursBefore(hours, nowMs));
    const facts = atPlaces(all, places);
    const isShelved = (fact: EventFact) => shelfHolds(storage.shelves.get(fact), nowMs);
    const isOutOfService = (fact: EventFact) => storage.outOfService.at(fact, nowMs) !== undefined;
    const plan = planWall({
      layout,
      hours,
      nowMs,
      facts,
      isShelved,
      isOutOfService,
      headOf: headsOf(deps, layout),
    });
    const records = await storage.eventSpans.records(wallIds(plan));
    const view = eventViewFor(c, deps);
    const events = new Map(records.map((record) => [record.id, view(record)]));
    const wall = withCoverage(deps, { wall: wallView(plan, events), places });
    return answerData(c, { ...wall, ...await unacknowledgedEvents(deps, { places, view }) });
  });
}

type Places = ReadonlySet<string> | undefined;

/** Events that returned to normal and wait for an acknowledgement, without those that are shelved or out of service. */
async function unacknowledgedEvents(
  deps: AppDeps,
  { places, view }: { places: Places; view: (record: EventRecord) => EventView },
) {
  const { records, leftUntil } = await deps.storage.unacknowledged.read();
  const nowMs = deps.now();
  const seen = atPlaces(records, places)
    .filter((record) => !shelfHolds(deps.storage.shelves.get(record), nowMs))
    .filter((record) => deps.storage.outOfService.at(record, nowMs) === undefined);
  return {
    unacknowledged: seen.map(view),
    unacknowledged_left_until: leftUntil,
  };
}

function headsOf({ storage }: AppDeps, layout: WallLayout): (fact: EventFact) => WallHead {
  if (layout === "category") return (fact) => categoryHead(fact.category);
  return ({ template_id: id }) => templateHead(id, storage.templates.get(id));
}

/** A group with the coverage of the instances that can raise its events. */
function withCoverage(
  { storage }: AppDeps,
  { wall, places }: { wall: ReturnType<typeof wallView>; places: Places },
) {
  const templatesOf = ({ key }: WallHead) =>
    wall.layout === "category"
      ? storage.templates.list({ category: key }).map(({ id }) => id)
      : [Number(key)];
  const covered = <Group extends WallHead>(group: Group) => ({
    ...group,
    coverage: boundsView(storage.coverage.ofTemplates(templatesOf(group), places)),
  });
  if ("lanes" in wall) return { ...wall, lanes: wall.lanes.map(covered) };
  return { ...wall, groups: wall.groups.map(covered) };
}
