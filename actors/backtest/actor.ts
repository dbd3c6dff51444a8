import { BACKTEST_LIMITS, type BacktestLimits } from "../../domain/backtest/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { runsBehaviour } from "../runtime/runs_behaviour.ts";
import { carryOut } from "./carry_out.ts";
import {
  BACKTEST,
  BACKTEST_PROGRESS,
  type BacktestMessage,
  type BacktestOrder,
  type BacktestRecords,
  type BacktestResult,
  RUN_DEADLINE_MS,
  type RunProgress,
} from "./contract.ts";

/** Runs at one time, and runs that may wait. */
const AT_ONCE = 2;
const WAITING = 8;

type Answer = BacktestResult | BacktestRecords;
type Asked = Extract<BacktestMessage, { order: BacktestOrder }>;

/** Backtests: each reads its span through the source actor and evaluates it here, in steps between the shard's turns. */
export function backtestBehaviour(
  { limits = BACKTEST_LIMITS, timeZone }: { limits?: Readonly<BacktestLimits>; timeZone: string },
) {
  return runsBehaviour<Asked, Answer>({
    kind: BACKTEST,
    semaphore: { permits: AT_ONCE, maxWaiting: WAITING, what: "backtests" },
    deadlineMs: RUN_DEADLINE_MS,
    cancelled,
    tooLong,
    async carryOut({ type, id, order }, { context, signal }) {
      const { run, missing } = await carryOut(order, {
        id,
        context,
        signal,
        limits,
        timeZone,
        onPart: (run) => {
          const progress: RunProgress = { run: id, ...run.progress() };
          context.publish(BACKTEST_PROGRESS, progress);
        },
      });
      return type === "run" ? run.result(missing) : run.recorded(missing);
    },
  });
}

function cancelled(): Refusal {
  return new Refusal("UNAVAILABLE", "The backtest was cancelled");
}

function tooLong(): Refusal {
  const minutes = RUN_DEADLINE_MS / 60_000;
  return new Refusal(
    "UNAVAILABLE",
    `The backtest took longer than ${minutes} minutes; ask for a shorter span or fewer instances`,
  );
}
