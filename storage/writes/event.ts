import type { DeletedEvent } from "../../domain/event/deleted.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { eventView } from "../../domain/event/view.ts";
import type { FrameDraft, Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";
import { endIndex } from "./event_end.ts";
import { closedIndex } from "./event_index.ts";

/** When the event started, in milliseconds: its place in the lists. */
export function startMsOf(record: EventRecord): Ms {
  return Date.parse(record.start_time);
}

/** A new event, active or (found late) already over. */
export function openEvent(record: EventRecord): Mutation[] {
  const active = record.is_active ? [setActive(record)] : [];
  return [setEvent(record), ...closedIndex(undefined, record), ...endIndex(undefined, record), ...active];
}

/** A changed event: its list entries and counts follow. `before` must be what is stored. */
export function saveEvent(before: EventRecord, after: EventRecord): Mutation[] {
  const mutations = [setEvent(after), ...closedIndex(before, after), ...endIndex(before, after)];
  if (before.is_active && !after.is_active) mutations.push({ type: "delete", key: activeKey(before) });
  if (!before.is_active && after.is_active) mutations.push(setActive(after));
  return mutations;
}

/** Removes an event wholly. `record` must be what is stored. */
export function removeEvent(record: EventRecord): Mutation[] {
  const mutations: Mutation[] = [
    { type: "delete", key: keys.event(record.id) },
    ...closedIndex(record, undefined),
    ...endIndex(record, undefined),
  ];
  if (record.is_active) mutations.push({ type: "delete", key: activeKey(record) });
  return mutations;
}

/** Keeps a deleted event from being brought back; written again when a correction has moved its span. */
export function rememberDeleted(deleted: DeletedEvent): Mutation {
  return { type: "set", key: keys.eventDeleted(deleted.instance_id, deleted.id), value: deleted };
}

/** Tells of an event. */
export function eventFrame(
  kind: "event_created" | "event_updated",
  record: EventRecord,
  at: string,
): FrameDraft {
  return { kind, at, data: eventView(record) };
}

/** Tells of an event's removal: an `event_updated` whose data carry `deleted: true`. */
export function deletedEventFrame(record: EventRecord, at: string): FrameDraft {
  return { kind: "event_updated", at, data: { ...eventView(record), deleted: true } };
}

function setEvent(record: EventRecord): Mutation {
  return { type: "set", key: keys.event(record.id), value: record };
}

function setActive(record: EventRecord): Mutation {
  return { type: "set", key: activeKey(record), value: record.id };
}

function activeKey(record: EventRecord): Key {
  return keys.eventActive(record.instance_id, record.rule_id);
}
