import { type PersonFilter, readsRecords } from "../domain/event/filter.ts";
import type { EventRecord, Severity } from "../domain/event/types.ts";
import { type ClosedList, newestFirst, type Position } from "./closed_events.ts";
import { startMsOf } from "./writes/event.ts";
import { type ListedEvent, scopes, scopesOf } from "./writes/event_index.ts";
import type { Page, PageRequest } from "./page.ts";

/** The fields of PersonFilter are evaluated by `matchesPerson`, on the record, at the present time. */
export interface EventFilter extends PersonFilter {
  /** Started at or after this, or still active. */
  sinceMs?: number;
  /** Started at or after this. */
  fromMs?: number;
  /** Started before this. */
  toMs?: number;
  category?: string;
  severity?: Severity;
  is_active?: boolean;
  template_id?: number;
  instance_id?: number;
}

/** An event in a list, with its record if it is in memory. */
export interface Row extends Position {
  record?: EventRecord;
}

export function rowOf(record: EventRecord): Row {
  return { startMs: startMsOf(record), id: record.id, record };
}

/** Merges two lists, newest first. */
export function mergedRows(closed: readonly Row[], active: readonly Row[]): Row[] {
  return active.length === 0 ? [...closed] : [...closed, ...active].sort(newestFirst);
}

/** A page of a list that is in memory. */
export function pageOf<T>(rows: T[], { limit, offset }: PageRequest): Page<T> {
  return { rows: rows.slice(offset, offset + limit), total: rows.length };
}

/** The most plant nodes whose lists are merged. */
export const MOST_MERGED = 200;

/** The narrowest scopes of a filter, without an event in common. */
export function narrowestScopes(filter: EventFilter): string[] {
  const { instance_id, template_id, category, places } = filter;
  if (instance_id !== undefined) return [scopes.instance(instance_id)];
  if (isByNode(filter)) return [...places ?? []].map(scopes.node);
  if (template_id !== undefined) return [scopes.template(template_id)];
  return [category === undefined ? scopes.all() : scopes.category(category)];
}

/** Whether the lists of the filter's plant nodes are merged. */
export function isByNode({ instance_id, places }: EventFilter): boolean {
  return instance_id === undefined && places !== undefined && places.size <= MOST_MERGED;
}

/** The list that matches a filter exactly, unless `mustScan`. */
export function listOf(filter: EventFilter): ClosedList {
  return { scopes: narrowestScopes(filter), severity: filter.severity };
}

/** Whether no list and no counts match the filter exactly. */
export function mustScan(filter: EventFilter): boolean {
  const { instance_id, template_id, category } = filter;
  const named = [instance_id, template_id, category].filter((scope) => scope !== undefined);
  return named.length > (isByNode(filter) ? 0 : 1) || mustRead(filter);
}

/** Whether the records of closed events are read to apply the filter. */
export function mustRead(filter: EventFilter): boolean {
  return readsRecords(isByNode(filter) ? { ...filter, places: undefined } : filter);
}

/** Whether an event belongs to a list of closed events. */
export function isIn(
  event: Omit<ListedEvent, "id" | "start_time" | "is_active">,
  { scopes, severity }: ClosedList,
): boolean {
  return (severity === undefined || event.severity === severity) &&
    scopesOf(event).some((scope) => scopes.includes(scope));
}

/** Whether an event matches a filter, apart from acknowledgement and shelving. */
export function fits(event: Omit<ListedEvent, "id" | "start_time">, filter: EventFilter): boolean {
  const { category, severity, is_active, template_id, instance_id } = filter;
  return (category === undefined || event.category === category) &&
    (severity === undefined || event.severity === severity) &&
    (is_active === undefined || event.is_active === is_active) &&
    (template_id === undefined || event.template_id === template_id) &&
    (instance_id === undefined || event.instance_id === instance_id);
}
