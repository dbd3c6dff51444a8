import type { RuleEvent, Severity } from "../../api/client.ts";
import { isOutOfService, isShelved, keyOfEvent } from "../../parts/event_text.ts";
import { eventState, isWaiting } from "../../parts/event_state.ts";
import { machineOf } from "../../parts/machine.ts";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import { severityInfo } from "../../parts/severity.ts";
import { isBefore, isSourceLost, itemOrder, rank, type WallItem, worstRank } from "./wall_order.ts";

export type WallGrouping = "template" | "category";

export interface WallSection {
  key: string;
  title: string;
  /** The active items that stand here, in the wall's order; the criticals of all sections stand in their own. */
  items: readonly WallItem[];
  /** All items, including those that stand elsewhere or are not displayed. */
  all: readonly WallItem[];
  /** The single events. */
  events: readonly RuleEvent[];
  active: number;
  /** The active criticals, which stand above. */
  critical: number;
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
  /** What is not active, in rows beneath all sections: returned, then ended ones if they are displayed. */
  rows: readonly WallItem[];
  active: number;
  /** Items that are normal again and wait for an acknowledgement. */
  returned: number;
  shelved: number;
  /** Active events that are out of service; they do not count as shelved. */
  outOfService: number;
  /** Active events of areas and severities that were not chosen. */
  leftOut: number;
}

export interface WallInput {
  events: Iterable<RuleEvent>;
  /** One event for each rule and instance that is shelved, active or not. */
  shelved?: readonly RuleEvent[];
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
  retainedSinceMs?: number;
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

/** The key of the section with the criticals of the whole wall. */
export const CRITICAL = "critical-first";

export function wallOf(input: WallInput): Wall {
  const { events, shelved = [], hours, nowMs, retainedSinceMs = Infinity } = input;
  const sinceMs = nowMs - hours * HOUR_MS;
  const inTime = [...events].filter((event) =>
    event.is_active || endMs(event) > sinceMs || isWaiting(event, retainedSinceMs)
  );
  const inService = inTime.filter((event) => !isOutOfService(event, nowMs));
  const notShelved = inService.filter((event) => !isShelved(event, nowMs));
  const chosen = notShelved.filter((event) => isChosen(event, input));
  const shown = chosen.filter((event) => contains(event, input));
  const groups = Map.groupBy(shown, (event) => groupKey(event, input.grouping));
  const sections = [...groups].map(([key, group]) => sectionOf(group, { ...input, key }));
  const all = sections.flatMap((section) => section.all);
  return {
    sections: [...sections, ...criticalsOf(all)].sort(worstFirst),
    rows: all.filter(({ event, waiting }) => !event.is_active && (input.withEnded || waiting.length > 0))
      .sort(itemOrder),
    active: shown.filter(({ is_active }) => is_active).length,
    returned: sections.reduce((sum, { returned }) => sum + returned, 0),
    leftOut: notShelved.filter(({ is_active }) => is_active).length -
      chosen.filter(({ is_active }) => is_active).length,
    shelved: new Set(
      [...shelved, ...inService.filter((event) => event.is_active && isShelved(event, nowMs))].map(
        keyOfEvent,
      ),
    ).size,
    outOfService: inTime.filter(({ is_active }) => is_active).length -
      inService.filter(({ is_active }) => is_active).length,
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
  const { key, titleOf, nowMs, retainedSinceMs = Infinity } = input;
  const sinceMs = nowMs - input.hours * HOUR_MS;
  const items = [...Map.groupBy(events, keyOfEvent)].map(([key, same]) =>
    itemOf(key, same, { nowMs, retainedSinceMs })
  );
  const active = items.filter(({ event }) => event.is_active);
  const recent = items.filter(({ event }) => nowMs - Date.parse(event.start_time) < FLOOD_MS).length;
  return {
    key,
    title: titleOf(events[0]!),
    active: active.length,
    critical: active.filter(isCritical).length,
    returned: items.filter(({ event, waiting }) => !event.is_active && waiting.length > 0).length,
    ended: events.filter((event) => !event.is_active && endMs(event) > sinceMs).length,
    items: active.filter((item) => !isCritical(item)).sort(itemOrder),
    all: items,
    events,
    unacknowledged: active.filter(({ event }) => event.acknowledged_at === null).length,
    recent,
    isFlood: recent > FLOOD_EVENTS && active.length > FLOOD_TILES,
  };
}

function isCritical({ event: { severity } }: WallItem): boolean {
  return rank(severity) === 1;
}

/** The criticals of the whole wall in one section, so that nothing of lower severity stands above one. */
function criticalsOf(all: readonly WallItem[]): WallSection[] {
  const criticals = all.filter(isCritical);
  const items = criticals.filter(({ event }) => event.is_active).sort(itemOrder);
  if (criticals.length === 0) return [];
  return [{
    key: CRITICAL,
    title: "Critical",
    items,
    all: criticals,
    events: [],
    active: items.length,
    critical: items.length,
    unacknowledged: items.filter(({ event }) => event.acknowledged_at === null).length,
    ...{ returned: 0, ended: 0, recent: 0, isFlood: false },
  }];
}

function itemOf(
  key: string,
  events: readonly RuleEvent[],
  { nowMs, retainedSinceMs }: { nowMs: number; retainedSinceMs: number },
): WallItem {
  const waiting = events.filter((event) => isWaiting(event, retainedSinceMs));
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

/** What an acknowledgement of a tile acknowledges. */
export function toAcknowledge({ event, waiting }: WallItem): RuleEvent[] {
  return [...new Set([event, ...waiting])].filter(({ acknowledged_at }) => acknowledged_at === null);
}

/** The lost source, then the criticals, then sections by the severity of their active events; the others by name. */
function worstFirst(a: WallSection, b: WallSection): number {
  return Number(hasSourceLost(b)) - Number(hasSourceLost(a)) ||
    Math.min(5, worstRank(a.items)) - Math.min(5, worstRank(b.items)) || b.active - a.active ||
    (a.title < b.title ? -1 : 1);
}

function hasSourceLost({ items }: WallSection): boolean {
  return items.some(({ event }) => isSourceLost(event));
}

/** The label of a tile for screen readers. */
export function tileLabel({ event, waiting, count, isChattering }: WallItem, { machine, area, timeText }: {
  machine: string;
  area: string;
  timeText(ms: number): string;
}): string {
  const { is_active, start_time, end_time, close_reason } = event;
  const state = is_active
    ? eventState(event)
    : waiting.length > 0
    ? "returned to normal, unacknowledged"
    : "ended";
  const ended = close_reason === "condition_cleared" ? "normal since" : "closed since";
  const since = end_time === null
    ? `since ${timeText(Date.parse(start_time))}`
    : `${ended} ${timeText(Date.parse(end_time))}`;
  const words = [
    ...[severityInfo(event.severity).title, state, machine, event.display_name],
    ...area === "" ? [] : [area],
    since,
    ...event.data_state === "unknown" ? ["no data"] : [],
    ...isChattering ? [`chattering, ${count} times`] : count > 1 ? [`${count} times`] : [],
  ];
  return words.join(", ");
}
