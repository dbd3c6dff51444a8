import { BACKTEST_LIMITS, type BacktestLimits } from "../../domain/backtest/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { Places } from "../runtime/places.ts";
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

interface State {
  places: Places;
  runs: Map<string, AbortController>;
}

/** Backtests: each reads its span from the source's actor and judges it here, in steps between the shard's turns. */
export function backtestBehaviour(
  { limits = BACKTEST_LIMITS, timeZone }: { limits?: Readonly<BacktestLimits>; timeZone: string },
): Behaviour<State, Message> {
  return {
    kind: BACKTEST,
    gate: "none",
    load: () =>
      Promise.resolve({
        places: new Places({ atOnce: AT_ONCE, waiting: WAITING, what: "backtests" }),
        runs: new Map(),
      }),
    putAway: (state) => {
      for (const run of state.runs.values()) run.abort(cancelled());
      return Promise.resolve();
    },
    decide: (state, message, { context }) => decide(state, message, { context, limits, timeZone }),
  };
}

interface Given {
  context: ActorContext;
  limits: Readonly<BacktestLimits>;
  timeZone: string;
}

function decide(state: State, message: Message, given: Given): Effects<Message> {
  switch (message.type) {
    case "run":
    case "records":
      return { later: run(state, message, given).then((answer) => ({ type: "done", answer })) };
    case "cancel":
      state.runs.get(message.id)?.abort(cancelled());
      return {};
    case "done":
      return { answer: message.answer };
  }
}

async function run(
  { places, runs }: State,
  { type, id, order }: Extract<BacktestMessage, { order: BacktestOrder }>,
  { context, limits, timeZone }: Given,
): Promise<Answer> {
  const ended = new AbortController();
  runs.set(id, ended);
  const timer = setTimeout(() => ended.abort(tooLong()), RUN_DEADLINE_MS);
  try {
    return await places.inPlace(ended.signal, async () => {
      const options = { id, context, signal: ended.signal, limits, timeZone };
      const { run, missing } = await carryOut(order, {
        ...options,
        onPart: (run) => {
          const progress: RunProgress = { run: id, ...run.progress() };
          context.publish(BACKTEST_PROGRESS, progress);
        },
      });
      return type === "run" ? run.result(missing) : run.recorded(missing);
    });
  } finally {
    clearTimeout(timer);
    runs.delete(id);
  }
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
