import { pastDeployments } from "../../domain/coverage/deployed.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { sourceOfInstance } from "../../domain/instance/source.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { withoutUpgrades } from "../../domain/instance/upgrade.ts";
import type { Check, Mutation } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { type EventWrites, saveEvent } from "../../storage/writes/event.ts";
import { resourceChanged } from "../../storage/writes/frames.ts";
import { AtomicBudget, joined, mergeSums } from "../../storage/writes/atomic_budget.ts";
import { commandMark, deployMutations, saveInstance } from "../../storage/writes/instance.ts";
import { endedRecord } from "../../domain/event/raise.ts";
import type { ActorContext, Effects } from "../runtime/types.ts";
import { audited, bindingsChanged, type CommandInput } from "./command.ts";
import type { InstanceMessage } from "./contract.ts";

export interface UndeployReads {
  record: InstanceRecord;
  check: Check;
}

export async function readInstance(
  id: number,
  { store }: Pick<ActorContext, "store">,
): Promise<UndeployReads> {
  const entry = await store.get<InstanceRecord>(keys.instance(id));
  if (entry === undefined) throw new Refusal("NOT_FOUND", `There is no instance ${id}`);
  return { record: entry.value, check: { key: entry.key, versionstamp: entry.versionstamp } };
}

/** Ends the deployment and, in the same commit, its active events. */
export function decideUndeploy(
  { record, check }: UndeployReads,
  given: CommandInput,
): Effects<InstanceMessage> {
  if (!record.is_deployed) return { answer: record };
  const early = planEarlyEndings(record, given);
  if (early !== undefined) {
    const { writes, committed } = early;
    const again: InstanceMessage = { type: "undeploy", by: given.by };
    return {
      commits: [{ ...writes, checks: [check], mutations: mergeSums(writes.mutations) }],
      committed,
      later: Promise.resolve(again),
    };
  }
  const { after, writes: { mutations, frames, notices } } = planUndeployment(record, given);
  const frame = resourceChanged("instance", record.id, isoFromMs(given.nowMs));
  return {
    commits: [{ checks: [check], mutations: mergeSums(mutations), frames: [frame, ...frames], notices }],
    committed: () => given.shard.undeploy(record.id),
    tell: [bindingsChanged(sourceOfInstance(record))],
    answer: after,
  };
}

/** The writes that end a deployment with its active events. */
export interface PlannedUndeployment {
  after: InstanceRecord;
  writes: EventWrites;
}

/** The writes that undeploy a deployed instance. */
export function planUndeployment(record: InstanceRecord, given: CommandInput): PlannedUndeployment {
  const { shard, context } = given;
  const { undeploying_by: _, ...rest } = withoutUpgrades(record);
  const after: InstanceRecord = {
    ...rest,
    is_deployed: false,
    recent_activations: shard.recentActivations(record.id),
    past_deployments: pastDeployments(record, given.nowMs),
  };
  const endings = shard.openEvents(record.id).map((event) => ending(event, "undeployed", given));
  const audit = { action: "undeployed", resource_type: "instance", resource_id: record.id } as const;
  const mutations = [
    ...deployMutations(record, after),
    commandMark(record.template_id, context.shard),
    audited({ ...audit, before: record, after }, given),
  ];
  return { after, writes: joined([...endings.map(({ writes }) => writes), { mutations }]) };
}

/** Closes active events before an undeployment, like a manual close: a commit of its own. */
export interface EarlyEndings {
  writes: EventWrites;
  committed: () => void;
}

/** The reason for which events close, which ones (default: all of the instance), and further writes. */
export interface EndingCommand {
  reason: "undeployed" | "superseded";
  events: readonly EventRecord[];
  beside: readonly Mutation[];
}

/** The first of the events to close when one commit cannot hold all; undefined when it can. */
export function planEarlyEndings(
  record: InstanceRecord,
  given: CommandInput,
  command: EndingCommand = undeploying(record, given),
): EarlyEndings | undefined {
  const { shard } = given, { reason, events, beside } = command;
  const room = new AtomicBudget();
  room.takes(beside);
  const endings = events.map((event) => ending(event, reason, given));
  // Counting the event's record three times covers its entries in the journal and the history.
  const over = endings.findIndex(({ writes: { mutations, frames } }) =>
    !room.takes([...mutations, mutations[0]!, mutations[0]!], frames)
  );
  if (over <= 0) return undefined;
  const first = endings.slice(0, over);
  const mutations = [
    ...(reason === "undeployed" ? [saveInstance({ ...record, undeploying_by: given.by })] : []),
    ...first.flatMap(({ after }) => shard.journalEnded(after)),
  ];
  return {
    writes: joined([{ mutations }, ...first.map(({ writes }) => writes)]),
    committed: () => {
      for (const { after } of first) shard.eventEnded(after);
    },
  };
}

function undeploying(record: InstanceRecord, given: CommandInput): EndingCommand {
  const audit = audited({ ...endedAudit, resource_id: record.id, before: record, after: record }, given);
  return {
    reason: "undeployed",
    events: given.shard.openEvents(record.id),
    beside: [saveInstance(record), audit],
  };
}

/**
 * What an ending changes, with the event's name. The record itself is in the same commit several times already, and
 * with the longest texts the commit would become too large.
 */
function changedFields(before: EventRecord, after: EventRecord) {
  const names = Object.keys(after).filter((name) =>
    name === "event_name" || Reflect.get(before, name) !== Reflect.get(after, name)
  );
  const of = (record: EventRecord) =>
    Object.fromEntries(names.map((name) => [name, Reflect.get(record, name) ?? null]));
  return { before: of(before), after: of(after) };
}

/** Closes an active event by a command: the writes. */
export function ending(before: EventRecord, reason: EndingCommand["reason"], given: CommandInput) {
  const after = endedRecord(before, reason, given.nowMs);
  const writes = saveEvent({ before, after }, given.nowMs);
  writes.mutations.push(
    audited({ ...endedAudit, resource_id: after.id, ...changedFields(before, after) }, given),
  );
  return { after, writes };
}

const endedAudit = { action: "closed", resource_type: "rule_event" } as const;
