import { type ActorSystemOptions, startActorSystem } from "../../actors/runtime/system.ts";
import type { ActorSystem, Ref } from "../../actors/runtime/types.ts";
import type { Log } from "../../domain/shared/log.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { RuntimeStore } from "./runtime_store.ts";
import { placementOfId, type Script, toyBehaviours } from "./runtime_toys.ts";

/** An actor system of scripted actors over its own store, and what tests observe of it. */
export interface RuntimeHarness {
  system: ActorSystem;
  store: RuntimeStore;
  workers: Worker[];
  logged: { level: string; message: string; fields?: Record<string, unknown> }[];
  published: { channel: string; data: unknown }[];
  script(id: string, kind?: string): Ref<Script>;
  close(): Promise<void>;
}

const CHANNELS = ["actor_failed", "put_away", "news", "tick", "late"];

export function spawnToyWorker(): Worker {
  return new Worker(new URL("./runtime_worker.ts", import.meta.url), { type: "module" });
}

export async function openRuntimeHarness(
  options: Partial<ActorSystemOptions> & { shards: number },
): Promise<RuntimeHarness> {
  const store = await RuntimeStore.open();
  const workers: Worker[] = [];
  const logged: RuntimeHarness["logged"] = [];
  const log: Log = (level, message, fields) => logged.push({ level, message, fields });
  const system = startActorSystem({
    localBehaviours: toyBehaviours,
    init: "settings",
    store,
    placement: placementOfId,
    now: () => Date.now(),
    random: () => Math.random(),
    laneOfShard: (shard) => shard + 100,
    log,
    ...options,
    spawnWorker: (shard) => {
      const worker = options.spawnWorker?.(shard) ?? spawnToyWorker();
      workers.push(worker);
      return worker;
    },
  });
  const published: RuntimeHarness["published"] = [];
  for (const channel of CHANNELS) system.onPublish(channel, (data) => published.push({ channel, data }));
  return {
    system,
    store,
    workers,
    logged,
    published,
    script: (id, kind = "script") => system.ref<Script>(kind, id),
    async close() {
      await system.drain(3000);
      store.close();
    },
  };
}

/** Only a fault takes longer. */
export const READY_MS = 60_000;

/** Runs a test with its own harness, whose workers have started: no ask waits for that. */
export async function withRuntimeHarness(
  options: Partial<ActorSystemOptions> & { shards: number },
  test: (harness: RuntimeHarness) => Promise<void>,
): Promise<void> {
  const harness = await openRuntimeHarness(options);
  try {
    await harness.system.ready(READY_MS);
    await test(harness);
  } finally {
    await harness.close();
  }
}

/** Waits for a condition; throws when it does not hold within the deadline. */
export async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const endMs = Date.now() + 60_000;
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error(`Waited in vain until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** The Refusal with which a promise rejects. */
export async function refusalOf(promise: Promise<unknown>): Promise<Refusal> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error("Expected a Refusal");
}
