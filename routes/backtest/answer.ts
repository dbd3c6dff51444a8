import type { BacktestOrder, BacktestResult } from "../../domain/backtest/types.ts";
import type { WrittenAnswer } from "../answer.ts";
import type { AppDeps } from "../deps.ts";
import type { AppContext } from "../env.ts";
import { answerLongRun } from "../long_run.ts";

/** Runs a backtest. It stops when the client disconnects. */
export function answerBacktest(
  c: AppContext,
  { deps, order, stream }: { deps: AppDeps; order: BacktestOrder; stream: boolean },
): Promise<WrittenAnswer<BacktestResult>> {
  return answerLongRun(c, {
    deps,
    stream,
    what: "backtest",
    async run(options) {
      const data = await deps.backtests.run(order, options);
      return { message: messageOf(order, data), data };
    },
  });
}

function messageOf({ units }: BacktestOrder, { summary: { events } }: BacktestResult): string {
  const instances = units.length === 1 ? "1 instance" : `${units.length} instances`;
  return `Evaluated ${instances}: ${events} ${events === 1 ? "event" : "events"}`;
}
