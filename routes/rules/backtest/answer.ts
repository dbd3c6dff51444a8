import type { BacktestOrder, BacktestResult } from "../../../domain/backtest/types.ts";
import type { WrittenAnswer } from "../../pipeline/answer.ts";
import { counted } from "../../pipeline/counts.ts";
import type { AppDeps } from "../../pipeline/deps.ts";
import type { AppContext } from "../../pipeline/env.ts";
import { answerLongRun } from "../../pipeline/long_run.ts";

/** Runs a backtest. It stops when the client disconnects. */
export function answerBacktest(
  c: AppContext,
  { deps, order, stream, message }: {
    deps: AppDeps;
    order: BacktestOrder;
    stream: boolean;
    message: typeof backtestText;
  },
): Promise<WrittenAnswer<BacktestResult>> {
  return answerLongRun(c, {
    deps,
    stream,
    what: "backtest",
    run: (options) => deps.backtests.run(order, options),
    message: ({ summary }) => message({ instances: order.units.length, events: summary.events }),
  });
}

export function backtestText({ instances, events }: { instances: number; events: number }): string {
  return `Evaluated ${counted(instances, "instance")}: ${counted(events, "event")}`;
}
