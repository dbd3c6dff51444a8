import type { EventRecord, Severity } from "../../domain/event/types.ts";
import { eventView } from "../../domain/event/view.ts";
import type { FrameDraft, Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../keys.ts";

/** What stands in `event_by_start`: all that a list filters by. */
export interface EventIndexValue {
  v: 1;
  severity: Severity;
  category: string;
  template_id: number;
  instance_id: number;
  is_active: boolean;
}

/** When the event started, in milliseconds: its place in the index. */
export function startMsOf(record: EventRecord): Ms {
  return Date.parse(record.start_time);
}

/** A new event, active or (found late) already over. */
export function openEvent(record: EventRecord): Mutation[] {
  return [setEvent(record), setIndex(record), ...(record.is_active ? [setActive(record)] : [])];
}

/** A changed event: its index entries follow. */
export function saveEvent(before: EventRecord, after: EventRecord): Mutation[] {
  const mutations = [setEvent(after)];
  const moved = startMsOf(before) !== startMsOf(after);
  if (moved) mutations.push({ type: "delete", key: indexKey(before) });
  if (moved || !sameIndex(before, after)) mutations.push(setIndex(after));
  if (before.is_active && !after.is_active) mutations.push({ type: "delete", key: activeKey(before) });
  if (!before.is_active && after.is_active) mutations.push(setActive(after));
  return mutations;
}

/** Removes an event wholly. */
export function removeEvent(record: EventRecord): Mutation[] {
  const mutations: Mutation[] = [
    { type: "delete", key: keys.event(record.id) },
    { type: "delete", key: indexKey(record) },
  ];
  if (record.is_active) mutations.push({ type: "delete", key: activeKey(record) });
  return mutations;
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

function setIndex(record: EventRecord): Mutation {
  const { severity, category, template_id, instance_id, is_active } = record;
  const value: EventIndexValue = { v: 1, severity, category, template_id, instance_id, is_active };
  return { type: "set", key: indexKey(record), value };
}

function sameIndex(a: EventRecord, b: EventRecord): boolean {
  return a.severity === b.severity && a.category === b.category && a.template_id === b.template_id &&
    a.instance_id === b.instance_id && a.is_active === b.is_active;
}

function activeKey(record: EventRecord): Key {
  return keys.eventActive(record.instance_id, record.rule_id);
}

function indexKey(record: EventRecord): Key {
  return keys.eventByStart(startMsOf(record), record.id);
}
