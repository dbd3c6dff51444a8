import type { Discovery, FoundStream } from "../../domain/asset/types.ts";
import { listAll } from "../listing.ts";
import { compareText, withDerivedAssets } from "../naming.ts";
import type { DiscoveryProgress } from "../source.ts";
import { parseWire, type Schema } from "../wire.ts";
import type { Api } from "./api.ts";
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
  const all = plant.kind === "AF database"
    ? await listAttributes(options, { plant, onPage })
    : await listPoints(options, { plant, onPage });
  const streams = all.filter((one): one is FoundStream => "source" in one);
  const unsupported = all.flatMap((one) => "reason" in one ? [one] : []);
  const ordered = streams.sort((one, other) => compareText(one.stream_id, other.stream_id));
  const assets = withDerivedAssets([], ordered);
  onProgress({ streams: ordered.length, assets: assets.length });
  return { assets, streams: ordered, unsupported };
}

interface ListingOf {
  plant: Plant;
  onPage: (count: number) => void;
}

async function listPoints(options: DiscoveryOptions, { plant, onPage }: ListingOf): Promise<Listed[]> {
  const found = await list(options, {
    path: ["dataservers", plant.webId, "points"],
    query: {
      nameFilter: options.config.name_filter,
      selectedFields: fieldsBelow("Items.", POINT_FIELDS),
    },
    schema: points,
    onPage,
  });
  return found.map(listedPoint);
}

async function listAttributes(options: DiscoveryOptions, { plant, onPage }: ListingOf): Promise<Listed[]> {
  const found = await list(options, {
    path: ["assetdatabases", plant.webId, "elementattributes"],
    query: { searchFullHierarchy: "true", selectedFields: fieldsBelow("Items.", ATTRIBUTE_FIELDS) },
    schema: attributes,
    onPage,
  });
  return found.flatMap((attribute) => listedAttribute(attribute) ?? []);
}

interface List<T> {
  path: string[];
  query: Record<string, string>;
  schema: Schema<{ Items: T[] }>;
  onPage: (count: number) => void;
}

async function list<T extends { WebId: string }>(
  { api, limits }: DiscoveryOptions,
  { path, query, schema, onPage }: List<T>,
): Promise<T[]> {
  const what = path.at(-1) ?? "";
  const found = await listAll({
    what,
    pageSize: limits.listPageSize,
    maxPages: limits.maxListPages,
    // Web ids tell upper from lower case.
    idOf: (item: T) => item.WebId.replace(/[A-Z]/g, "^$&"),
    onPage,
    async readPage(startIndex, maxCount) {
      const { body } = await api.call({ path, query: { ...query, ...BY_ID, startIndex, maxCount } }, WORK);
      return { items: parseWire(schema, body, what).Items, total: Infinity };
    },
  });
  return [...found.values()];
}
