import type { RuleEvent, Severity } from "../../api/client.ts";
import { isShelved, keyOfEvent, lengthMs } from "../../parts/event_text.ts";
import { severityInfo } from "../../parts/severity.ts";

export type WallGrouping = "template" | "category";

/** All events of one rule on one instance, shown as one tile. */
export interface WallItem {
  key: string;
  /** The active one, or the newest. */
  event: RuleEvent;
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
  /** Events that ended in the selected time. */
  ended: number;
  /** Items with events in the last ten minutes, and whether that is a flood. */
  recent: number;
  isFlood: boolean;
}

export interface Wall {
  sections: readonly WallSection[];
  active: number;
  shelved: number;
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
  const { events, hours, nowMs, find } = input;
  const sinceMs = nowMs - hours * HOUR_MS;
  const inTime = [...events].filter((event) => event.is_active || endMs(event) > sinceMs);
  const shown = inTime.filter((event) => !isShelved(event, nowMs) && contains(event, find.toLowerCase()));
  const groups = Map.groupBy(shown, (event) => groupKey(event, input.grouping));
  const sections = [...groups].map(([key, group]) => sectionOf(group, { ...input, key }));
  return {
    sections: sections.sort(worstFirst),
    active: shown.filter(({ is_active }) => is_active).length,
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

function contains({ event_name, template_instance, event_description }: RuleEvent, find: string): boolean {
  return find === "" ||
    `${event_name}\n${template_instance}\n${event_description}`.toLowerCase().includes(find);
}

function sectionOf(events: readonly RuleEvent[], input: WallInput & { key: string }): WallSection {
  const { key, titleOf, nowMs, withEnded } = input;
  const items = [...Map.groupBy(events, keyOfEvent)].map(([key, same]) => itemOf(key, same, nowMs));
  const active = items.filter(({ event }) => event.is_active);
  const recent = items.filter(({ event }) => nowMs - Date.parse(event.start_time) < FLOOD_MS).length;
  return {
    key,
    title: titleOf(events[0]),
    active: active.length,
    ended: events.length - active.length,
    items: (withEnded ? [...items] : active).sort(itemOrder),
    all: items,
    events,
    unacknowledged: active.filter(({ event }) => event.acknowledged_at === null).length,
    recent,
    isFlood: recent > FLOOD_EVENTS && active.length > FLOOD_TILES,
  };
}

function itemOf(key: string, events: readonly RuleEvent[], nowMs: number): WallItem {
  const newest = events.reduce((a, b) => isBefore(a, b) ? b : a);
  const inLastHour = events.filter(({ start_time }) => nowMs - Date.parse(start_time) < HOUR_MS).length;
  return {
    key,
    event: events.find(({ is_active }) => is_active) ?? newest,
    count: events.length,
    isChattering: inLastHour >= CHATTERING_PER_HOUR ||
      events.some(({ flags }) => flags.includes("chattering")),
  };
}

function isBefore(a: RuleEvent, b: RuleEvent): boolean {
  return a.start_time < b.start_time || (a.start_time === b.start_time && a.id < b.id);
}

function itemOrder({ event: a }: WallItem, { event: b }: WallItem): number {
  return Number(b.is_active) - Number(a.is_active) ||
    rank(a.severity) - rank(b.severity) ||
    Number(a.acknowledged_at !== null) - Number(b.acknowledged_at !== null) ||
    (isBefore(a, b) ? 1 : -1);
}

function rank(severity: Severity): number {
  return severityInfo(severity).rank;
}

/** Sections by the severity of their active events; those without any by name. */
function worstFirst(a: WallSection, b: WallSection): number {
  return worst(a) - worst(b) || b.active - a.active || (a.title < b.title ? -1 : 1);
}

function worst({ items }: WallSection): number {
  const active = items.filter(({ event }) => event.is_active);
  return Math.min(5, ...active.map(({ event }) => rank(event.severity)));
}

/** The label of a tile for screen readers. */
export function tileLabel({ event, count, isChattering }: WallItem, { nowMs, duration }: {
  nowMs: number;
  duration(ms: number): string;
}): string {
  const state = !event.is_active
    ? "ended"
    : event.acknowledged_at === null
    ? "unacknowledged"
    : "acknowledged";
  const words = [
    ...[severityInfo(event.severity).title, state, event.event_name, event.template_instance],
    `for ${duration(lengthMs(event, nowMs))}`,
    ...event.data_state === "unknown" ? ["no data"] : [],
    ...isChattering ? [`chattering, ${count} times`] : count > 1 ? [`${count} times`] : [],
  ];
  return words.join(", ");
}
