import { TICKS_PER_SECOND } from "../../../domain/shared/time.ts";
import { nextEvent, previousEvent, refuseTooMany, windowEvents } from "../boundary_reads.ts";
import { calculatedEvent, memberOf, statistics } from "../calculated.ts";
import type { ComputedStream } from "../computed_stream.ts";
import { eventFilter } from "../event_filter.ts";
import { eventJson, eventsText } from "../event_json.ts";
import { type Answer, answer, answerText, badRequest } from "../http/answers.ts";
import { type Route, route } from "../http/router.ts";
import { type OpenStream, shapeOf } from "../open_stream.ts";
import { isNumericCode, type JsonObject, type SdsProperty, valueProperties } from "../sds_types.ts";
import { firstOf, type StreamEvent } from "../stream_reader.ts";
import { type Call, visibleAt } from "../world.ts";
import { indexOf, readStream, windowBounds } from "./data_reads.ts";
import { NS } from "./paths.ts";

const DATA = `${NS}/Streams/{id}/Data`;
const MAX_INTERVALS = 100_000;

/** Calculated reads, simplified: weighted by event, without unit conversion. */
export const calculatedReadRoutes: Route<Call>[] = ["", "/Transform"].flatMap((alias) => [
  route<Call>("GET", `${DATA}${alias}/Interpolated`, (call, { id }) => interpolated(call, id)),
  route<Call>("GET", `${DATA}${alias}/Summaries`, (call, { id }) => summaries(call, id)),
  route<Call>("GET", `${DATA}${alias}/Sampled`, (call, { id }) => sampled(call, id)),
]);

function interpolated(call: Call, id: string): Answer {
  const open = readStream(call, id);
  const requested = call.query.all("index");
  const indexes = requested.length > 0
    ? requested.map((text) => indexOf(open, "index", text))
    : evenIndexes(call, open);
  const events = indexes.map((at) => eventAt(open, at)).filter((event) => event !== undefined);
  return answerText(eventsText(events, shapeOf(open, call.verbose)));
}

export function eventAt(open: OpenStream, at: number): StreamEvent | undefined {
  const previous = previousEvent(open, at, true);
  if (previous?.at === at) return previous;
  return calculatedEvent(open.type, { at, previous, next: nextEvent(open, at) });
}

function evenIndexes(call: Call, open: OpenStream): number[] {
  const { from, to } = windowBounds(call, open);
  const count = call.query.integer("count", { min: 1, max: MAX_INTERVALS, default: 100 });
  if (count === 1) return [from];
  return Array.from({ length: count }, (_, i) => Math.round(from + (to - from) * i / (count - 1)));
}

interface Interval {
  from: number;
  to: number;
  events: StreamEvent[];
}

/** Divides the window's stored events into equal intervals; an event on a border belongs to the later one. */
function intervals(call: Call, open: OpenStream, count: number): Interval[] {
  const bounds = windowBounds(call, open);
  const passes = eventFilter(call.query.text("filter"), open);
  const width = (bounds.to - bounds.from) / count;
  const found = Array.from({ length: count }, (_, i): Interval => ({
    from: Math.round(bounds.from + width * i),
    to: Math.round(bounds.from + width * (i + 1)),
    events: [],
  }));
  for (const event of windowEvents(open, bounds)) {
    const position = width === 0 ? 0 : Math.floor((event.at - bounds.from) / width);
    if (passes(event)) found[Math.max(0, Math.min(count - 1, position))]!.events.push(event);
  }
  return found;
}

function numbersOf(events: readonly StreamEvent[], property: SdsProperty): number[] {
  return events.map((event) => memberOf(event, property)).filter((value) => typeof value === "number");
}

function summaries(call: Call, id: string): Answer {
  const open = readStream(call, id);
  const count = call.query.integer("count", { min: 1, max: MAX_INTERVALS, default: 1 });
  const numeric = valueProperties(open.type).filter((each) => isNumericCode(each.SdsType.SdsTypeCode));
  const shape = shapeOf(open, call.verbose);
  const edge = (at: number) => {
    const event = eventAt(open, at);
    return event === undefined ? null : eventJson(event, shape);
  };
  const rows = intervals(call, open, count).map((interval) => {
    const summary: Record<string, JsonObject> = {};
    for (const property of numeric) {
      for (const [name, value] of Object.entries(statistics(numbersOf(interval.events, property)))) {
        summary[name] = { ...summary[name], [property.Id]: value };
      }
    }
    return { Start: edge(interval.from), End: edge(interval.to), Summaries: summary };
  });
  return answer(200, rows);
}

/** For each interval the first and last stored events, and the minimum and maximum of each sampled property. */
function sampled(call: Call, id: string): Answer {
  const open = readStream(call, id);
  const count = call.query.integer("intervals", { min: 1, max: MAX_INTERVALS, default: 1 });
  const wanted = call.query.all("sampleBy");
  // The minimum and maximum of the key are the first and the last event.
  const properties = valueProperties(open.type).filter((property) => wanted.includes(property.Id));
  if (properties.length === 0 && !wanted.includes(open.codec.property)) {
    throw badRequest("sampleBy must name a property of the stream's type.");
  }
  const events = sampledIntervals(call, open, count).flatMap((events) => extremes(events, properties));
  return answerText(eventsText(events, shapeOf(open, call.verbose)));
}

/** The events of each interval; of many computed ones an even share, unless samples were written or faults apply. */
function sampledIntervals(call: Call, open: OpenStream, count: number): (readonly StreamEvent[])[] {
  const { world } = call, { stream: { id, computed } } = open;
  if (computed === undefined || !isPlain(call, { id, computed })) {
    return intervals(call, open, count).map(({ events }) => events);
  }
  const { from, to } = windowBounds(call, open), visible = visibleAt(world, call.nowMs);
  const perTick = computed.cadence.perSecond / TICKS_PER_SECOND, width = (to - from) / count;
  refuseTooMany((to - from) * perTick);
  return Array.from({ length: count }, (_, i) => {
    const start = Math.round(from + width * i), end = Math.round(from + width * (i + 1));
    const last = i === count - 1 ? end : end - 1;
    const range = { from: Math.max(visible.from, start), to: Math.min(visible.to, last) };
    return (end - start) * perTick > MOST_OF_INTERVAL
      ? evenShare(computed, range)
      : [...open.reader.forward(start, last)];
  });
}

/** Whether a read sees nothing but what is computed. */
function isPlain(
  { world, query }: Call,
  { id, computed }: { id: string; computed: ComputedStream },
): boolean {
  return world.overlay.of(id) === undefined && world.histories.of(computed) === undefined &&
    query.text("filter") === undefined;
}

/** Most computed events that `Sampled` compares in an interval, so that a month is answered at once. */
const MOST_OF_INTERVAL = 16;

/** The first event of each of MOST_OF_INTERVAL − 1 equal parts, and the last one. */
function evenShare(
  { cadence, members }: ComputedStream,
  { from, to }: { from: number; to: number },
): StreamEvent[] {
  if (from > to) return [];
  const parts = MOST_OF_INTERVAL - 1, width = (to - from) / parts;
  const times: number[] = [];
  for (let i = 0; i < parts; i++) {
    const at = firstOf(cadence.forward(Math.ceil(from + width * i), to));
    if (at !== undefined && at !== times[times.length - 1]) times.push(at);
  }
  const last = firstOf(cadence.backward(from, to));
  if (last !== undefined && last !== times[times.length - 1]) times.push(last);
  return times.map((at) => ({ at, members: members(at) }));
}

function extremes(events: readonly StreamEvent[], properties: readonly SdsProperty[]): StreamEvent[] {
  if (events.length === 0) return [];
  const kept = new Set<StreamEvent>([events[0]!, events.at(-1)!]);
  for (const property of properties) {
    const numbers = events.map((event) => ({ event, value: Number(memberOf(event, property)) }))
      .filter(({ value }) => !Number.isNaN(value));
    if (numbers.length === 0) continue;
    kept.add(numbers.reduce((low, each) => each.value < low.value ? each : low).event);
    kept.add(numbers.reduce((high, each) => each.value > high.value ? each : high).event);
  }
  return [...kept].sort((a, b) => a.at - b.at);
}
