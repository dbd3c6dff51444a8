import { ServiceError } from "./http/answers.ts";
import { calculatedEvent } from "./calculated.ts";
import type { OpenStream } from "./open_stream.ts";
import { firstOf, type StreamEvent } from "./stream_reader.ts";

export type Boundary = "exact" | "inside" | "outside" | "exactorcalculated";

/** The service refuses a request that reads more events. */
export const MAX_EVENTS = 2_500_000;

const TOO_MANY = new ServiceError(400, {
  Error: "The request is not valid.",
  Reason: `Exceeded the maximum return count of ${MAX_EVENTS} events.`,
  Resolution: "Reduce query size and resubmit the request.",
});

/** Refuses a request that would read this many events. */
export function refuseTooMany(events: number): void {
  if (events > MAX_EVENTS) throw TOO_MANY;
}

/** Yields the events; refuses the request beyond MAX_EVENTS. */
export function* counted(events: Iterable<StreamEvent>): Generator<StreamEvent> {
  let count = 0;
  for (const event of events) {
    if (++count > MAX_EVENTS) throw TOO_MANY;
    yield event;
  }
}

/** The newest event before an index, with `orAt` also at it. */
export function previousEvent(open: OpenStream, at: number, orAt = false): StreamEvent | undefined {
  for (const event of open.reader.backward(-Infinity, at)) {
    if (event.at < at || orAt) return event;
  }
  return undefined;
}

/** The oldest event after an index, with `orAt` also at it. */
export function nextEvent(open: OpenStream, at: number, orAt = false): StreamEvent | undefined {
  for (const event of open.reader.forward(at, Infinity)) {
    if (event.at > at || orAt) return event;
  }
  return undefined;
}

export interface WindowBounds {
  from: number;
  to: number;
  start: Boundary;
  end: Boundary;
}

/** The events of a window, with the requested boundaries. */
export function* windowEvents(open: OpenStream, bounds: WindowBounds): Generator<StreamEvent> {
  const before = edgeEvent(open, { at: bounds.from, boundary: bounds.start, side: "before" });
  if (before !== undefined) yield before;
  for (const event of counted(open.reader.forward(bounds.from, bounds.to))) {
    if (event.at === bounds.from && bounds.start === "inside") continue;
    if (event.at === bounds.to && bounds.end === "inside") continue;
    yield event;
  }
  const last = edgeEvent(open, { at: bounds.to, boundary: bounds.end, side: "after" });
  if (last !== undefined) yield last;
}

export interface RangeStart {
  from: number;
  boundary: Boundary;
  reversed: boolean;
}

/** All events from an index on, forwards or backwards. */
export function* rangeEvents(open: OpenStream, start: RangeStart): Generator<StreamEvent> {
  const side = start.reversed ? "after" : "before";
  const edge = edgeEvent(open, { at: start.from, boundary: start.boundary, side });
  if (edge !== undefined) yield edge;
  const walk = start.reversed
    ? open.reader.backward(-Infinity, start.from)
    : open.reader.forward(start.from, Infinity);
  for (const event of counted(walk)) {
    if (event.at !== start.from || start.boundary !== "inside") yield event;
  }
}

/** The event that a boundary adds: the adjacent event outside, or a calculated one if there is none at the index. */
function edgeEvent(
  open: OpenStream,
  edge: { at: number; boundary: Boundary; side: "before" | "after" },
): StreamEvent | undefined {
  if (edge.boundary === "outside") {
    return edge.side === "before" ? previousEvent(open, edge.at) : nextEvent(open, edge.at);
  }
  if (edge.boundary !== "exactorcalculated") return undefined;
  const isStored = firstOf(open.reader.forward(edge.at, edge.at)) !== undefined;
  return isStored ? undefined : calculatedEvent(open.type, {
    at: edge.at,
    previous: previousEvent(open, edge.at),
    next: nextEvent(open, edge.at),
  });
}
