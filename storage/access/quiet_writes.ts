import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { MAIN_LANE } from "../keys.ts";
import type { NounContext } from "../write.ts";

/** One record's write that nobody waits for. */
export interface QuietWrite {
  key: Key;
  /** Of the record that the write was decided on: once it was changed by somebody else, the write is void. */
  versionstamp: string | undefined;
  mutations: Mutation[];
}

/** Writes behind a request's back, one at a time for each `name`. */
export class QuietWrites {
  readonly #running = new Set<number | string>();

  constructor(readonly context: NounContext, readonly what: string) {}

  start(name: number | string, { key, versionstamp, mutations }: QuietWrite): void {
    if (this.#running.has(name)) return;
    this.#running.add(name);
    const { store, log } = this.context;
    store.commit({ checks: [{ key, versionstamp: versionstamp ?? null }], mutations }, MAIN_LANE)
      .catch((error) => log("warn", `${this.what} could not be written`, { error: String(error) }))
      .finally(() => this.#running.delete(name));
  }
}
