import { BACKFILL_LIMITS } from "../../../domain/backfill/types.ts";
import type { BacktestOrder } from "../../../domain/backtest/types.ts";
import type { InstanceRecord } from "../../../domain/instance/types.ts";
import { invalid } from "../../../domain/shared/refusal.ts";
import { isoFromTicks, type Ticks, ticksFromMs, ticksOfSeconds } from "../../../domain/shared/time.ts";
import type { AppDeps } from "../../pipeline/deps.ts";

const LONGEST_SPAN = ticksOfSeconds(BACKFILL_LIMITS.spanDays * 86_400);

/** What a backfill evaluates: the deployed instance, over a span before its deployment. */
export async function backfillOrder(
  { explanations, storage }: AppDeps,
  instance: InstanceRecord,
  span: { from: Ticks; to?: Ticks },
): Promise<BacktestOrder> {
  const explained = await explanations.ask(instance.id, null);
  if (explained.kind === "not_deployed") {
    throw invalid("", `Instance "${instance.instance_name}" is not deployed; deploy it first`);
  }
  const { deployment } = explained, { record } = deployment;
  const deployedAt = ticksFromMs(Date.parse(record.deployment_date ?? record.created_at));
  const { from, to = deployedAt } = span;
  if (to > deployedAt) {
    throw invalid(
      "to",
      `Must not be after its deployment, ${isoFromTicks(deployedAt)}: from then on it is evaluated live`,
    );
  }
  if (from >= to) throw invalid("from", "Must be before `to` (default: its deployment)");
  if (to - from > LONGEST_SPAN) {
    throw invalid("from", `Must be at most ${BACKFILL_LIMITS.spanDays} days before \`to\``);
  }
  return {
    units: [{ instanceId: instance.id, deployment }],
    streams: deployment.instance.streams.flatMap(({ id }) => storage.assets.stream(id) ?? []),
    from,
    to,
    points: 0,
  };
}
