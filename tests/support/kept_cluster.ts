import { ANSWERED_BY } from "../../cluster/forwarding/standby_app.ts";
import { ClusterHarness } from "./cluster_harness.ts";
import { ClusterStore } from "./cluster_store.ts";
import { findDenokv, KvServer } from "./denokv.ts";
import { eventually } from "./eventually.ts";

const FRESH_MS = 60_000;

/** The cluster that no test uses at present. */
let kept: Cluster | undefined;

/**
 * Three processes over an empty KV server. Those of the previous test are used again if their settings are equal: their
 * store is replaced by an empty one, which they open as at their start.
 */
export async function acquireCluster(environment: Record<string, string>): Promise<Cluster> {
  const found = kept;
  kept = undefined;
  if (found?.isOf(environment) && await found.freshened()) return found;
  await found?.[Symbol.asyncDispose]();
  return await Cluster.start(environment);
}

/** Ends the unused cluster. */
export async function endKeptCluster(): Promise<void> {
  await kept?.[Symbol.asyncDispose]();
  kept = undefined;
}

export class Cluster implements AsyncDisposable {
  private constructor(
    readonly kv: KvServer,
    readonly harness: ClusterHarness,
    private readonly environment: string,
  ) {}

  static async start(environment: Record<string, string>): Promise<Cluster> {
    const binary = findDenokv();
    if (binary === undefined) throw new Error("The KV server denokv is missing; set DENOKV_BIN");
    const kv = await KvServer.start(binary);
    try {
      const harness = await ClusterHarness.start(kv, { environment });
      return new Cluster(kv, harness, JSON.stringify(environment));
    } catch (error) {
      await kv[Symbol.asyncDispose]();
      throw error;
    }
  }

  isOf(environment: Record<string, string>): boolean {
    return this.environment === JSON.stringify(environment);
  }

  /** Keeps it for the next test. */
  async putBack(): Promise<void> {
    await endKeptCluster();
    kept = this;
  }

  /** Whether the processes use a new store in time; a cluster in an odd state is ended. */
  async freshened(): Promise<boolean> {
    await this.kv.empty();
    using store = await ClusterStore.open(this.kv);
    const isFresh = () => this.#isFresh(store);
    try {
      return await eventually("all answer through the leader of the new store", isFresh, FRESH_MS);
    } catch (error) {
      console.error(`Restarted: ${error}\n${this.harness.log}`);
      return false;
    }
  }

  /** One process leads, according to the store, and the others answer through it. */
  async #isFresh(store: ClusterStore): Promise<boolean> {
    const leader = await store.leader();
    if (leader === null) return false;
    const by = await Promise.all(this.harness.processes.map(({ baseUrl }) => answeredBy(baseUrl)));
    return by.filter((who) => who === "itself").length === 1 &&
      by.filter((who) => who === leader).length === by.length - 1;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.harness[Symbol.asyncDispose]();
    await this.kv[Symbol.asyncDispose]();
  }
}

async function answeredBy(baseUrl: string): Promise<string | undefined> {
  const answer = await fetch(`${baseUrl}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200 ? answer.headers.get(ANSWERED_BY) ?? "itself" : undefined;
}
