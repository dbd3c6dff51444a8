import {
  BACKTEST,
  BACKTEST_ID,
  BACKTEST_PROGRESS,
  type BacktestMessage,
  type BacktestRecords,
  RUN_DEADLINE_MS,
  type RunProgress,
} from "../../actors/backtest/contract.ts";
import type { ActorSystem } from "../../actors/runtime/types.ts";
import type { BacktestOrder, BacktestProgress, BacktestResult } from "../../domain/backtest/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { BacktestOptions, BacktestPort } from "../../ports/backtests.ts";

/** Longer than the run's own deadline, whose refusal says more. */
const ASK_DEADLINE_MS = RUN_DEADLINE_MS + 60_000;

/** Sends backtests to their actor, and its progress to the callers. */
export class BacktestClient implements BacktestPort {
  readonly #listeners = new Map<string, (progress: BacktestProgress) => void>();
  #runs = 0;

  constructor(private readonly system: ActorSystem) {
    system.onPublish(BACKTEST_PROGRESS, (progress) => this.#notify(progress as RunProgress));
  }

  run(order: BacktestOrder, options: BacktestOptions): Promise<BacktestResult> {
    return this.#run("run", order, options);
  }

  records(order: BacktestOrder, options: BacktestOptions): Promise<BacktestRecords> {
    return this.#run("records", order, options);
  }

  async #run<Answer>(
    type: "run" | "records",
    order: BacktestOrder,
    { signal, onProgress }: BacktestOptions,
  ): Promise<Answer> {
    if (signal.aborted) throw cancelled();
    const actor = this.system.ref<BacktestMessage>(BACKTEST, BACKTEST_ID);
    const id = String(++this.#runs);
    const cancel = () => actor.tell({ type: "cancel", id });
    if (onProgress !== undefined) this.#listeners.set(id, onProgress);
    signal.addEventListener("abort", cancel, { once: true });
    try {
      return await actor.ask<Answer>({ type, id, order }, { deadlineMs: ASK_DEADLINE_MS });
    } finally {
      signal.removeEventListener("abort", cancel);
      this.#listeners.delete(id);
    }
  }

  #notify({ run, ...progress }: RunProgress): void {
    this.#listeners.get(run)?.(progress);
  }
}

function cancelled(): Refusal {
  return new Refusal("UNAVAILABLE", "The client no longer waits for the backtest");
}
