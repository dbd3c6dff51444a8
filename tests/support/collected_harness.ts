import { sourceOf } from "../../connectors/collected/source.ts";
import { COLLECTED_CAPABILITIES } from "../../connectors/collected/identity.ts";
import type { Intake } from "../../connectors/collected/inlet.ts";
import { CollectedStore, type StoreOptions } from "../../connectors/collected/store.ts";
import { ownStreamsOnly } from "../../connectors/own_streams.ts";
import type { DataSource } from "../../connectors/source.ts";
import { msFromTicks } from "../../domain/shared/time.ts";
import type { SourceHarness } from "./source_harness.ts";
import type { SourceServer } from "./source_suite.ts";

export const COLLECTED_CONFIG = { delay_seconds: 0, repeat_seconds: 0, keep_days: 30, keep_gib: 10 };

/** Stands for what brings the samples: the tests write to the inlet themselves. */
export const QUIET_INTAKE: Intake = {
  test: () => Promise.reject(new Error("Nothing is connected here")),
  close: () => Promise.resolve(),
};

/** A store in a folder of its own, which is deleted at the end. */
export class StoreFolder implements AsyncDisposable {
  readonly path = Deno.makeTempDirSync({ prefix: "collected" });
  nowMs = Date.now();
  #store: CollectedStore | undefined;

  constructor(private readonly options: Partial<StoreOptions> = {}) {}

  /** The store, opened again when it was closed. */
  async store(): Promise<CollectedStore> {
    if (this.#store?.database.isOpen) return this.#store;
    return this.#store = await CollectedStore.open({
      config: COLLECTED_CONFIG,
      sourceLostSeconds: 60,
      now: () => this.nowMs,
      random: Math.random,
      ...this.options,
      path: `${this.path}/samples.sqlite`,
    });
  }

  async source(): Promise<DataSource> {
    return sourceOf(await this.store(), { kind: "collected", intake: QUIET_INTAKE });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#store?.close();
    await Deno.remove(this.path, { recursive: true });
  }
}

/** The store of what machines send, under the suite of all sources. */
export const COLLECTED_SERVER: SourceServer = {
  name: "collected samples",
  capabilities: COLLECTED_CAPABILITIES,
  lacks: ["credentials", "requests", "removal"],
  start: () => Promise.resolve(collectedHarness()),
};

const AWAY_MS = 3_600_000;

function collectedHarness(): SourceHarness {
  const folder = new StoreFolder();
  let awayMs = 0;
  const tested = { facts: {}, info: {}, latency_ms: 0, tested_at: new Date().toISOString() };
  const test = () => Promise.resolve({ connection_status: "connected" as const, ...tested });
  return {
    async connect() {
      return ownStreamsOnly(
        sourceOf(await folder.store(), { kind: "collected", intake: { ...QUIET_INTAKE, test } }),
        "any",
      );
    },
    async make(...names) {
      await (await folder.store()).inlet.announce(names.map((stream) => ({ stream, type: "NUM" })));
    },
    async write(name, ...samples) {
      const { inlet } = await folder.store();
      const arrived = samples.map(([time, value]) => ({
        stream: name,
        time,
        value,
        quality: "good" as const,
      }));
      await inlet.write(arrived);
      inlet.alive(msFromTicks(Math.max(...samples.map(([time]) => time))));
    },
    takeAway: () => Promise.reject(new Error("No sender removes samples")),
    async removeStream(name) {
      const store = await folder.store();
      store.remove(store.streams.get(name)!);
    },
    async forgetFeed() {
      (await folder.store()).database.set("subscription", null);
    },
    goAway: () => void (folder.nowMs += awayMs = AWAY_MS),
    hold: () => undefined,
    back: () => void (folder.nowMs -= awayMs),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
