import type { Ticks } from "../../domain/shared/time.ts";
import type { ComputedStream } from "./computed_stream.ts";
import { hides, positionOf, writtenSample, type WrittenStream } from "./overlay.ts";
import type { Members } from "./sds_types.ts";

/** One event of a stream: its index (ticks, when the key is a time) and its other members. */
export interface StreamEvent {
  at: number;
  members: Members;
}

/** The visible range of computed samples: from the oldest kept to the newest arrived. */
export interface Visible {
  from: Ticks;
  to: Ticks;
}

/** A walk over the samples of an index range, both ends included. */
export interface HeldWalk {
  from: number;
  to: number;
  backward: boolean;
  /** Includes only samples measured by then. */
  measuredBy: Ticks;
  /** Applies only the changes made by then. */
  by: Ticks;
}

/** A computed stream whose samples faults delay, change or remove. */
export interface HeldSamples {
  held(walk: HeldWalk): Iterable<StreamEvent>;
}

/** Reads a stream: written samples override computed ones. Both walks include their ends. */
export interface StreamReader {
  forward(from: number, to: number): Generator<StreamEvent>;
  backward(from: number, to: number): Generator<StreamEvent>;
}

export interface StreamParts {
  computed: ComputedStream | undefined;
  written: WrittenStream | undefined;
  visible: Visible;
  /** The computed samples under faults. */
  history?: HeldSamples;
  /** Applies changes up to this time; by default up to the visible end. */
  by?: Ticks;
}

export function streamReader(parts: StreamParts): StreamReader {
  return {
    forward(from, to) {
      const written = writtenForward(parts.written, { from, to });
      return merged(computedEvents(parts, { from, to, backward: false }), written, (a, b) => a < b);
    },
    backward(from, to) {
      const written = writtenForward(parts.written, { from, to }).reverse();
      return merged(computedEvents(parts, { from, to, backward: true }), written, (a, b) => a > b);
    },
  };
}

function writtenForward(
  written: WrittenStream | undefined,
  range: { from: number; to: number },
): StreamEvent[] {
  if (written === undefined) return [];
  const found: StreamEvent[] = [];
  for (let i = positionOf(written.samples, range.from); i < written.samples.length; i++) {
    const { at, members } = written.samples[i]!;
    if (at > range.to) break;
    if (members !== null) found.push({ at, members });
  }
  return found;
}

function* computedEvents(
  { computed, written, visible, history, by = visible.to }: StreamParts,
  walk: { from: number; to: number; backward: boolean },
): Generator<StreamEvent> {
  if (computed === undefined) return;
  const from = Math.max(walk.from, visible.from);
  if (history !== undefined) {
    const held = history.held({ ...walk, from, measuredBy: visible.to, by });
    for (const event of held) if (writtenSample(written, event.at) === undefined) yield event;
    return;
  }
  const to = Math.min(walk.to, visible.to);
  if (from > to) return;
  const times = walk.backward ? computed.cadence.backward(from, to) : computed.cadence.forward(from, to);
  for (const at of times) {
    if (written === undefined || !hides(written, at)) yield { at, members: computed.members(at) };
  }
}

function* merged(
  computed: Generator<StreamEvent>,
  written: StreamEvent[],
  precedes: (a: number, b: number) => boolean,
): Generator<StreamEvent> {
  let position = 0;
  for (const event of computed) {
    while (position < written.length && precedes(written[position]!.at, event.at)) yield written[position++]!;
    yield event;
  }
  while (position < written.length) yield written[position++]!;
}

/** The first item of a walk, or undefined. */
export function firstOf<T>(events: Iterable<T>): T | undefined {
  for (const event of events) return event;
  return undefined;
}

/** The first events of a walk, at most `limit`. */
export function take(events: Iterable<StreamEvent>, limit: number): StreamEvent[] {
  const taken: StreamEvent[] = [];
  if (limit <= 0) return taken;
  for (const event of events) {
    taken.push(event);
    if (taken.length >= limit) break;
  }
  return taken;
}
