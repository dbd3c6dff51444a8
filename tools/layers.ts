/**
 * The layer of a file. `root` is the composition root; `free` may import anything and is imported only by its
 * like; `actor` is one actor's folder, `actors` the files directly in actors/.
 */
export type Layer =
  | "root"
  | "free"
  | "domain"
  | "storage"
  | "connectors"
  | "runtime"
  | "actor"
  | "actors"
  | "ports"
  | "routes"
  | "http"
  | "services"
  | "cluster"
  | "concurrency"
  | "console"
  | "settings"
  | "simulator"
  | "unknown";

const FOLDERS: Readonly<Record<string, Layer>> = {
  main: "root",
  cli: "root",
  tests: "free",
  bench: "free",
  tools: "free",
  domain: "domain",
  storage: "storage",
  http: "http",
  services: "services",
  cluster: "cluster",
  concurrency: "concurrency",
  connectors: "connectors",
  ports: "ports",
  routes: "routes",
  console: "console",
  settings: "settings",
  simulator: "simulator",
};

/** What the program consists of, besides its entries: the folders that may not import tests and tools. */
export const PROGRAM_FOLDERS: readonly string[] = [
  "actors",
  ...Object.keys(FOLDERS).filter((folder) => FOLDERS[folder] !== "free"),
];

/** Entry points, which only tests import. */
const ENTRIES: ReadonlySet<string> = new Set([
  "main.ts",
  "deploy.ts",
  "main/backup_worker.ts",
  "main/shard_worker.ts",
]);

export function layerOf(path: string): Layer {
  const parts = path.split("/"), [folder = ""] = parts;
  if (ENTRIES.has(path)) return "root";
  if (parts[0] === "actors") {
    return parts.length === 2 ? "actors" : parts[1] === "runtime" ? "runtime" : "actor";
  }
  return parts.length > 1 ? FOLDERS[folder] ?? "unknown" : "unknown";
}

/** The first two folders of a path: `actors/source`, `connectors/data_hub`; or the only one. */
export function partOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  return folders.slice(0, 2).join("/");
}

/** What all layers may import: small parts without a noun of the product. */
const isShared = (to: string) => partOf(to) === "domain/shared" || layerOf(to) === "concurrency";

/** What files of a layer may import, as text and as a predicate. */
export interface ImportRule {
  allowed: string;
  may(from: string, to: string): boolean;
}

const anything: ImportRule = { allowed: "anything", may: () => true };

export const IMPORT_RULES: Readonly<Record<Layer, ImportRule>> = {
  free: anything,
  root: { allowed: "anything but tests, bench and tools", may: (_, to) => layerOf(to) !== "free" },
  domain: { allowed: "domain", may: (_, to) => layerOf(to) === "domain" },
  storage: {
    allowed: "domain, storage and concurrency; of storage/store only store.ts may import storage/writes",
    may: (from, to) =>
      ["domain", "storage", "concurrency"].includes(layerOf(to)) &&
      !(partOf(from) === "storage/store" && from !== COMPOSER && partOf(to) === "storage/writes"),
  },
  settings: {
    allowed: "domain and settings",
    may: (_, to) => ["domain", "settings"].includes(layerOf(to)),
  },
  console: {
    allowed: "domain and console",
    may: (_, to) => ["domain", "console"].includes(layerOf(to)),
  },
  connectors: {
    allowed:
      "domain, concurrency, its own folder, the files directly in connectors/ and what connectors/collected offers " +
      "(identity.ts, inlet.ts, settings.ts, source.ts); connectors/sources.ts also connector.ts of each folder",
    may: (from, to) =>
      ["domain", "concurrency"].includes(layerOf(to)) || partOf(to) === "connectors" ||
      isOwnConnector(from, to) || COLLECTED.has(to) || from === SOURCES && isConnector(to),
  },
  runtime: {
    allowed: "domain/shared, concurrency and actors/runtime",
    may: (_, to) => isShared(to) || layerOf(to) === "runtime",
  },
  actor: {
    allowed:
      "domain, concurrency, actors/runtime, its own folder, connectors/source.ts, contract.ts of connectors and other " +
      "actors, storage/keys.ts " +
      "and storage/writes",
    may: (from, to) =>
      ["domain", "concurrency", "runtime"].includes(layerOf(to)) || partOf(from) === partOf(to) ||
      isContract(to) || to === SOURCE_CONTRACT ||
      to === "storage/keys.ts" || partOf(to) === "storage/writes",
  },
  actors: {
    allowed: "domain, actors/runtime and contract.ts of actors",
    may: (_, to) => ["domain", "runtime"].includes(layerOf(to)) || isActorContract(to),
  },
  ports: {
    allowed: "domain, ports, storage/contract.ts, contract.ts of actors and actors/runtime/types.ts",
    may: (_, to) =>
      ["domain", "ports"].includes(layerOf(to)) || to === "storage/contract.ts" || isSeenOfActors(to),
  },
  routes: {
    allowed:
      "domain, concurrency, storage, ports, routes, contract.ts of actors, actors/runtime/types.ts and " +
      "connectors/sources.ts",
    may: (_, to) =>
      ["domain", "concurrency", "storage", "ports", "routes"].includes(layerOf(to)) || isSeenOfActors(to) ||
      to === SOURCES,
  },
  concurrency: { allowed: "domain/shared and itself", may: (_, to) => isShared(to) },
  http: {
    allowed: "domain/shared, concurrency, ports and itself",
    may: (_, to) => isShared(to) || ["ports", "http"].includes(layerOf(to)),
  },
  services: {
    allowed:
      "domain, concurrency, storage, ports, services, contract.ts of actors, actors/runtime/types.ts and " +
      "connectors/source.ts",
    may: (_, to) =>
      ["domain", "concurrency", "storage", "ports", "services"].includes(layerOf(to)) || isSeenOfActors(to) ||
      to === SOURCE_CONTRACT,
  },
  cluster: {
    allowed: "domain, concurrency, storage, actors/runtime, ports, routes, settings and cluster",
    may: (_, to) =>
      ["domain", "concurrency", "storage", "runtime", "ports", "routes", "settings", "cluster"]
        .includes(layerOf(to)),
  },
  simulator: {
    allowed: "domain, concurrency and simulator",
    may: (_, to) => ["domain", "concurrency", "simulator"].includes(layerOf(to)),
  },
  unknown: { allowed: "nothing: its folder has no rule", may: () => false },
};

/** Has commits turned into rows. The other files of `storage/store` know no noun. */
const COMPOSER = "storage/store/store.ts";

/** The contract of data sources, and the table of their connectors. */
const SOURCE_CONTRACT = "connectors/source.ts", SOURCES = "connectors/sources.ts";

/** What the store of collected samples offers to the kinds that collect. */
const COLLECTED: ReadonlySet<string> = new Set(
  ["identity", "inlet", "settings", "source"].map((name) => `connectors/collected/${name}.ts`),
);

function isConnector(path: string): boolean {
  return layerOf(path) === "connectors" && path.split("/").length === 3 && path.endsWith("/connector.ts");
}

function isOwnConnector(from: string, to: string): boolean {
  return partOf(from) !== "connectors" && partOf(from) === partOf(to);
}

function isContract(path: string): boolean {
  return ["actor", "connectors"].includes(layerOf(path)) && path.split("/").length === 3 &&
    path.endsWith("/contract.ts");
}

function isActorContract(path: string): boolean {
  return layerOf(path) === "actor" && isContract(path);
}

/** What the floors above the actors see of them. */
function isSeenOfActors(path: string): boolean {
  return path === "actors/runtime/types.ts" || isActorContract(path);
}

/** The only importers of the files that `guards` selects, as text and as a predicate. */
export interface ImporterRule {
  guards(to: string): boolean;
  allowed: string;
  may(from: string, to: string): boolean;
}

/** Folders of connectors that are no kinds of data source. */
const OTHER_CONNECTORS: ReadonlySet<string> = new Set(
  ["ai", "backups", "contact_points", "forward", "identity", "syslog"].map((folder) =>
    `connectors/${folder}`
  ),
);

/** Kinds of data source: everybody else knows only their contract and the table of them. */
function isSourceConnector(path: string): boolean {
  return layerOf(path) === "connectors" && partOf(path) !== "connectors" &&
    !OTHER_CONNECTORS.has(partOf(path));
}

export const IMPORTER_RULES: readonly ImporterRule[] = [
  {
    guards: (to) => layerOf(to) === "free",
    allowed: "tests, bench and tools",
    may: (from) => layerOf(from) === "free",
  },
  {
    guards: (to) => ENTRIES.has(to),
    allowed: "tests",
    may: (from) => from.startsWith("tests/"),
  },
  {
    guards: (to) => to.startsWith("main/"),
    allowed: "main.ts, deploy.ts, main/, tests and bench",
    may: (from) => layerOf(from) === "root" || /^(tests|bench)\//.test(from),
  },
  {
    guards: (to) => ["cluster", "http", "services"].includes(layerOf(to)),
    allowed: "main.ts, main/, tests, bench and itself",
    may: (from, to) => ["root", "free", layerOf(to)].includes(layerOf(from)),
  },
  {
    guards: (to) => layerOf(to) === "simulator",
    allowed: "main.ts, main/, tests, bench and itself",
    may: (from) => from === "main.ts" || /^(main|tests|bench|simulator)\//.test(from),
  },
  {
    guards: isSourceConnector,
    allowed: "connectors/sources.ts, tests, bench and itself",
    may: (from) => from === SOURCES || /^(tests|bench)\//.test(from) || isSourceConnector(from),
  },
  {
    guards: (to) => layerOf(to) === "settings",
    allowed: "main.ts, deploy.ts, main/, cluster/, tests, bench, tools and itself",
    may: (from) => ["root", "free", "cluster", "settings"].includes(layerOf(from)),
  },
];
