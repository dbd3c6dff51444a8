import { endKeptCluster } from "./kept_cluster.ts";

/** `deno task proof:cluster`: the system tests by requests to three processes. */
export function byCluster(): boolean {
  return Deno.env.get("ANDON_BY") === "cluster";
}

/** `deno task proof:workers`: every system test in two workers. */
export function byWorkers(): boolean {
  return Deno.env.get("ANDON_BY") === "workers";
}

export interface ClusterTestOptions {
  /** Each process has a shard with a feed of its own; else all is in the one that holds the store. */
  byFeeds: boolean;
  /** Why it cannot be had by requests. */
  inside?: string;
  run(how: { shards: number }): Promise<void>;
}

/** The processes go on after the test: it is Andon in the test's own process that must leave nothing behind. */
const LEAVES_PROCESSES = { sanitizeOps: false, sanitizeResources: false };

/** What cannot be had by requests is said: `deno task proof:cluster` lists these lines at its end. */
export function clusterTest(fact: string, { byFeeds, inside, run }: ClusterTestOptions): void {
  if (inside !== undefined) return console.log(`Left out: "${fact}": ${inside}`);
  endAfterAll();
  const [where, shards] = byFeeds
    ? ["three processes, a feed in each", 3] as const
    : ["three processes", 1] as const;
  Deno.test(`${fact} (${where})`, LEAVES_PROCESSES, () => run({ shards }));
}

let endsAfterAll = false;

/** Once a file. */
function endAfterAll(): void {
  if (!endsAfterAll) Deno.test.afterAll(endKeptCluster);
  endsAfterAll = true;
}
