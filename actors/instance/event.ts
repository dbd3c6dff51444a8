import { type CommentRecord, withComment } from "../../domain/event/comment.ts";
import { deletedEvent } from "../../domain/event/deleted.ts";
import { isDrill } from "../../domain/event/drill.ts";
import type { EventChange, EventRecord } from "../../domain/event/types.ts";
import type { Check } from "../../domain/shared/commit.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { keys } from "../../storage/keys.ts";
import { rememberDeleted, removeEvent, saveComment, saveEvent } from "../../storage/writes/event.ts";
import { endedRecord } from "../../domain/event/raise.ts";
import type { ActorContext, Effects } from "../runtime/types.ts";
import { audited, type CommandInput } from "./command.ts";
import type { InstanceMessage } from "./contract.ts";

export interface EventReads {
  record: EventRecord;
  check: Check;
}

export async function readEvent(
  instanceId: number,
  eventId: number,
  { store }: ActorContext,
): Promise<EventReads> {
  const entry = await store.get<EventRecord>(keys.event(eventId));
  if (entry === undefined || entry.value.instance_id !== instanceId) {
    throw new Refusal("NOT_FOUND", `There is no rule event ${eventId}`);
  }
  return { record: entry.value, check: { key: entry.key, versionstamp: entry.versionstamp } };
}

export function decideClose(reads: EventReads, given: CommandInput): Effects<InstanceMessage> {
  const { record } = reads;
  if (!record.is_active) throw notActive(record);
  return save(reads, { after: endedRecord(record, "manual", given.nowMs) }, given);
}

/**
 * Changes the fields that people may change. `is_active: false` also closes the event. A new note is also a
 * comment.
 */
export function decideChange(
  reads: EventReads,
  change: EventChange,
  given: CommandInput,
): Effects<InstanceMessage> {
  const { is_active, note, ...texts } = change;
  if (is_active === false && !reads.record.is_active) throw notActive(reads.record);
  const { event, comments } = noted({ ...reads.record, ...texts }, note, given);
  const after = is_active === false ? endedRecord(event, "manual", given.nowMs) : event;
  return save(reads, { after, comments }, given);
}

/** An event with another note; undefined: unchanged. A text is also its newest comment. */
function noted(record: EventRecord, note: string | null | undefined, { by, nowMs }: CommandInput) {
  if (note === undefined || note === record.note) return { event: record, comments: [] };
  if (note === null || !/\S/.test(note)) return { event: { ...record, note }, comments: [] };
  return withComment(record, { text: note, by: by.name, nowMs, path: "note" });
}

/** Adds a comment to an event, active or closed. */
export function decideComment(
  reads: EventReads,
  text: string,
  given: CommandInput,
): Effects<InstanceMessage> {
  const { event, comments } = withComment(reads.record, {
    text,
    by: given.by.name,
    nowMs: given.nowMs,
    path: "text",
  });
  return save(reads, { after: event, comments, action: "commented" }, given);
}

export function decideDelete({ record, check }: EventReads, given: CommandInput): Effects<InstanceMessage> {
  const audit = { action: "deleted", resource_type: "rule_event", resource_id: record.id } as const;
  const writes = removeEvent(record, given.nowMs);
  writes.mutations.push(
    ...!isEvaluated(record) ? [] : [rememberDeleted(deletedEvent(record, given.nowMs))],
    ...(isEvaluated(record) && record.is_active
      ? given.shard.journalEnded(endedRecord(record, "manual", given.nowMs), true)
      : []),
    audited({ ...audit, before: record, after: null }, given),
  );
  return {
    commits: [{ checks: [check], ...writes }],
    committed: () => {
      if (isEvaluated(record) && record.is_active) given.shard.eventEnded({ ...record, is_active: false });
      else given.shard.eventChanged(record);
    },
    answer: record,
  };
}

interface Saved {
  after: EventRecord;
  comments?: readonly CommentRecord[];
  /** The audit entry's action unless the event ends. */
  action?: "updated" | "commented";
}

function save(
  { record, check }: EventReads,
  { after, comments = [], action = "updated" }: Saved,
  given: CommandInput,
): Effects<InstanceMessage> {
  const { shard } = given;
  const ends = record.is_active && !after.is_active;
  const audit = {
    action: ends ? "closed" : action,
    resource_type: "rule_event",
    resource_id: record.id,
  } as const;
  const writes = saveEvent({ before: record, after }, given.nowMs);
  writes.mutations.push(
    ...comments.flatMap((comment) => saveComment(comment, after)),
    audited({ ...audit, before: record, after }, given),
  );
  const endsRule = ends && isEvaluated(record);
  if (endsRule) writes.mutations.push(...shard.journalEnded(after));
  return {
    commits: [{ checks: [check], ...writes }],
    committed: () => {
      if (endsRule) shard.eventEnded(after);
      else shard.eventChanged(after);
    },
    answer: after,
  };
}

/** Whether the event comes from the evaluation of its rule, which must then hear of its end. */
function isEvaluated(record: EventRecord): boolean {
  return !isDrill(record);
}

function notActive(record: EventRecord): Refusal {
  return new Refusal("EVENT_NOT_ACTIVE", `Event ${record.id} "${record.event_name}" is closed already`);
}
