import { ticksOfSeconds } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import { startBefore } from "./begin_job.ts";
import type { EvaluationMessage, Explained, OpenEventId, StoredStart } from "./contract.ts";
import type { OpenEvent } from "./event_book.ts";
import type { RestoredShard } from "./restored_shard.ts";

type Explain = Extract<EvaluationMessage, { type: "explain" }>;

/** Older stored states are not used, since one explanation would read too many samples. */
const LONGEST_RUN = ticksOfSeconds(86_400);

/** The last stored state before an evaluated time; null when none is near enough, or the time is not evaluated yet. */
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
  const { instance: then, forms, commands, from, unread, unfilled } = start.units[0]!;
  const last = commands.findLast((command) => command.kind === "upgrade" && command.at <= at);
  const asked = last?.kind === "upgrade" ? last.instance : then;
  const deployment = forms.find((form) => form.instance === asked) ?? shard.deployments.get(instanceId);
  if (deployment === undefined) return null;
  return {
    watermark: start.watermark,
    instance: then,
    deployment,
    states: from?.states ?? null,
    commands,
    unread: [...unread],
    unfilled: [...unfilled],
    hadEvents: [...start.hadEvents.get(instanceId) ?? []],
  };
}

/** Explains an instance's rules from the live engine; for a past time, answers the state to evaluate it from. */
export function explained(
  shard: RestoredShard,
  { instanceId, at }: Explain,
  start: StoredStart | null,
): Explained {
  const { engine, standardFrom } = shard, deployment = shard.deployments.get(instanceId);
  if (deployment === undefined) return { kind: "not_deployed" };
  if (at !== null && at < engine.watermark) {
    return { kind: "past", deployment: start?.deployment ?? deployment, start, standardFrom };
  }
  const reading = engine.read(instanceId);
  return reading === undefined
    ? { kind: "not_deployed" }
    : { kind: "now", deployment, reading, open: openEvents(shard.events.openOf(instanceId)) };
}

function openEvents(open: ReadonlyMap<string, OpenEvent>): OpenEventId[] {
  return [...open].flatMap(([ruleId, { id, record }]) => record?.is_active ? [{ ruleId, eventId: id }] : []);
}
