import type { Transition } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromTicks, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { OpenEvent, ShardState } from "./shard.ts";

/**
 * After a restart the engine comes once more to the events that the run before has written. Where it does not, or
 * finds another end, the source no longer holds what they were judged on: the instance is judged anew.
 */
export function checkKnown(shard: ShardState): void {
  if (shard.meetsAllAt === Infinity || shard.replay.length > 0) return;
  const { watermark } = shard.active;
  if (watermark < shard.meetsAllAt) return;
  shard.meetsAllAt = Infinity;
  for (const [instanceId, events] of shard.knownByInstance) {
    const deployment = shard.deployments.get(instanceId)?.instance.deployment;
    for (const event of events) {
      const { record } = event;
      if (record === null || record.deployment !== deployment) continue;
      if (isMissed(shard, event, record)) want(shard, record);
    }
  }
}

/** Sets when all must have been met: once the events' own times are past. */
export function expectKnown(shard: ShardState): void {
  const events = [...shard.knownByInstance].flatMap(([id, known]) => shard.deployments.has(id) ? known : []);
  const times = events.flatMap(({ record }) =>
    record === null ? [] : [record.activated_at, record.closed_at ?? ""]
  )
    .filter((time) => time !== "").map((time) => ticksFromMs(Date.parse(time) + 1));
  if (events.length > 0) shard.meetsAllAt = times.reduce((a, b) => Math.max(a, b), shard.writtenUpTo);
}

/** An event that is written as ended ends here another time than it is written. */
export function mustEndSo(
  shard: ShardState,
  record: EventRecord | null | undefined,
  { endAt, closedAt }: Extract<Transition, { kind: "closed" }>,
): void {
  if (record === null || record === undefined || record.flags.includes("retracted")) return;
  if (record.end_time === isoFromTicks(endAt) && record.closed_at === isoFromTicks(closedAt)) return;
  want(shard, record);
}

/**
 * Whether an event that nobody has written yet must wait for a correction: what the run before wrote stands against it,
 * because the source now holds other samples than that run was judged on.
 */
export function mustWait(
  shard: ShardState,
  { instanceId, ruleId, onset, activatedAt }: Extract<Transition, { kind: "opened" }>,
): boolean {
  const isTaken = shard.openEvents(instanceId).some((record) => record.rule_id === ruleId);
  if (!isTaken && activatedAt > shard.settledUpTo) return false;
  wantInstance(shard, instanceId, onset);
  return true;
}

function isMissed(shard: ShardState, event: OpenEvent, record: EventRecord): boolean {
  if (record.flags.includes("retracted")) return false;
  const isOpen = shard.openOf(record.instance_id).get(record.rule_id) === event;
  if (record.is_active) return !isOpen;
  return event.isMet !== true || isOpen;
}

function want(shard: ShardState, record: EventRecord): void {
  wantInstance(shard, record.instance_id, record.onset);
}

/** Has an instance judged anew from a time on. */
export function wantInstance(shard: ShardState, instance: number, from: Ticks): void {
  const { watermark } = shard.active;
  shard.corrections.want({ v: 1, touched: { instance }, from: Math.min(from, watermark), to: watermark });
}
