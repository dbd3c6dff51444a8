import type { Intake } from "../../connectors/collected/inlet.ts";
import { sourceOf } from "../../connectors/collected/source.ts";
import { CollectedStore, type StoreOptions } from "../../connectors/collected/store.ts";
import type { DataSource } from "../../connectors/source.ts";

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

/** Packs all hours that are old enough. A round that the store itself began may lack the newest streams. */
export function packAll({ packing, options }: CollectedStore): void {
  for (let rounds = 0; rounds < 2;) if (packing.run(options.now())) rounds++;
}
