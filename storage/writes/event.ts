import type { DeletedEvent } from "../../domain/event/deleted.ts";
import type { CommentRecord } from "../../domain/event/comment.ts";
import { isDrill } from "../../domain/event/drill.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { eventView } from "../../domain/event/view.ts";
import type {
  AnyMutation,
  EventCommit,
  EventMutation,
  EventNotice,
  FrameDraft,
  Key,
  Mutation,
} from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { endIndex } from "./event_end.ts";
import { closedIndex } from "./event_index.ts";
import { resourceChanged } from "./frames.ts";
import { unacknowledgedIndex } from "./unacknowledged.ts";

/** The start of the event, in milliseconds: its position in lists. */
export function startMsOf(record: EventRecord): Ms {
  return Date.parse(record.start_time);
}

/** The writes of an event, and what browsers and the notifier learn of them. */
export type EventWrites = Required<Omit<EventCommit, "checks">>;

/** A new event, active or (after a correction) ended. */
export function openEvent(record: EventRecord, nowMs: Ms): EventWrites {
  const active = record.is_active ? [setActive(record)] : [];
  const mutations = [setEvent(record), ...indexes(undefined, record), ...active];
  return { mutations, ...tellsOf("created", record, nowMs) };
}

/** A changed event, with its list entries and counts. `before` must be the stored record. */
export function saveEvent(
  { before, after }: { before: EventRecord; after: EventRecord },
  nowMs: Ms,
): EventWrites {
  const mutations = [setEvent(after), ...indexes(before, after)];
  if (before.is_active && !after.is_active) mutations.push({ type: "delete", key: activeKey(before) });
  if (!before.is_active && after.is_active) mutations.push(setActive(after));
  return { mutations, ...tellsOf("updated", after, nowMs) };
}

/** Stores a comment; its event is saved in the same commit. A comment on a drill stands in no list of comments. */
export function saveComment(comment: CommentRecord, event: EventRecord): Mutation[] {
  const { event_id, id, created_at } = comment;
  const stored: Mutation = { type: "set", key: keys.eventComment(event_id, id), value: comment };
  if (created_at === null || isDrill(event)) return [stored];
  return [stored, { type: "set", key: keys.eventCommentAt(Date.parse(created_at), event_id, id), value: 1 }];
}

/** Removes an event as `forgetEvent()` does, and tells of it. */
export function removeEvent(record: EventRecord, nowMs: Ms): EventWrites {
  return { ...forgetEvent(record), ...tellsOf("deleted", record, nowMs) };
}

/**
 * Removes an event completely, with its comments, and tells nobody. `record` must be the stored one. The list of
 * comments by time passes over removed ones; retention removes its old entries.
 */
export function forgetEvent(record: EventRecord): EventWrites {
  const mutations: AnyMutation[] = [
    { type: "delete", key: keys.event(record.id) },
    ...commentKeys(record).map((key): Mutation => ({ type: "delete", key })),
    ...indexes(record, undefined),
  ];
  if (record.is_active) mutations.push({ type: "delete", key: activeKey(record) });
  return { mutations, frames: [], notices: [] };
}

/** Keeps a replay from restoring a deleted event; rewritten when a correction has moved its span. */
export function rememberDeleted(deleted: DeletedEvent): Mutation {
  return { type: "set", key: keys.eventDeleted(deleted.instance_id, deleted.id), value: deleted };
}

type ToldChange = Exclude<EventNotice["change"], "restored">;

/**
 * What browsers and the notifier learn of a change. A drill is no news for those who follow events. Nobody is called
 * because of a backfilled event.
 */
export function tellsOf(
  change: ToldChange,
  record: EventRecord,
  nowMs: Ms,
): Pick<EventWrites, "frames" | "notices"> {
  const { id: event_id, revision } = record, at = isoFromMs(nowMs);
  if (isDrill(record)) {
    const frames = [resourceChanged("notification_drill", event_id, at)];
    return { frames, notices: [{ event_id, change: "updated", revision: 0 }] };
  }
  const notices = record.flags.includes("backfilled") ? [] : [{ event_id, change, revision }];
  return { frames: [eventFrame(change, record, at)], notices };
}

/** A removed event is an `event_updated` whose data have `deleted: true`. */
function eventFrame(change: ToldChange, record: EventRecord, at: string): FrameDraft {
  const view = eventView(record), kind = change === "created" ? "event_created" : "event_updated";
  return { kind, at, data: change === "deleted" ? { ...view, deleted: true } : view };
}

/**
 * The entries of a closed event in every index; undefined: the event does not exist before or after. Whatever lists or
 * counts events reads these or the active ones, so this is where drills are left out.
 */
function indexes(before: EventRecord | undefined, after: EventRecord | undefined): Mutation[] {
  const drill = [before, after].find((record) => record !== undefined && isDrill(record));
  if (drill !== undefined) {
    return drillIndex(drill, { isNew: before === undefined, isDeleted: after === undefined });
  }
  return [
    ...closedIndex(before, after),
    ...endIndex(before, after),
    ...unacknowledgedIndex(before, after),
  ];
}

/** The entry of a drill in the list of its instance and rule; a removed one leaves the list of all drills too. */
function drillIndex(
  { id, instance_id, rule_id }: EventRecord,
  { isNew, isDeleted }: { isNew: boolean; isDeleted: boolean },
) {
  const key = keys.drillOf(instance_id, rule_id, id);
  if (isNew) return [{ type: "set", key, value: 1 } as const];
  return isDeleted ? [key, keys.drill(id)].map((one): Mutation => ({ type: "delete", key: one })) : [];
}

/** The keys of an event's comments, oldest first. */
export function commentKeys({ id, comment_count = 0 }: EventRecord): Key[] {
  return Array.from({ length: comment_count }, (_, i) => keys.eventComment(id, i + 1));
}

function setEvent(record: EventRecord): EventMutation {
  return { type: "set", key: keys.event(record.id), value: record };
}

function setActive(record: EventRecord): Mutation {
  return { type: "set", key: activeKey(record), value: record.id };
}

function activeKey(record: EventRecord): Key {
  if (isDrill(record)) return keys.drillRunning(record.instance_id, record.rule_id);
  return keys.eventActive(record.instance_id, record.rule_id);
}
