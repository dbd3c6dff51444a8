import type { RuleEvent, Severity } from "../../api/client.ts";
import { isShelved, keyOfEvent, lengthMs } from "../../parts/event_text.ts";
import { eventState, isWaiting } from "../../parts/event_state.ts";
import { machineOf } from "../../parts/machine.ts";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import { severityInfo } from "../../parts/severity.ts";

export type WallGrouping = "template" | "category";

/** All events of one rule on one instance, shown as one tile. */
export interface WallItem {
  key: string;
  /** The active one, else the newest that waits, else the newest. */
  event: RuleEvent;
  /** Those that returned to normal and wait for an acknowledgement. */
  waiting: readonly RuleEvent[];
  /** The number of events in the selected time. */
  count: number;
  isChattering: boolean;
}

export interface WallSection {
  key: string;
  title: string;
  /** The displayed items: active first, then by severity, then newest first. */
  items: readonly WallItem[];
  /** All items, including ended ones that are not displayed. */
  all: readonly WallItem[];
  /** The single events. */
  events: readonly RuleEvent[];
  active: number;
  unacknowledged: number;
  /** Items that are normal again and wait for an acknowledgement. */
  returned: number;
  /** Events that ended in the selected time. */
  ended: number;
  /** Items with events in the last ten minutes, and whether that is a flood. */
  recent: number;
  isFlood: boolean;
}

export interface Wall {
  sections: readonly WallSection[];
  active: number;
  /** Items that are normal again and wait for an acknowledgement. */
  returned: number;
  shelved: number;
  /** Active events of areas and severities that were not chosen. */
  leftOut: number;
}

export interface WallInput {
  events: Iterable<RuleEvent>;
  grouping: WallGrouping;
  hours: number;
  nowMs: number;
  /** Whether ended events are displayed. */
  withEnded: boolean;
  /** Only events that contain this text. */
  find: string;
  titleOf(event: RuleEvent): string;
  placeOf?(floc: string | null): PlantLocation | undefined;
  /** Since when the plant keeps unacknowledged events; without it, none wait. */
  keptSinceMs?: number;
  /** Only these areas and severities; empty: all. */
  areas?: readonly string[];
  severities?: readonly Severity[];
}

/** ISA-18.2: more than ten alarms in ten minutes are a flood; a chattering one counts once. */
export const FLOOD_EVENTS = 10;
/** Tiles of a section in flood, so that it does not push the others away. */
export const FLOOD_TILES = 6;
const FLOOD_MS = 10 * 60_000;
const HOUR_MS = 3_600_000;
/** From this many events an hour an item counts as chattering, even without the flag. */
const CHATTERING_PER_HOUR = 6;

export function wallOf(input: WallInput): Wall {
  const { events, hours, nowMs, keptSinceMs = Infinity } = input;
  const sinceMs = nowMs - hours * HOUR_MS;
  const inTime = [...events].filter((event) =>
    event.is_active || endMs(event) > sinceMs || isWaiting(event, keptSinceMs)
  );
  const notShelved = inTime.filter((event) => !isShelved(event, nowMs));
  const chosen = notShelved.filter((event) => isChosen(event, input));
  const shown = chosen.filter((event) => contains(event, input));
  const groups = Map.groupBy(shown, (event) => groupKey(event, input.grouping));
  const sections = [...groups].map(([key, group]) => sectionOf(group, { ...input, key }));
  return {
    sections: sections.sort(worstFirst),
    active: shown.filter(({ is_active }) => is_active).length,
    returned: sections.reduce((sum, { returned }) => sum + returned, 0),
    leftOut: notShelved.filter(({ is_active }) => is_active).length -
      chosen.filter(({ is_active }) => is_active).length,
    shelved:
      new Set(inTime.filter((event) => event.is_active && isShelved(event, nowMs)).map(keyOfEvent)).size,
  };
}

function endMs({ end_time }: RuleEvent): number {
  return end_time === null ? 0 : Date.parse(end_time);
}

function groupKey({ template_id, category }: RuleEvent, grouping: WallGrouping): string {
  return grouping === "template" ? String(template_id) : category;
}

function isChosen(
  { severity, plant_node_floc_id }: RuleEvent,
  { areas = [], severities = [], placeOf }: WallInput,
): boolean {
  if (severities.length > 0 && !severities.includes(severity)) return false;
  return areas.length === 0 || (placeOf?.(plant_node_floc_id)?.ids ?? []).some((id) => areas.includes(id));
}

/** Searches every text that stands on the tile or above it, and the whole path of its place. */
function contains(event: RuleEvent, { find, titleOf, placeOf }: WallInput): boolean {
  if (find === "") return true;
  const place = placeOf?.(event.plant_node_floc_id);
  const { machine, area } = machineOf(event, place);
  const { event_name, display_name, template_instance, event_description, note } = event;
  const texts = [
    ...[event_name, display_name, template_instance, event_description, note ?? ""],
    ...[machine, area, place?.path ?? "", titleOf(event)],
  ];
  return texts.some((text) => text.toLowerCase().includes(find.toLowerCase()));
}

function sectionOf(events: readonly RuleEvent[], input: WallInput & { key: string }): WallSection {
  const { key, titleOf, nowMs, withEnded, keptSinceMs = Infinity } = input;
  const sinceMs = nowMs - input.hours * HOUR_MS;
  const items = [...Map.groupBy(events, keyOfEvent)].map(([key, same]) =>
    itemOf(key, same, { nowMs, keptSinceMs })
  );
  const active = items.filter(({ event }) => event.is_active);
  const shown = items.filter(({ event, waiting }) => event.is_active || waiting.length > 0);
  const recent = items.filter(({ event }) => nowMs - Date.parse(event.start_time) < FLOOD_MS).length;
  return {
    key,
    title: titleOf(events[0]),
    active: active.length,
    returned: shown.length - active.length,
    ended: events.filter((event) => !event.is_active && endMs(event) > sinceMs).length,
    items: (withEnded ? [...items] : shown).sort(itemOrder),
    all: items,
    events,
    unacknowledged: active.filter(({ event }) => event.acknowledged_at === null).length,
    recent,
    isFlood: recent > FLOOD_EVENTS && active.length > FLOOD_TILES,
  };
}

function itemOf(
  key: string,
  events: readonly RuleEvent[],
  { nowMs, keptSinceMs }: { nowMs: number; keptSinceMs: number },
): WallItem {
  const waiting = events.filter((event) => isWaiting(event, keptSinceMs));
  const newest = (waiting.length > 0 ? waiting : events).reduce((a, b) => isBefore(a, b) ? b : a);
  const inLastHour = events.filter(({ start_time }) => nowMs - Date.parse(start_time) < HOUR_MS).length;
  return {
    key,
    event: events.find(({ is_active }) => is_active) ?? newest,
    waiting,
    count: events.length,
    isChattering: inLastHour >= CHATTERING_PER_HOUR ||
      events.some(({ flags }) => flags.includes("chattering")),
  };
}

function isBefore(a: RuleEvent, b: RuleEvent): boolean {
  return a.start_time < b.start_time || (a.start_time === b.start_time && a.id < b.id);
}

/** What an acknowledgement of a tile acknowledges. */
export function toAcknowledge({ event, waiting }: WallItem): RuleEvent[] {
  return [...new Set([event, ...waiting])].filter(({ acknowledged_at }) => acknowledged_at === null);
}

function itemOrder(one: WallItem, other: WallItem): number {
  const { event: a } = one, { event: b } = other;
  return Number(b.is_active) - Number(a.is_active) ||
    Number(other.waiting.length > 0) - Number(one.waiting.length > 0) ||
    rank(a.severity) - rank(b.severity) ||
    Number(a.acknowledged_at !== null) - Number(b.acknowledged_at !== null) ||
    (isBefore(a, b) ? 1 : -1);
}

function rank(severity: Severity): number {
  return severityInfo(severity).rank;
}

/** Sections by the severity of their active events, then those in which some wait; the others by name. */
function worstFirst(a: WallSection, b: WallSection): number {
  return worst(a) - worst(b) || b.active - a.active || Math.sign(b.returned) - Math.sign(a.returned) ||
    (a.title < b.title ? -1 : 1);
}

function worst({ items }: WallSection): number {
  const active = items.filter(({ event }) => event.is_active);
  return Math.min(5, ...active.map(({ event }) => rank(event.severity)));
}

/** The label of a tile for screen readers. */
export function tileLabel({ event, waiting, count, isChattering }: WallItem, { machine, nowMs, duration }: {
  machine: string;
  nowMs: number;
  duration(ms: number): string;
}): string {
  const state = event.is_active
    ? eventState(event)
    : waiting.length > 0
    ? "returned to normal, unacknowledged"
    : "ended";
  const words = [
    ...[severityInfo(event.severity).title, state, machine, event.display_name],
    `for ${duration(lengthMs(event, nowMs))}`,
    ...event.data_state === "unknown" ? ["no data"] : [],
    ...isChattering ? [`chattering, ${count} times`] : count > 1 ? [`${count} times`] : [],
  ];
  return words.join(", ");
}
