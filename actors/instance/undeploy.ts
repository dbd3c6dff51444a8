import type { InstanceRecord } from "../../domain/instance/types.ts";
import type { Check, FrameDraft, Mutation } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { eventFrame, saveEvent } from "../../storage/writes/event.ts";
import { resourceChanged } from "../../storage/writes/frames.ts";
import { commandMark, deployMutations } from "../../storage/writes/instance.ts";
import { endedRecord } from "../../domain/event/raise.ts";
import type { ActorContext, Effects } from "../runtime/types.ts";
import { audited, BINDINGS_CHANGED, type Given } from "./command.ts";
import type { InstanceMessage } from "./contract.ts";

export interface UndeployReads {
  record: InstanceRecord;
  check: Check;
}

export async function readInstance(id: number, { store }: ActorContext): Promise<UndeployReads> {
  const entry = await store.get<InstanceRecord>(keys.instance(id));
  if (entry === undefined) throw new Refusal("NOT_FOUND", `There is no instance ${id}`);
  return { record: entry.value, check: { key: entry.key, versionstamp: entry.versionstamp } };
}

/** Ends the deployment and, in the same commit, its active events. */
export function decideUndeploy({ record, check }: UndeployReads, given: Given): Effects<InstanceMessage> {
  if (!record.is_deployed) return { answer: record };
  const { after, mutations, eventFrames } = planUndeployment(record, given);
  const frame = resourceChanged("instance", record.id, isoFromMs(given.nowMs));
  return {
    commits: [{ checks: [check], mutations, frames: [frame, ...eventFrames] }],
    committed: () => given.shard.undeploy(record.id),
    tell: [BINDINGS_CHANGED],
    answer: after,
  };
}

/** The writes that end a deployment with its active events. */
export interface PlannedUndeployment {
  after: InstanceRecord;
  mutations: Mutation[];
  eventFrames: FrameDraft[];
}

/** What undeploying a deployed instance writes. */
export function planUndeployment(record: InstanceRecord, given: Given): PlannedUndeployment {
  const { shard, nowMs, context } = given;
  const at = isoFromMs(nowMs);
  const after: InstanceRecord = {
    ...record,
    is_deployed: false,
    recent_activations: shard.recentActivations(record.id),
  };
  const ended = shard.openEvents(record.id).map((before) => ({
    before,
    after: endedRecord(before, "undeployed", nowMs),
  }));
  const audit = { action: "undeployed", resource_type: "instance", resource_id: record.id } as const;
  return {
    after,
    mutations: [
      ...deployMutations(record, after),
      commandMark(record.template_id, context.shard),
      ...ended.flatMap((event) => [
        ...saveEvent(event.before, event.after),
        audited(
          { ...endedAudit, resource_id: event.after.id, before: event.before, after: event.after },
          given,
        ),
      ]),
      audited({ ...audit, before: record, after }, given),
    ],
    eventFrames: ended.map((event) => eventFrame("event_updated", event.after, at)),
  };
}

const endedAudit = { action: "closed", resource_type: "rule_event" } as const;
