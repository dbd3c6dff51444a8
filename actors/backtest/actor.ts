import { BACKTEST_LIMITS, type BacktestLimits } from "../../domain/backtest/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { Runs } from "../runtime/runs.ts";
import type { ActorContext, Behaviour, Effects } from "../runtime/types.ts";
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

/** Runs at once, and runs that wait. */
const AT_ONCE = 2;
const WAITING = 8;

type Answer = BacktestResult | BacktestRecords;
type Message = BacktestMessage | { type: "done"; answer: Answer };

/** Backtests: each reads its span from the source's actor and judges it here, in steps between the shard's turns. */
export function backtestBehaviour(
  { limits = BACKTEST_LIMITS, timeZone }: { limits?: Readonly<BacktestLimits>; timeZone: string },
): Behaviour<Runs, Message> {
  return {
    kind: BACKTEST,
    gate: "none",
    load: () =>
      Promise.resolve(
        new Runs({
          places: { atOnce: AT_ONCE, waiting: WAITING, what: "backtests" },
          ...{ deadlineMs: RUN_DEADLINE_MS, cancelled, tooLong },
        }),
      ),
    putAway: (runs) => Promise.resolve(runs.cancelAll()),
    decide: (runs, message, { context }) => decide(runs, message, { context, limits, timeZone }),
  };
}

interface Given {
  context: ActorContext;
  limits: Readonly<BacktestLimits>;
  timeZone: string;
}

function decide(runs: Runs, message: Message, given: Given): Effects<Message> {
  switch (message.type) {
    case "run":
    case "records":
      return { later: run(runs, message, given).then((answer) => ({ type: "done", answer })) };
    case "cancel":
      runs.cancel(message.id);
      return {};
    case "done":
      return { answer: message.answer };
  }
}

function run(
  runs: Runs,
  { type, id, order }: Extract<BacktestMessage, { order: BacktestOrder }>,
  { context, limits, timeZone }: Given,
): Promise<Answer> {
  return runs.run(id, async (signal) => {
    const { run, missing } = await carryOut(order, {
      ...{ id, context, signal, limits, timeZone },
      onPart: (run) => {
        const progress: RunProgress = { run: id, ...run.progress() };
        context.publish(BACKTEST_PROGRESS, progress);
      },
    });
    return type === "run" ? run.result(missing) : run.recorded(missing);
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
