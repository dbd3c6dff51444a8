import { type Api, unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";
import { type PlantLocation, plantLocations, type PlantTree } from "./plant_paths.ts";
import type { Schemas } from "../api/client.ts";

/** A template with its rules; undefined while none is chosen or loaded. */
export function useTemplate(id: number | undefined): Schemas["Template"] | undefined {
  const { api } = useConsole();
  const read = useResource(`template ${id}`, async (signal) => {
    if (id === undefined) return undefined;
    return (await unwrap(api.GET("/api/templates/{id}", { params: { path: { id } }, signal }))).data;
  }, { changes: ["template"] }).state.value.value;
  return read?.id === id ? read : undefined;
}

/** The templates whose deployed instances use a stream, by id, with their rules. */
export async function templatesOn(
  api: Api,
  { stream, signal }: { stream: number; signal: AbortSignal },
): Promise<ReadonlyMap<number, Schemas["Template"]>> {
  const { data } = await unwrap(
    api.GET("/api/templates", { params: { query: { stream_id: stream } }, signal }),
  );
  return new Map(wholeTemplates(data).map((template) => [template.id, template]));
}

/** Brief data of all templates by id, for lists and selects. */
export function useTemplateBriefs(): ResourceHandle<ReadonlyMap<number, Schemas["TemplateBrief"]>> {
  const { api } = useConsole();
  return useResource("template briefs", async (signal) => {
    const rows = await templateBriefs(api, signal);
    return new Map(rows.map((template) => [template.id, template]));
  }, { changes: ["template", "instance"], keep: true });
}

/** The first response holds up to 10,000 templates; further ones are read in pages. */
const PAGE_ROWS = 1_000;
const MAX_PAGES = 20;

export async function templateBriefs(
  api: Api,
  signal?: AbortSignal,
): Promise<readonly Schemas["TemplateBrief"][]> {
  const read = (page: { limit?: number; offset?: number }) =>
    unwrap(api.GET("/api/templates", { params: { query: { detail: "brief" as const, ...page } }, signal }));
  const { data, pagination } = await read({});
  const rows = [...briefTemplates(data)];
  const most = Math.min(pagination?.total ?? 0, rows.length + MAX_PAGES * PAGE_ROWS);
  while (rows.length < most) {
    const next = briefTemplates((await read({ limit: PAGE_ROWS, offset: rows.length })).data);
    if (next.length === 0) break;
    rows.push(...next);
  }
  return rows;
}

export async function packageBriefs(
  api: Api,
  signal?: AbortSignal,
): Promise<readonly Schemas["PackageBrief"][]> {
  const params = { query: { detail: "brief" as const } };
  return briefPackages((await unwrap(api.GET("/api/packages", { params, signal }))).data);
}

type Rows = readonly (Schemas["Template"] | Schemas["TemplateBrief"])[];

/** The shape of the rows depends on `detail` in the query. */
function wholeTemplates(rows: Rows): readonly Schemas["Template"][] {
  return rows as readonly Schemas["Template"][];
}
function briefTemplates(rows: Rows): readonly Schemas["TemplateBrief"][] {
  return rows as readonly Schemas["TemplateBrief"][];
}
function briefPackages(
  rows: readonly (Schemas["Package"] | Schemas["PackageBrief"])[],
): readonly Schemas["PackageBrief"][] {
  return rows as readonly Schemas["PackageBrief"][];
}

/** The plant model: its roots, and all nodes by id. */
export function usePlant(): ResourceHandle<
  { roots: readonly PlantTree[]; places: ReadonlyMap<string, PlantLocation> }
> {
  const { api } = useConsole();
  return useResource("plant", async (signal) => {
    const { data } = await unwrap(api.GET("/api/plant-model", { signal }));
    return { roots: data, places: plantLocations(data) };
  }, { changes: ["plant_node"], keep: true });
}

/** The streams bound by deployed instances, by name. */
export function useBoundStreams(): ResourceHandle<ReadonlyMap<string, Schemas["BoundStream"]>> {
  const { api } = useConsole();
  return useResource("bound streams", async (signal) => {
    const { data } = await unwrap(api.GET("/api/streams/active", { signal }));
    return new Map(data.map((stream) => [stream.stream_name, stream]));
  }, { changes: ["instance", "asset"], keep: true });
}
