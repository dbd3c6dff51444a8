import type {
  AnyCommit,
  CommitResult,
  Entry,
  Key,
  ListSelector,
  StorePort,
} from "../../domain/shared/commit.ts";
import { PendingAsk } from "./asker.ts";
import type { Outcome, StoreCall } from "./protocol.ts";
import type { Timers } from "./timers.ts";
import type { Log } from "../../domain/shared/log.ts";
import { errorText, failed } from "./failure.ts";

export interface PortStoreOptions {
  post: (call: number, request: StoreCall) => void;
  timers: Timers;
  deadlineMs: number;
}

/** The store as a shard sees it: requests that the main isolate answers, always on the shard's own lane. */
export class PortStore implements StorePort {
  #calls = new Map<number, PendingAsk>();
  #lastCall = 0;

  constructor(readonly options: PortStoreOptions) {}

  get<T>(key: Key): Promise<Entry<T> | undefined> {
    return this.#call({ op: "get", key });
  }

  getMany<T>(keys: readonly Key[]): Promise<(Entry<T> | undefined)[]> {
    return this.#call({ op: "getMany", keys });
  }

  list<T>(selector: ListSelector): Promise<Entry<T>[]> {
    return this.#call({ op: "list", selector });
  }

  commit(commit: AnyCommit): Promise<CommitResult> {
    return this.#call({ op: "commit", commit });
  }

  allocateIds(noun: string, count: number): Promise<number> {
    return this.#call({ op: "allocateIds", noun, count });
  }

  settle(call: number, outcome: Outcome): void {
    this.#calls.get(call)?.settle(outcome);
  }

  /** Requests get no answer from now on. */
  settleAll(outcome: Outcome): void {
    for (const pending of [...this.#calls.values()]) pending.settle(outcome);
  }

  /** Async, so that a request that cannot be copied rejects instead of throwing. */
  async #call<T>(request: StoreCall): Promise<T> {
    const call = ++this.#lastCall;
    this.options.post(call, request);
    const { timers, deadlineMs } = this.options;
    const pending = new PendingAsk({ timers, deadlineMs, what: "The store" });
    this.#calls.set(call, pending);
    pending.onSettled(() => this.#calls.delete(call));
    return await trustedAnswer<T>(pending.answer);
  }
}

/** The main isolate answers with the result of the same call on the real store. */
function trustedAnswer<T>(answer: Promise<unknown>): Promise<T> {
  return answer as Promise<T>;
}

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
