import type { Discovery, FoundStream } from "../../domain/asset/types.ts";
import { listAll } from "../listing.ts";
import { compareText, withDerivedAssets } from "../naming.ts";
import type { DiscoveryProgress } from "../source.ts";
import { parseWire, type Schema } from "../wire.ts";
import type { Api, Call } from "./api.ts";
import { BY_ID, findPlant, type Plant } from "./catalog.ts";
import type { Limits } from "./limits.ts";
import {
  ATTRIBUTE_FIELDS,
  fieldsBelow,
  type Listed,
  listedAttribute,
  listedPoint,
  POINT_FIELDS,
} from "./listed_streams.ts";
import type { PiWebApiConfig } from "./settings.ts";
import { attributes, points } from "./wire.ts";

export interface DiscoveryOptions {
  api: Api;
  config: PiWebApiConfig;
  limits: Limits;
}

const WORK = { work: "discovery" } as const;

/** The points of the data archive, or the attributes with a PI point of all elements of the AF database. */
export async function discover(
  options: DiscoveryOptions,
  onProgress: (progress: DiscoveryProgress) => void = () => {},
): Promise<Discovery> {
  const plant = await findPlant(options.api, options.config, WORK);
  const onPage = (count: number) => onProgress({ streams: count, assets: 0 });
  const all: Listed[] = plant.kind === "AF database"
    ? (await list(options, { plant, schema: attributes, onPage })).flatMap((one) =>
      listedAttribute(one) ?? []
    )
    : (await list(options, { plant, schema: points, onPage })).map(listedPoint);
  const streams = all.filter((one): one is FoundStream => "source" in one);
  const unsupported = all.flatMap((one) => "reason" in one ? [one] : []);
  const ordered = streams.sort((one, other) => compareText(one.stream_id, other.stream_id));
  const assets = withDerivedAssets([], ordered);
  onProgress({ streams: ordered.length, assets: assets.length });
  return { assets, streams: ordered, unsupported };
}

/** Asks for a page of what the plant has. */
export function listCall(
  { kind, webId }: Plant,
  { config, startIndex, maxCount }: { config: PiWebApiConfig; startIndex: number; maxCount: number },
): Call {
  const page = { ...BY_ID, startIndex, maxCount };
  if (kind === "AF database") {
    const selectedFields = fieldsBelow("Items.", ATTRIBUTE_FIELDS);
    const query = { searchFullHierarchy: "true", selectedFields, ...page };
    return { path: ["assetdatabases", webId, "elementattributes"], query };
  }
  const selectedFields = fieldsBelow("Items.", POINT_FIELDS);
  const query = { nameFilter: config.name_filter, selectedFields, ...page };
  return { path: ["dataservers", webId, "points"], query };
}

interface List<T> {
  plant: Plant;
  schema: Schema<{ Items: T[] }>;
  onPage: (count: number) => void;
}

async function list<T extends { WebId: string }>(
  { api, config, limits }: DiscoveryOptions,
  { plant, schema, onPage }: List<T>,
): Promise<T[]> {
  const what = plant.kind === "AF database" ? "attributes" : "points";
  const found = await listAll({
    what,
    pageSize: limits.listPageSize,
    maxPages: limits.maxListPages,
    // Web ids tell upper from lower case.
    idOf: (item: T) => item.WebId.replace(/[A-Z]/g, "^$&"),
    onPage,
    async readPage(startIndex, maxCount) {
      const { body } = await api.call(listCall(plant, { config, startIndex, maxCount }), WORK);
      return { items: parseWire(schema, body, what).Items, total: Infinity };
    },
  });
  return [...found.values()];
}
