import { NO_SOURCE, type SourceStatus } from "../../actors/source/contract.ts";
import type { Key } from "../../domain/shared/commit.ts";
import type { Andon } from "../../main/serve.ts";
import type { Plant } from "../../main/system.ts";
import type { Storage, Store } from "../../storage/contract.ts";
import { startProxy } from "../../tools/cluster/proxy.ts";
import { AndonClient } from "./andon_client.ts";
import { ADMIN_PASSWORD } from "./andon_process.ts";
import type { ClusterHarness } from "./cluster_harness.ts";
import { ClusterStore } from "./cluster_store.ts";
import { eventually } from "./eventually.ts";
import { acquireCluster } from "./kept_cluster.ts";
import { readingsOf } from "./metrics_text.ts";
import { PushSocket } from "./push_socket.ts";

/** For what no request of the API offers. */
export class OnlyInside extends Error {}

export interface ClusterAndonOptions {
  shards: number;
  environment?: Record<string, string>;
}

const LOOK_MS = 50;

export interface ClusterAndon {
  andon: Andon;
  /** The metrics of the leader. */
  metrics(): Promise<string>;
  /** Stores the evaluated state as a generation. */
  generation(): Promise<void>;
  logged(): string[];
  /** Ends the use; the processes of a cluster may continue for another test. */
  leave(): Promise<void>;
}

/** Three processes over a KV server behind the small proxy, instead of one Andon in the test's own process. */
export async function clusterAndon({ shards, environment }: ClusterAndonOptions): Promise<ClusterAndon> {
  const cluster = await acquireCluster({ ACTOR_SHARDS: String(shards), ...environment });
  const takenMs = Date.now();
  const { harness } = cluster;
  await using starting = new AsyncDisposableStack();
  const proxy = starting.use(
    startProxy({ port: 0, processes: harness.processes.map(({ baseUrl }) => baseUrl) }),
  );
  const leader = new LeaderMetrics(harness);
  const store = starting.use(await ClusterStore.open(cluster.kv));
  const source = starting.use(await SourceSeen.by(proxy.url, leader));
  const metrics = () => leader.text();
  await areSpread(metrics, { shards, processes: harness.processes.length });
  const parts = starting.move();
  let isClosed = false;
  const andon = onlyThis<Andon>({
    address: proxy.url,
    // A new store over a KV server has one feed per shard.
    plant: onlyThis<Plant>({ feeds: shards, sourceStatus: () => source.status }),
    storage: onlyThis<Storage>({ store: readOnly(store) }),
    async close() {
      isClosed = true;
      // The proxy last, so that browsers receive their close codes.
      await Promise.all(harness.processes.map((process) => process.stop()));
      await parts.disposeAsync();
      await cluster[Symbol.asyncDispose]();
    },
  });
  const leave = async () => {
    if (isClosed) return;
    await parts.disposeAsync();
    await cluster.putBack();
  };
  const generation = () => store.generation(shards);
  return { andon, metrics, generation, logged: () => harness.loggedSince(takenMs), leave };
}

function readOnly({ reads }: ClusterStore): Store {
  return onlyThis<Store>({
    get: async <T>(key: Key) => (await reads.getMany<T>([key]))[0],
    list: (selector) => reads.list(selector),
  });
}

/** Processes get shards only after a while, and a moving shard refuses commands. */
async function areSpread(
  metrics: () => Promise<string>,
  { shards, processes }: SpreadOptions,
): Promise<void> {
  const least = Math.floor(shards / processes);
  await eventually("the shards are spread", async () => {
    const readings = [...readingsOf(await metrics())];
    const counts = readings.filter(([series]) => series.startsWith("andon_process_shards{"));
    return counts.length === processes && counts.every(([, count]) => count >= least);
  });
}

interface SpreadOptions {
  shards: number;
  processes: number;
}

/** Everything else is not available from outside. */
function onlyThis<T extends object>(parts: Partial<T>): T {
  return new Proxy(parts, {
    get(target, name) {
      if (name in target) return Reflect.get(target, name);
      if (typeof name === "symbol" || name === "then") return undefined;
      throw new OnlyInside(`${name} is not to be had by requests`);
    },
  }) as T;
}

/** Only one of the processes reports the source. */
class LeaderMetrics {
  #leader = 0;

  constructor(readonly harness: ClusterHarness) {}

  async text(): Promise<string> {
    return await eventually("a process reports the source", () => this.look());
  }

  /** Undefined when the last reporter no longer reports it; the next call tries the next process. */
  async look(): Promise<string | undefined> {
    const { processes } = this.harness;
    const answer = await fetch(`${processes[this.#leader].baseUrl}/metrics`).catch(() => null);
    const text = await answer?.text().catch(() => "") ?? "";
    if (/^andon_source_followed_streams /m.test(text)) return text;
    this.#leader = (this.#leader + 1) % processes.length;
    return undefined;
  }
}

type SourceCounts = Pick<SourceStatus, "followed_streams" | "unread_streams" | "late_samples" | "samples">;

/** The state of the source from the push channel and the leader's metrics. */
class SourceSeen implements AsyncDisposable {
  #counts: SourceCounts = NO_SOURCE;
  readonly #ended = new AbortController();
  readonly #looking: Promise<void>;

  #socket: PushSocket;

  private constructor(first: PushSocket, readonly reopen: () => Promise<PushSocket>, metrics: LeaderMetrics) {
    this.#socket = first;
    this.#looking = this.#look(metrics);
  }

  static async by(url: string, metrics: LeaderMetrics): Promise<SourceSeen> {
    const client = new AndonClient(url);
    const signIn = () => client.signIn("admin", ADMIN_PASSWORD).then(() => true, () => false);
    await eventually("the admin signs in", signIn);
    const headers = { cookie: client.cookie, origin: url };
    const first = { subscribe: ["source_state"] };
    const open = () => PushSocket.open(`${url.replace("http", "ws")}/api/ws`, headers, first);
    return new SourceSeen(await open(), open, metrics);
  }

  /** When the leader changes, the client is disconnected and reconnects. */
  async #comeAgain(): Promise<void> {
    if (this.#socket.socket.readyState !== WebSocket.CLOSED || this.#ended.signal.aborted) return;
    this.#socket = await this.reopen().catch(() => this.#socket);
  }

  get status(): SourceStatus {
    const { state, reason, error_code, watermark } = this.#socket.of("source_state").at(-1)?.data ?? NOT_TOLD;
    const watermark_ms = watermark === null ? null : Date.parse(watermark);
    return onlyThis<SourceStatus>({ ...this.#counts, state, reason, error_code, watermark_ms });
  }

  async #look(metrics: LeaderMetrics): Promise<void> {
    while (!this.#ended.signal.aborted) {
      const text = await metrics.look();
      if (text !== undefined) this.#counts = countsOf(text);
      await this.#comeAgain();
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#ended.abort();
    await this.#looking;
    await this.#socket[Symbol.asyncDispose]();
  }
}

function countsOf(text: string): SourceCounts {
  const of = (name: string) => Number(new RegExp(`^andon_source_${name} (\\d+)$`, "m").exec(text)?.[1]);
  return {
    followed_streams: of("followed_streams"),
    unread_streams: of("unread_streams"),
    samples: of("samples_total"),
    late_samples: of("late_samples_total"),
  };
}

const NOT_TOLD = { state: NO_SOURCE.state, reason: null, error_code: null, watermark: null };
