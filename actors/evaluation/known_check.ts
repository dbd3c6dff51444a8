import type { Transition } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromTicks, ticksFromMs } from "../../domain/shared/time.ts";
import type { OpenEvent } from "./event_book.ts";
import type { RestoredShard } from "./restored_shard.ts";

/**
 * After a restart the engine comes once more to the events that the run before has written. Where it does not, or
 * finds another end, the source no longer holds what they were judged on: the instance is judged anew.
 */
export function checkKnown(shard: RestoredShard): void {
  const { earlier, engine } = shard;
  if (earlier.meetsAllAt === Infinity || shard.isReplaying() || engine.watermark < earlier.meetsAllAt) return;
  earlier.meetsAllAt = Infinity;
  for (const [instanceId, events] of shard.events.allKnown()) {
    const deployment = shard.deployments.get(instanceId)?.instance.deployment;
    for (const event of events) {
      const { record } = event;
      if (record === null || record.deployment !== deployment) continue;
      if (isMissed(shard, event, record)) shard.judgeAnew(record.instance_id, record.onset);
    }
  }
}

/** Sets when all must have been met: once the events' own times are past. */
export function expectKnown(
  { events: book, deployments, earlier }: Pick<RestoredShard, "events" | "deployments" | "earlier">,
): void {
  const events = [...book.allKnown()].flatMap(([id, known]) => deployments.has(id) ? known : []);
  const times = events.flatMap(({ record }) =>
    record === null ? [] : [record.activated_at, record.closed_at ?? ""]
  )
    .filter((time) => time !== "").map((time) => ticksFromMs(Date.parse(time) + 1));
  if (events.length > 0) earlier.meetsAllAt = times.reduce((a, b) => Math.max(a, b), earlier.writtenUpTo);
}

/** An event that is written as ended ends here another time than it is written. */
export function mustEndSo(
  shard: RestoredShard,
  record: EventRecord | null | undefined,
  { endAt, closedAt }: Extract<Transition, { kind: "closed" }>,
): void {
  if (record === null || record === undefined || record.flags.includes("retracted")) return;
  if (record.end_time === isoFromTicks(endAt) && record.closed_at === isoFromTicks(closedAt)) return;
  shard.judgeAnew(record.instance_id, record.onset);
}

/**
 * Whether an event that nobody has written yet must wait for a correction: what the run before wrote stands against it,
 * because the source now holds other samples than that run was judged on.
 */
export function mustWait(
  shard: RestoredShard,
  { instanceId, ruleId, onset, activatedAt }: Extract<Transition, { kind: "opened" }>,
): boolean {
  const isTaken = shard.activeEvents(instanceId).some((record) => record.rule_id === ruleId);
  if (!isTaken && activatedAt > shard.earlier.settledUpTo) return false;
  shard.judgeAnew(instanceId, onset);
  return true;
}

function isMissed(shard: RestoredShard, event: OpenEvent, record: EventRecord): boolean {
  if (record.flags.includes("retracted")) return false;
  const isOpen = shard.events.openOf(record.instance_id).get(record.rule_id) === event;
  if (record.is_active) return !isOpen;
  return event.isMet !== true || isOpen;
}
