import { z } from "@hono/zod-openapi";
import { withPlacesBelow } from "../../domain/plant/hierarchy.ts";
import { type Issue, validationRefusal } from "../../domain/shared/refusal.ts";
import { TEXT_LIMITS } from "../../domain/shared/text.ts";
import type { Storage } from "../../storage/contract.ts";
import { described, text } from "./query.ts";

/** The most areas that one request filters by. */
export const MOST_AREAS = 20;

const AREAS = new RegExp(`^[1-9]\\d{0,15}(,[1-9]\\d{0,15}){0,${MOST_AREAS - 1}}$`);
const AREAS_TEXT = `Must be 1 to ${MOST_AREAS} ids of areas with commas between them, such as 1,4`;

const areaIds = z.string().regex(AREAS, AREAS_TEXT)
  .transform((ids) => [...new Set(ids.split(",").map(Number))])
  .openapi({ type: "string", pattern: AREAS.source });

/** The query fields of what is filtered by place. */
export const placeFields = {
  area: areaIds.optional().openapi({
    param: {
      description:
        `Only what is in one of these areas of responsibility: ids, at most ${MOST_AREAS}, as in 1,4`,
      example: "1",
    },
  }),
  plant_node: described(
    text(TEXT_LIMITS.flocId),
    "Only what is at this plant node or below it; one that does not exist: 400",
  ),
};

/** The names under which lists take a plant node. */
const NODE_FIELDS = ["plant_node", "place", "plant_node_floc_id"] as const;

export interface PlaceQuery extends Partial<Record<typeof NODE_FIELDS[number], string>> {
  area?: number[];
}

/** The plant nodes that a query asks for, with what is below; undefined: it asks for none. Throws VALIDATION_FAILED. */
export function placesOf(
  { areas, plant }: Pick<Storage, "areas" | "plant">,
  query: PlaceQuery,
): ReadonlySet<string> | undefined {
  const issues: Issue[] = [];
  const named = query.area?.flatMap((id) => {
    const found = areas.get(id);
    if (found === undefined) issues.push({ path: "area", message: `Area ${id} does not exist` });
    return found?.plant_node_ids ?? [];
  });
  const roots = named === undefined ? [] : [named];
  for (const path of NODE_FIELDS) {
    const id = query[path];
    if (id === undefined) continue;
    roots.push([id]);
    if (plant.get(id) === undefined) issues.push({ path, message: `Plant node "${id}" does not exist` });
  }
  if (issues.length > 0) throw validationRefusal(issues);
  const nodes = plant.list();
  return roots.map((each) => withPlacesBelow(each, nodes)).reduce(inBoth, undefined);
}

/** What is in both sets; undefined: everything. */
function inBoth(
  a: ReadonlySet<string> | undefined,
  b: ReadonlySet<string> | undefined,
): ReadonlySet<string> | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return a.intersection(b);
}

/** Those that stand at one of the plant nodes. */
export function atPlaces<T extends { plant_node_floc_id: string | null }>(
  all: readonly T[],
  places: ReadonlySet<string> | undefined,
): readonly T[] {
  if (places === undefined) return all;
  return all.filter(({ plant_node_floc_id: node }) => node !== null && places.has(node));
}
