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
  /** Each process has a shard with its own feed; otherwise everything runs in the leader. */
  byFeeds: boolean;
  /** Why it is not available by requests. */
  inside?: string;
  run(how: { shards: number }): Promise<void>;
}

/** The processes continue after the test; only Andon in the test's own process must leave nothing open. */
const LEAVES_PROCESSES = { sanitizeOps: false, sanitizeResources: false };

/** Skipped tests are printed: `deno task proof:cluster` lists these lines at its end. */
export function clusterTest(fact: string, { byFeeds, inside, run }: ClusterTestOptions): void {
  if (inside !== undefined) return console.log(`Left out: "${fact}": ${inside}`);
  endAfterAll();
  const [where, shards] = byFeeds
    ? ["three processes, a feed in each", 3] as const
    : ["three processes", 1] as const;
  Deno.test(`${fact} (${where})`, LEAVES_PROCESSES, () => run({ shards }));
}

let endsAfterAll = false;

/** Once per file. */
function endAfterAll(): void {
  if (!endsAfterAll) Deno.test.afterAll(endKeptCluster);
  endsAfterAll = true;
}
