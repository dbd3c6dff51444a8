import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { MAIN_LANE } from "../keys.ts";
import type { NounContext } from "../write.ts";

/** A write of one record that no request waits for. */
export interface BackgroundWrite {
  key: Key;
  /** Of the record that the write is based on: if it has changed since, the write is dropped. */
  versionstamp: string | undefined;
  mutations: Mutation[];
}

/** Writes in the background, one at a time for each `name`. */
export class BackgroundWrites {
  readonly #running = new Set<number | string>();

  constructor(private readonly context: NounContext, readonly what: string) {}

  start(name: number | string, { key, versionstamp, mutations }: BackgroundWrite): void {
    if (this.#running.has(name)) return;
    this.#running.add(name);
    const { store, log } = this.context;
    store.commit({ checks: [{ key, versionstamp: versionstamp ?? null }], mutations }, MAIN_LANE)
      .catch((error) => log("warn", `${this.what} could not be written`, { error: String(error) }))
      .finally(() => this.#running.delete(name));
  }
}
