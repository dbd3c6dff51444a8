import type { RuleState } from "../../domain/evaluation/state/rule_states.ts";
import type { ReplayCommand } from "../../domain/evaluation/replay.ts";
import type { KnownStream } from "../../domain/evaluation/types.ts";
import { type DeletedEvent, endOf } from "../../domain/event/deleted.ts";
import type { OldEvent } from "../../domain/event/correction.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import { scopes } from "../../storage/writes/event_index.ts";
import type { ActorContext } from "../runtime/types.ts";
import { ownKeys } from "./contract.ts";
import type { Checkpoint, CheckpointPart, CheckpointPatch } from "./checkpoint_retention.ts";
import { type HistoryEntry, joinedKnown } from "./journal.ts";
import type { Form } from "./forms.ts";

/** The history of a deployment, in order. */
export async function readHistory(
  { instanceId, deployment }: { instanceId: number; deployment: number },
  { store }: ActorContext,
): Promise<HistoryEntry[]> {
  const prefix = keys.history(instanceId, deployment, 0).slice(0, 3);
  return (await store.list<HistoryEntry>({ prefix })).map((entry) => entry.value);
}

/** Converts a history to replay commands, without upgrades whose version can no longer be bound. */
export function commandsOf(history: readonly HistoryEntry[], forms: readonly Form[] = []): ReplayCommand[] {
  const known: KnownStream[] = [], parts: KnownStream[] = [];
  return history.flatMap((entry): ReplayCommand[] => {
    const { watermark: at, sequence } = entry;
    switch (entry.kind) {
      case "known":
        known.push(...entry.known);
        return [];
      case "deployed":
        return [{ at, sequence, kind: "deploy", known: joinedKnown(known.splice(0)) }];
      case "upgraded": {
        const knownThen = joinedKnown(known.splice(0)),
          form = forms.find((each) => each.sequence === sequence)?.deployment;
        if (form === undefined || form === null) return [];
        return [{
          at,
          sequence,
          kind: "upgrade",
          instance: form.instance,
          known: knownThen,
          clock: entry.at,
        }];
      }
      case "first_read":
        parts.push(...entry.known);
        if (entry.streams.length === 0) return [];
        return firstReads(entry, joinedKnown(parts.splice(0)));
      case "lost":
        return entry.streams.map((stream) => ({ at, sequence, kind: "lost", stream }));
      case "ended": {
        const { ruleId, onset, clock, reason } = entry;
        return [{ at, sequence, kind: "close", ruleId, onset, clock, reason }];
      }
    }
  });
}

function firstReads(
  { watermark: at, sequence, streams, history = [] }: HistoryEntry & { kind: "first_read" },
  known: KnownStream[],
): ReplayCommand[] {
  return streams.map((stream) => ({
    at,
    sequence,
    kind: "first_read",
    stream,
    known,
    history: history.includes(stream),
  }));
}

/** An existing event before a correction: a record, or the remains of a deleted one. */
export interface FoundEvent extends OldEvent {
  record: EventRecord | null;
  deleted: DeletedEvent | null;
}

export function foundEvent(record: EventRecord): FoundEvent {
  return { ruleId: record.rule_id, onset: record.onset, end: endOf(record), record, deleted: null };
}

/** The closed and the deleted events of a deployment that start at `from` or later. */
export async function readEndedEvents(
  { instanceId, deployment }: { instanceId: number; deployment: number },
  from: Ticks,
  { store }: ActorContext,
): Promise<FoundEvent[]> {
  const prefix = keys.eventClosed(scopes.instance(instanceId), "", 0, 0).slice(0, 3);
  const [closed, deleted] = await Promise.all([
    store.list({ prefix, start: [...prefix, msFromTicks(from)] }),
    store.list<DeletedEvent>({ prefix: keys.eventDeleted(instanceId, 0).slice(0, 2) }),
  ]);
  const ids = closed.map(({ key }) => Number(key[key.length - 1]));
  const records = await store.getMany<EventRecord>(ids.map((id) => keys.event(id)));
  const gone = deleted.map((entry) => entry.value).map((value): FoundEvent => (
    { ruleId: value.rule_id, onset: value.onset, end: value.end, record: null, deleted: value }
  ));
  const found = records.flatMap((entry) => entry === undefined ? [] : [foundEvent(entry.value)]);
  return [...found, ...gone].filter(({ record, deleted, onset }) =>
    (record ?? deleted)?.deployment === deployment && onset >= from
  );
}

/** The states of some instances at a checkpoint, with patches of later corrections; absent: all NORMAL. */
export async function readCheckpoint(
  checkpoint: Checkpoint,
  deployments: ReadonlyMap<number, number>,
  context: Pick<ActorContext, "store" | "address">,
): Promise<Map<number, RuleState[]>> {
  const { watermark, shard, parts } = checkpoint, own = ownKeys(context), { store } = context;
  const partKeys = Array.from({ length: parts }, (_, part) => own.checkpoint(watermark, shard, part));
  const ids = [...deployments.keys()];
  const [stored, patches] = await Promise.all([
    store.getMany<CheckpointPart>(partKeys),
    store.getMany<CheckpointPatch>(ids.map((id) => own.checkpointPatch(watermark, id))),
  ]);
  const found = new Map<number, RuleState[]>();
  for (const { instanceId, deployment, states } of stored.flatMap((entry) => entry?.value.instances ?? [])) {
    if (deployments.get(instanceId) === deployment) found.set(instanceId, states);
  }
  ids.forEach((id, i) => {
    const patch = patches[i]?.value;
    if (patch !== undefined && patch.deployment === deployments.get(id)) found.set(id, patch.states);
  });
  return found;
}
