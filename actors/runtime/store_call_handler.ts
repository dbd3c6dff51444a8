import type { StorePort } from "../../domain/shared/commit.ts";
import type { Log } from "../../domain/shared/log.ts";
import { errorText, failed } from "./failure.ts";
import type { Outcome, StoreCall } from "./protocol.ts";
import type { Timers } from "./timers.ts";

export interface StoreCallHandlerOptions {
  store: StorePort;
  /** The lane of every commit. */
  lane: number;
  timers: Timers;
  log: Log;
}

/** Carries out the store calls of one shard, in order of arrival. */
export class StoreCallHandler {
  #commits = new Set<Promise<unknown>>();

  constructor(readonly options: StoreCallHandlerOptions) {}

  /** Never rejects. */
  async serve(request: StoreCall): Promise<Outcome> {
    const work = call(this.options, request);
    if (request.op === "commit") this.#track(work);
    try {
      return { ok: true, value: await work };
    } catch (error) {
      const outcome = failed(error);
      if (!outcome.ok && outcome.refusal.code === "INTERNAL_ERROR") {
        this.options.log("error", "A store call failed", { op: request.op, error: errorText(error) });
      }
      return outcome;
    }
  }

  /** Resolves once every commit has settled, at the deadline at the latest. */
  async settled(deadlineMs: number): Promise<void> {
    if (this.#commits.size === 0) return;
    const { timers } = this.options;
    await new Promise<void>((resolve) => {
      const cancel = timers.after(deadlineMs, resolve);
      Promise.allSettled(this.#commits).then(() => (cancel(), resolve()));
    });
  }

  #track(work: Promise<unknown>): void {
    const done = () => this.#commits.delete(work);
    this.#commits.add(work);
    work.then(done, done);
  }
}

/** Calls the store before the first await, which keeps a lane's commits in order. */
async function call({ store, lane }: StoreCallHandlerOptions, request: StoreCall): Promise<unknown> {
  switch (request.op) {
    case "get":
      return await store.get(request.key);
    case "getMany":
      return await store.getMany(request.keys);
    case "list":
      return await store.list(request.selector);
    case "commit":
      return await store.commit(request.commit, lane);
    case "allocateIds":
      return await store.allocateIds(request.noun, request.count);
  }
}
