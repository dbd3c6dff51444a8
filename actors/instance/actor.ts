import type { ActorContext, Behaviour, Effects, Turn } from "../runtime/types.ts";
import { sourceOfInstance } from "../../domain/instance/source.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { keys } from "../../storage/keys.ts";
import type { EvaluationPartitions, EvaluationShard } from "../evaluation/contract.ts";
import { type BackfillReads, decideBackfill, readForBackfill } from "./backfill.ts";
import { afterFlush } from "./command.ts";
import { INSTANCE, type InstanceMessage } from "./contract.ts";
import { decideAcknowledge, decideReAlarm } from "./acknowledge.ts";
import { decideDeploy, type DeployReads, readForDeploy } from "./deploy.ts";
import {
  decideChange,
  decideClose,
  decideComment,
  decideDelete,
  type EventReads,
  readEvent,
} from "./event.ts";
import { decideShelve, decideUnshelve, readForShelving, type ShelvingReads } from "./shelve.ts";
import { decideUndeploy, readInstance, type UndeployReads } from "./undeploy.ts";

/** How long a command waits for a shard that is restoring. */
const READY_DEADLINE_MS = 8_000;

type Reads =
  | { kind: "deploy"; reads: DeployReads }
  | { kind: "undeploy"; reads: UndeployReads }
  | { kind: "event"; reads: EventReads }
  | { kind: "shelving"; reads: ShelvingReads }
  | { kind: "backfill"; reads: BackfillReads };

/** `source`: whose streams the instance names. */
type Prepared = Reads & { source: number };

/** Commands on one instance. Each is one commit, with its guards, audit entry and journal entry. */
export function instanceBehaviour(
  partitions: EvaluationPartitions,
): Behaviour<{ id: number }, InstanceMessage, Prepared> {
  return {
    kind: INSTANCE,
    gate: "shared",
    load: (id) => Promise.resolve({ id: Number(id) }),
    async prepare({ id }, message, context) {
      if (message.type === "deploy") {
        const reads = await readForDeploy(id, context);
        await partitions.of(reads.source).ready(READY_DEADLINE_MS);
        return { kind: "deploy", reads, source: reads.source };
      }
      const source = await readSource(id, context);
      await partitions.of(source).ready(READY_DEADLINE_MS);
      return { ...await read(id, message, context), source };
    },
    decide: (_, message, turn) => decide(partitions, message, turn),
    broken: (_, context) => partitions.doubt(context),
  };
}

/** An instance that is no more has no source; its events are closed. */
async function readSource(id: number, { store }: ActorContext): Promise<number> {
  const instance = await store.get<InstanceRecord>(keys.instance(id));
  return instance === undefined ? DEFAULT_SOURCE : sourceOfInstance(instance.value);
}

async function read(
  id: number,
  message: Exclude<InstanceMessage, { type: "deploy" }>,
  context: ActorContext,
): Promise<Reads> {
  switch (message.type) {
    case "undeploy":
      return { kind: "undeploy", reads: await readInstance(id, context) };
    case "close_event":
    case "change_event":
    case "delete_event":
    case "acknowledge_event":
    case "re_alarm_event":
    case "comment_event":
      return { kind: "event", reads: await readEvent(id, message.eventId, context) };
    case "backfill":
      return { kind: "backfill", reads: await readForBackfill(id, message, context) };
    case "shelve_event":
    case "unshelve_event":
      return { kind: "shelving", reads: await readForShelving(id, message.eventId, context) };
  }
}

/** Waits once more when the shard went back to its last generation meanwhile. */
function decide(
  partitions: EvaluationPartitions,
  message: InstanceMessage,
  turn: Turn<Prepared>,
): Effects<InstanceMessage> {
  const { prepared, context } = turn, { source } = prepared;
  const shard: EvaluationShard = partitions.of(source);
  if (!shard.isReady) return { later: Promise.resolve(message) };
  const given = { shard, partitions, by: message.by, nowMs: turn.nowMs, context };
  if (message.type === "deploy" && prepared.kind === "deploy") return decideDeploy(prepared.reads, given);
  if (message.type === "undeploy" && prepared.kind === "undeploy") {
    if (shard.isUnwritten(prepared.reads.record.id)) {
      return { later: afterFlush(message, { source, context }) };
    }
    return decideUndeploy(prepared.reads, given);
  }
  if (message.type === "backfill" && prepared.kind === "backfill") {
    return decideBackfill(prepared.reads, message, given);
  }
  if (prepared.kind === "shelving") {
    return message.type === "shelve_event"
      ? decideShelve(prepared.reads, message, given)
      : decideUnshelve(prepared.reads, given);
  }
  if (prepared.kind !== "event") throw new TypeError(`Nothing was read for ${message.type}`);
  const { record } = prepared.reads;
  // Transitions are written first: one may have ended the event.
  if (record.is_active && shard.isUnwritten(record.instance_id)) {
    return { later: afterFlush(message, { source, context }) };
  }
  switch (message.type) {
    case "close_event":
      return decideClose(prepared.reads, given);
    case "change_event":
      return decideChange(prepared.reads, message.change, given);
    case "delete_event":
      return decideDelete(prepared.reads, given);
    case "acknowledge_event":
      return decideAcknowledge(prepared.reads, message, given);
    case "re_alarm_event":
      return decideReAlarm(prepared.reads, message, given);
    case "comment_event":
      return decideComment(prepared.reads, message.text, given);
    default:
      throw new TypeError(`${message.type} reads no event`);
  }
}
