import { ownEventRecord, ownKey, sourceCalled, sourceRuleId } from "../../domain/event/own_event.ts";
import { endedRecord } from "../../domain/event/raise.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { laneOfShard } from "../../storage/keys.ts";
import { auditMutation, newAudit } from "../../storage/writes/audit.ts";
import { openEvent } from "../../storage/writes/event.ts";
import type { ActorContext } from "../runtime/types.ts";
import { ownSource } from "./contract.ts";

/** Raises an event, closed at once, that reports samples which came too late to be evaluated. */
export async function raiseBeyondHorizon(
  context: ActorContext,
  { count, name }: { count: number; name: string },
): Promise<void> {
  const nowMs = context.now(), id = ownSource(context);
  const raised = ownEventRecord({
    ...ownKey(sourceRuleId("beyond_horizon", id)),
    event_name: id === DEFAULT_SOURCE
      ? "Samples beyond the correction horizon"
      : `Samples beyond the correction horizon: ${sourceCalled({ id, name })}`,
    event_description: `${count} changes of samples came later than correction_horizon_hours allow; ` +
      "events of that time stay as they were evaluated",
    severity: "warning",
    startMs: nowMs,
    activatedMs: nowMs,
  }, { id: await context.store.allocateIds("event", 1), nowMs });
  const record = { ...endedRecord(raised, "manual", nowMs), close_reason: "condition_cleared" as const };
  const audit = {
    who: "Andon",
    action: "raised",
    resource_type: "rule_event",
    resource_id: record.id,
  } as const;
  const entry = newAudit({ ...audit, after: record }, { nowMs, random: () => context.random() });
  const writes = openEvent(record, nowMs);
  writes.mutations.push(auditMutation(entry));
  await context.store.commit(writes, laneOfShard(context.shard));
}
