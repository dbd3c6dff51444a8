import { ticksOfSeconds } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import { startBefore } from "./begin_job.ts";
import type { EvaluationMessage, Explained, OpenEventId, StoredStart } from "./contract.ts";
import type { OpenEvent } from "./event_book.ts";
import type { RestoredShard } from "./restored_shard.ts";

type Explain = Extract<EvaluationMessage, { type: "explain" }>;

/** A stored state further back is not gone on from: that would be too much to read for one look. */
const LONGEST_RUN = ticksOfSeconds(86_400);

/** The last stored state before a time that has been judged; null: there is none near enough, or it is not over. */
export async function readStart(
  shard: RestoredShard,
  { instanceId, at }: Explain,
  context: ActorContext,
): Promise<StoredStart | null> {
  const instance = shard.deployments.get(instanceId)?.instance;
  if (instance === undefined || at === null || at >= shard.engine.watermark || at < instance.deployedAt) {
    return null;
  }
  const start = await startBefore(shard, { instances: [instance], from: at }, context);
  if (start === null || !(start.watermark < at) || at - start.watermark > LONGEST_RUN) return null;
  const [{ instance: then, forms, commands, from, unread, unfilled }] = start.units;
  const last = commands.findLast((command) => command.kind === "upgrade" && command.at <= at);
  const asked = last?.kind === "upgrade" ? last.instance : then;
  const deployment = forms.find((form) => form.instance === asked) ?? shard.deployments.get(instanceId);
  if (deployment === undefined) return null;
  return {
    ...{ watermark: start.watermark, instance: then, deployment },
    states: from?.states ?? null,
    commands,
    unread: [...unread],
    unfilled: [...unfilled],
    hadEvents: [...start.hadEvents.get(instanceId) ?? []],
  };
}

/** What an instance's rules stand on, out of the live engine; of a past time, where to begin to judge it again. */
export function explained(
  shard: RestoredShard,
  { instanceId, at }: Explain,
  start: StoredStart | null,
): Explained {
  const { engine } = shard, deployment = shard.deployments.get(instanceId);
  if (deployment === undefined) return { kind: "not_deployed" };
  if (at !== null && at < engine.watermark) {
    return { kind: "past", deployment: start?.deployment ?? deployment, start };
  }
  const reading = engine.read(instanceId);
  return reading === undefined
    ? { kind: "not_deployed" }
    : { kind: "now", deployment, reading, open: openEvents(shard.events.openOf(instanceId)) };
}

function openEvents(open: ReadonlyMap<string, OpenEvent>): OpenEventId[] {
  return [...open].flatMap(([ruleId, { id, record }]) => record?.is_active ? [{ ruleId, eventId: id }] : []);
}
