import {
  type Boundary,
  counted,
  MAX_EVENTS,
  nextEvent,
  previousEvent,
  rangeEvents,
  windowEvents,
} from "../boundary_reads.ts";
import { eventFilter } from "../event_filter.ts";
import { eventJson, eventsText } from "../event_json.ts";
import { type Answer, answer, answerText, badRequest, notFound } from "../http/answers.ts";
import { type Route, route } from "../http/router.ts";
import { type OpenStream, openStream, shapeOf } from "../open_stream.ts";
import { firstOf, type StreamEvent, take } from "../stream_reader.ts";
import type { Call } from "../world.ts";
import { NS } from "./paths.ts";
import { tableAnswer } from "./table_form.ts";

const DATA = `${NS}/Streams/{id}/Data`;

/** Every read has an alias under Data/Transform; without a stream view both do the same. */
export const dataReadRoutes: Route<Call>[] = ["", "/Transform"].flatMap((alias) => [
  route<Call>("GET", `${DATA}${alias}/First`, (call, { id }) => firstRead(call, id)),
  route<Call>("GET", `${DATA}${alias}/Last`, (call, { id }) => lastRead(call, id)),
  route<Call>("GET", `${DATA}${alias}`, (call, { id }) => listRead(call, id)),
]);

/** Opens the stream of a read. Stream views are refused with 404. */
export function readStream(call: Call, id: string): OpenStream {
  const view = call.query.text("streamViewId");
  if (view !== undefined) throw notFound("StreamView", view);
  return openStream(call.world, { id, nowMs: call.nowMs });
}

function firstRead(call: Call, id: string): Answer {
  const open = readStream(call, id);
  return single(call, open, firstOf(open.reader.forward(-Infinity, Infinity)));
}

function lastRead(call: Call, id: string): Answer {
  const open = readStream(call, id);
  return single(call, open, firstOf(open.reader.backward(-Infinity, Infinity)));
}

/** One event, or `null` for an empty stream. */
function single(call: Call, open: OpenStream, event: StreamEvent | undefined): Answer {
  return answer(200, event === undefined ? null : eventJson(event, shapeOf(open, call.verbose)));
}

function listRead(call: Call, id: string): Answer {
  const { query } = call;
  const open = readStream(call, id);
  if (query.text("index") !== undefined) return eventsAnswer(call, open, distinct(call, open));
  if (query.text("endIndex") !== undefined) return windowRead(call, open);
  if (query.text("startIndex") !== undefined) return rangeRead(call, open);
  if (query.text("filter") === undefined) throw badRequest("An index, a startIndex or a filter is required.");
  return eventsAnswer(call, open, filtered(call, open, counted(open.reader.forward(-Infinity, Infinity))));
}

function eventsAnswer(call: Call, open: OpenStream, events: StreamEvent[]): Answer {
  const form = call.query.text("form")?.toLowerCase();
  if (form === "table" || form === "tableh") {
    return tableAnswer(open, { events, withHeader: form === "tableh" });
  }
  return answerText(eventsText(events, shapeOf(open, call.verbose)));
}

/** The events that pass the request's filter. */
function filtered(call: Call, open: OpenStream, events: Iterable<StreamEvent>): StreamEvent[] {
  return [...passing(events, eventFilter(call.query.text("filter"), open))];
}

export function indexOf(open: OpenStream, name: string, text: string | undefined): number {
  const index = open.codec.parse(text);
  if (index === undefined) {
    throw badRequest(`'${name}' is not an index of this stream.`, { [name]: text ?? "" });
  }
  return index;
}

const BOUNDARIES: Boundary[] = ["exact", "inside", "outside", "exactorcalculated"];

/** Parses a boundary type: a number or a name, ignoring case. */
export function boundaryOf(call: Call, name: string): Boundary | undefined {
  const text = call.query.text(name)?.toLowerCase();
  if (text === undefined) return undefined;
  const boundary = BOUNDARIES.find((each, number) => each === text || String(number) === text);
  if (boundary === undefined) throw badRequest(`'${text}' is not a boundary type.`);
  return boundary;
}

const SEARCH_MODES = ["exact", "exactornext", "next", "exactorprevious", "previous"];

function distinct(call: Call, open: OpenStream): StreamEvent[] {
  const at = indexOf(open, "index", call.query.text("index"));
  const requested = call.query.text("searchMode")?.toLowerCase() ?? "exact";
  const mode = SEARCH_MODES.find((each, number) => each === requested || String(number) === requested);
  const found =
    { exact: () => firstOf(open.reader.forward(at, at)), ...adjacentSearches(open, at) }[mode ?? ""];
  if (found === undefined) throw badRequest(`'${requested}' is not a search mode.`);
  const event = found();
  return event === undefined ? [] : [event];
}

function adjacentSearches(open: OpenStream, at: number): Record<string, () => StreamEvent | undefined> {
  return {
    exactornext: () => nextEvent(open, at, true),
    next: () => nextEvent(open, at),
    exactorprevious: () => previousEvent(open, at, true),
    previous: () => previousEvent(open, at),
  };
}

export function windowBounds(call: Call, open: OpenStream) {
  const both = boundaryOf(call, "boundaryType") ?? "exact";
  const start = boundaryOf(call, "startBoundaryType");
  const end = boundaryOf(call, "endBoundaryType");
  if (start !== undefined && end === undefined) {
    throw badRequest("startBoundaryType requires an endBoundaryType.");
  }
  const bounds = {
    from: indexOf(open, "startIndex", call.query.text("startIndex")),
    to: indexOf(open, "endIndex", call.query.text("endIndex")),
    start: start ?? both,
    end: end ?? both,
  };
  if (bounds.from > bounds.to) throw badRequest("The startIndex must not be after the endIndex.");
  return bounds;
}

function windowRead(call: Call, open: OpenStream): Answer {
  const { query } = call;
  const bounds = windowBounds(call, open);
  if (query.text("count") === undefined) {
    return eventsAnswer(call, open, filtered(call, open, windowEvents(open, bounds)));
  }
  if (!query.has("continuationToken")) throw badRequest("A count requires a continuationToken in a window.");
  return windowPage(call, open, bounds);
}

/** Reads a page. The token is the last returned index, null on the last page. */
function windowPage(call: Call, open: OpenStream, bounds: ReturnType<typeof windowBounds>): Answer {
  const count = call.query.integer("count", { min: 1, max: MAX_EVENTS, default: 100 });
  const token = call.query.text("continuationToken");
  const rest = token === undefined
    ? bounds
    : { ...bounds, from: indexOf(open, "continuationToken", token), start: "inside" as const };
  const passes = eventFilter(call.query.text("filter"), open);
  const page = take(passing(windowEvents(open, rest), passes), count + 1);
  const returned = page.slice(0, count);
  const next = page.length > count ? open.codec.toText(returned[count - 1]!.at) : null;
  const results = eventsText(returned, shapeOf(open, call.verbose));
  return answerText(`{"Results":${results},"ContinuationToken":${JSON.stringify(next)}}`);
}

function rangeRead(call: Call, open: OpenStream): Answer {
  const { query } = call;
  const start = {
    from: indexOf(open, "startIndex", query.text("startIndex")),
    boundary: boundaryOf(call, "boundaryType") ?? "exact",
    reversed: query.flag("reversed"),
  };
  const skip = query.integer("skip", { min: 0, max: MAX_EVENTS, default: 0 });
  const count = query.integer("count", { min: 0, max: MAX_EVENTS, default: 100 });
  const passes = eventFilter(query.text("filter"), open);
  return eventsAnswer(call, open, take(passing(rangeEvents(open, start), passes), skip + count).slice(skip));
}

function* passing(
  events: Iterable<StreamEvent>,
  passes: (event: StreamEvent) => boolean,
): Generator<StreamEvent> {
  for (const event of events) {
    if (passes(event)) yield event;
  }
}
