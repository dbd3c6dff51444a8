import { BACKFILL_AT_ONCE, type Backfilled } from "../../../actors/instance/contract.ts";
import type { Actor } from "../../../domain/access/types.ts";
import { wholeEvents } from "../../../domain/backfill/events.ts";
import { BACKFILL_LIMITS, type BackfillResult } from "../../../domain/backfill/types.ts";
import type { BacktestOrder } from "../../../domain/backtest/types.ts";
import type { EventRecord } from "../../../domain/event/types.ts";
import { invalid, Refusal } from "../../../domain/shared/refusal.ts";
import { isoFromTicks } from "../../../domain/shared/time.ts";
import type { BacktestOptions } from "../../../ports/backtests.ts";
import { counted } from "../../pipeline/counts.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

interface BackfillOptions extends BacktestOptions {
  isDry: boolean;
  by: Actor;
}

/** Evaluates the span, then has the instance's actor write the missing events in small batches. */
export async function runBackfill(
  deps: AppDeps,
  order: BacktestOrder,
  options: BackfillOptions,
): Promise<BackfillResult> {
  const { records, truncated, ...figures } = await deps.backtests.records(order, options);
  if (truncated) {
    const most = BACKFILL_LIMITS.events.toLocaleString("en-US");
    const text = `The span has more than ${most} events; choose a shorter one, or change the rules first`;
    throw invalid("from", text);
  }
  const { whole, begunBefore, openAtEnd } = wholeEvents(records);
  const { written, known } = await writeAll(deps, { order, events: whole, options });
  return {
    instance_id: order.units[0]!.deployment.record.id,
    from: isoFromTicks(order.from),
    to: isoFromTicks(order.to),
    dry_run: options.isDry,
    found: whole.length,
    written,
    known,
    begun_before: begunBefore,
    open_at_end: openAtEnd,
    ...figures,
  };
}

async function writeAll(
  { instance }: AppDeps,
  { order, events, options: { signal, isDry, by } }: {
    order: BacktestOrder;
    events: readonly EventRecord[];
    options: BackfillOptions;
  },
): Promise<Backfilled> {
  const actor = instance(order.units[0]!.deployment.record.id);
  const whole = { from: isoFromTicks(order.from), to: isoFromTicks(order.to) };
  const done: Backfilled = { written: 0, known: 0 };
  for (let from = 0; from < events.length; from += BACKFILL_AT_ONCE) {
    if (signal.aborted) throw new Refusal("UNAVAILABLE", "The request was aborted");
    const records = events.slice(from, from + BACKFILL_AT_ONCE);
    const span = done.written === 0 ? whole : null;
    const { written, known } = await actor.ask<Backfilled>({ type: "backfill", records, isDry, span, by });
    done.written += written;
    done.known += known;
  }
  return done;
}

export function backfillText({ written, dry_run }: BackfillResult): string {
  return `${dry_run ? "Will write" : "Wrote"} ${counted(written, "event")} of the past`;
}
