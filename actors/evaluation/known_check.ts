import type { Transition } from "../../domain/evaluation/types.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromTicks, ticksFromMs } from "../../domain/shared/time.ts";
import type { OpenEvent } from "./event_book.ts";
import type { RestoredShard } from "./restored_shard.ts";

/**
 * After a restart the engine reproduces the events that the earlier run wrote. If one is missing or ends differently, the
 * source's samples have changed: a correction of the instance is requested.
 */
export function checkKnown(shard: RestoredShard): void {
  const { earlier, engine } = shard;
  if (earlier.reproducedBy === Infinity || shard.isReplaying() || engine.watermark < earlier.reproducedBy) {
    return;
  }
  earlier.reproducedBy = Infinity;
  for (const [instanceId, events] of shard.events.allKnown()) {
    const deployment = shard.deployments.get(instanceId)?.instance.deployment;
    for (const event of events) {
      const { record } = event;
      if (record === null || record.deployment !== deployment) continue;
      if (isNotReproduced(shard, event, record)) shard.correctFrom(record.instance_id, record.onset);
    }
  }
}

/** Sets the watermark by which all known events must be reproduced: the latest of their times. */
export function expectKnown(
  { events: book, deployments, earlier }: Pick<RestoredShard, "events" | "deployments" | "earlier">,
): void {
  const events = [...book.allKnown()].flatMap(([id, known]) => deployments.has(id) ? known : []);
  const times = events.flatMap(({ record }) =>
    record === null ? [] : [record.activated_at, record.closed_at ?? ""]
  )
    .filter((time) => time !== "").map((time) => ticksFromMs(Date.parse(time) + 1));
  if (events.length > 0) earlier.reproducedBy = times.reduce((a, b) => Math.max(a, b), earlier.writtenUpTo);
}

/** Requests a correction when an event ends at another time than its record says. */
export function checkEnd(
  shard: RestoredShard,
  record: EventRecord | null | undefined,
  { endAt, closedAt }: Extract<Transition, { kind: "closed" }>,
): void {
  if (record === null || record === undefined || record.flags.includes("retracted")) return;
  if (record.end_time === isoFromTicks(endAt) && record.closed_at === isoFromTicks(closedAt)) return;
  shard.correctFrom(record.instance_id, record.onset);
}

/**
 * Whether a new event must wait for a correction, because it conflicts with events of the earlier run: the source's
 * samples have changed since.
 */
export function mustAwaitCorrection(
  shard: RestoredShard,
  { instanceId, ruleId, onset, activatedAt }: Extract<Transition, { kind: "opened" }>,
): boolean {
  const isTaken = shard.activeEvents(instanceId).some((record) => record.rule_id === ruleId);
  if (!isTaken && activatedAt > shard.earlier.settledUpTo) return false;
  shard.correctFrom(instanceId, onset);
  return true;
}

function isNotReproduced(shard: RestoredShard, event: OpenEvent, record: EventRecord): boolean {
  if (record.flags.includes("retracted")) return false;
  const isOpen = shard.events.openOf(record.instance_id).get(record.rule_id) === event;
  if (record.is_active) return !isOpen;
  return event.isReproduced !== true || isOpen;
}
