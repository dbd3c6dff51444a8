import { createEventDecoder, type EventDecoder } from "./decode.ts";
import { type EventForm, eventForm } from "./event_scan.ts";
import type { DataHubAddress } from "./stream_address.ts";

/** How the events of a stream are decoded. */
export interface StreamReading {
  decoder: EventDecoder;
  /** Undefined when its events cannot be scanned and must be parsed. */
  form: EventForm | undefined;
}

/** Forms of events that are remembered; a plant has few. */
const MOST_KNOWN = 10_000;

export type ReadingOf = (source: DataHubAddress, options?: { isLost: boolean }) => StreamReading;

/** Streams with the same form of events share a decoder. */
export function createReadings(): ReadingOf {
  const known = new Map<string, StreamReading>();
  return (source, { isLost } = { isLost: false }) => {
    const { sdsStreamId: _id, typeId: _type, unit: _unit, ...alike } = source;
    const text = JSON.stringify([alike, isLost]);
    const reading = known.get(text) ?? readingOf(source, isLost);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, reading);
    return reading;
  };
}

function readingOf(source: DataHubAddress, isLost: boolean): StreamReading {
  const decoder = createEventDecoder(source, { isLost });
  return { decoder, form: eventForm(decoder) };
}
