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
