import { type Api, told } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";
import { type PlantPlace, plantPlaces, type PlantTree } from "./plant_paths.ts";
import type { Schemas } from "../api/client.ts";

/** One template with its rules; undefined while none is chosen, while it is read, and where there is none. */
export function useTemplate(id: number | undefined): Schemas["Template"] | undefined {
  const { api } = useConsole();
  const read = useResource(`template ${id}`, async (signal) => {
    if (id === undefined) return undefined;
    return (await told(api.GET("/api/templates/{id}", { params: { path: { id } }, signal }))).data;
  }, { changes: ["template"] }).state.value.value;
  return read?.id === id ? read : undefined;
}

/** The templates by which deployed instances look at a stream, by id, with their rules. */
export async function templatesOn(
  api: Api,
  { stream, signal }: { stream: number; signal: AbortSignal },
): Promise<ReadonlyMap<number, Schemas["Template"]>> {
  const { data } = await told(
    api.GET("/api/templates", { params: { query: { stream_id: stream } }, signal }),
  );
  return new Map(wholeTemplates(data).map((template) => [template.id, template]));
}

/** All templates by id, for lists and choices: much less to read. */
export function useTemplateBriefs(): ResourceHandle<ReadonlyMap<number, Schemas["TemplateBrief"]>> {
  const { api } = useConsole();
  return useResource("template briefs", async (signal) => {
    const rows = await templateBriefs(api, signal);
    return new Map(rows.map((template) => [template.id, template]));
  }, { changes: ["template", "instance"] });
}

/** One answer holds 10,000; of more so many further pages are read. */
const PAGE = 1_000;
const MOST_PAGES = 20;

export async function templateBriefs(
  api: Api,
  signal?: AbortSignal,
): Promise<readonly Schemas["TemplateBrief"][]> {
  const read = (page: { limit?: number; offset?: number }) =>
    told(api.GET("/api/templates", { params: { query: { detail: "brief" as const, ...page } }, signal }));
  const { data, pagination } = await read({});
  const rows = [...briefTemplates(data)];
  const most = Math.min(pagination?.total ?? 0, rows.length + MOST_PAGES * PAGE);
  while (rows.length < most) {
    const next = briefTemplates((await read({ limit: PAGE, offset: rows.length })).data);
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
  return briefPackages((await told(api.GET("/api/packages", { params, signal }))).data);
}

type Rows = readonly (Schemas["Template"] | Schemas["TemplateBrief"])[];

/** As `detail` asked for. */
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

/** The plant: its roots, and every node by id. */
export function usePlant(): ResourceHandle<
  { roots: readonly PlantTree[]; places: ReadonlyMap<string, PlantPlace> }
> {
  const { api } = useConsole();
  return useResource("plant", async (signal) => {
    const { data } = await told(api.GET("/api/plant-model", { signal }));
    return { roots: data, places: plantPlaces(data) };
  }, { changes: ["plant_node"] });
}

/** The streams that deployed instances are bound to, by name. */
export function useBoundStreams(): ResourceHandle<ReadonlyMap<string, Schemas["BoundStream"]>> {
  const { api } = useConsole();
  return useResource("bound streams", async (signal) => {
    const { data } = await told(api.GET("/api/streams/active", { signal }));
    return new Map(data.map((stream) => [stream.stream_name, stream]));
  }, { changes: ["instance", "asset"] });
}
