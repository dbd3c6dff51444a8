/** A read that a wall screen may make. */
interface ScreenRead {
  /** The query parameters that it may have. Others could search for names of people. */
  query?: readonly string[];
  /** A query parameter that it must have: the other form of the answer names people. */
  must?: { readonly name: string; readonly value: string };
}

/** What a wall screen may read besides public paths. */
const SCREEN_READS: Readonly<Record<string, ScreenRead>> = {
  "GET /api/rule-events/active": { query: ["area", "plant_node"] },
  "GET /api/event-wall-data": { query: ["hours", "layout", "area", "plant_node"] },
  "GET /api/shelves": { query: ["area", "plant_node"] },
  "GET /api/templates": { query: ["detail", "limit", "offset"], must: { name: "detail", value: "brief" } },
  "GET /api/areas": {},
  "GET /api/plant-model": {},
  "GET /api/plant-settings": {},
  "GET /api/streams/active": {},
  "GET /api/ws": {},
};

/** Whether a wall screen may make this request; `line`: `GET /api/templates`. */
export function isScreenRead(line: string, query: URLSearchParams): boolean {
  if (!Object.hasOwn(SCREEN_READS, line)) return false;
  const { query: allowed = [], must } = SCREEN_READS[line];
  if (must !== undefined && query.getAll(must.name).join() !== must.value) return false;
  return [...query.keys()].every((name) => allowed.includes(name));
}
