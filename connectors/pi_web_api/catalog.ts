import { connectionFailed } from "../source_failure.ts";
import { parseWire } from "../wire.ts";
import type { Api, CallOptions } from "./api.ts";
import { databaseOf, type PiWebApiConfig } from "./settings.ts";
import { dataServers, named } from "./wire.ts";

/** The AF database or the data archive that the settings name. */
export interface Plant {
  kind: "AF database" | "PI Data Archive";
  name: string;
  webId: string;
  /** Empty when it is not told. */
  version: string;
}

/** By their ids alone, web ids stay valid when something is renamed, and are short. */
export const BY_ID = { webIdType: "IDOnly" };

export async function findPlant(
  api: Api,
  config: PiWebApiConfig,
  options: CallOptions,
): Promise<Plant> {
  const wanted = databaseOf(config);
  return wanted === null
    ? await findArchive(api, config.data_archive ?? "", options)
    : await findDatabase(api, wanted, options);
}

async function findArchive(api: Api, name: string, options: CallOptions): Promise<Plant> {
  const query = { ...BY_ID, selectedFields: "Items.WebId;Items.Name;Items.ServerVersion" };
  const { body } = await api.call({ path: ["dataservers"], query }, options);
  const found = pick(parseWire(dataServers, body, "the data archives").Items, { name, what: "data archive" });
  return {
    kind: "PI Data Archive",
    name: found.Name,
    webId: found.WebId,
    version: found.ServerVersion ?? "",
  };
}

async function findDatabase(
  api: Api,
  { server, database }: { server: string; database: string },
  options: CallOptions,
): Promise<Plant> {
  const query = { ...BY_ID, selectedFields: "Items.WebId;Items.Name" };
  const servers = await api.call({ path: ["assetservers"], query }, options);
  const at = pick(parseWire(named, servers.body, "the AF servers").Items, {
    name: server,
    what: "AF server",
  });
  const databases = await api.call({ path: ["assetservers", at.WebId, "assetdatabases"], query }, options);
  const found = pick(parseWire(named, databases.body, "the AF databases").Items, {
    name: database,
    what: "AF database",
  });
  return { kind: "AF database", name: `\\\\${at.Name}\\${found.Name}`, webId: found.WebId, version: "" };
}

function pick<T extends { Name: string }>(
  items: readonly T[],
  { name, what }: { name: string; what: string },
): T {
  const found = items.find((item) => item.Name.toLowerCase() === name.toLowerCase());
  if (found !== undefined) return found;
  const seen = items.slice(0, 10).map((item) => item.Name).join(", ");
  const choice = seen === "" ? "this user sees none" : `this user sees ${seen}`;
  throw connectionFailed(`There is no ${what} ${name}; ${choice}`);
}
