import type { Ms } from "../../domain/shared/time.ts";
import type { Asker } from "./asker.ts";
import type { Outcome } from "./protocol.ts";

interface OpenAsk {
  asker: Asker;
  expiresMs: Ms;
}

/** The asks that one shard has not answered yet. */
export class AskTable {
  #open = new Map<number, OpenAsk>();
  #last = 0;

  /** The number under which the shard is asked. */
  nextNumber(): number {
    return ++this.#last;
  }

  add(ask: number, open: OpenAsk): void {
    this.#open.set(ask, open);
  }

  settle(ask: number, outcome: Outcome): void {
    const open = this.#open.get(ask);
    this.#open.delete(ask);
    open?.asker.settle(outcome);
  }

  settleAll(outcome: Outcome): void {
    const all = [...this.#open.values()];
    this.#open.clear();
    for (const { asker } of all) asker.settle(outcome);
  }

  /** Drops asks that expired before an instant. Their askers have given up already. */
  forgetExpired(beforeMs: Ms): void {
    for (const [ask, { expiresMs }] of this.#open) if (expiresMs < beforeMs) this.#open.delete(ask);
  }
}
