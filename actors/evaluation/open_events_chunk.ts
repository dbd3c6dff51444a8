import { identityOf, type OpenedEvent } from "./journal.ts";
import type { EventBook } from "./event_book.ts";

/** The ids of a shard's open events, stored with the engine's chunks of a generation. */
export interface OpenEventsChunk {
  v: 1;
  kind: "open_events";
  events: OpenedEvent[];
}

const EVENTS_PER_CHUNK = 400;

export function openEventsChunk(book: EventBook): OpenEventsChunk[] {
  const events: OpenedEvent[] = [];
  for (const [, open] of book.open()) {
    for (const { id, record } of open.values()) {
      if (record !== null) events.push({ ...identityOf(record), eventId: id });
    }
  }
  const chunks: OpenEventsChunk[] = [];
  for (let from = 0; from < events.length; from += EVENTS_PER_CHUNK) {
    chunks.push({ v: 1, kind: "open_events", events: events.slice(from, from + EVENTS_PER_CHUNK) });
  }
  return chunks;
}

export function isOpenEventsChunk(value: unknown): value is OpenEventsChunk {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === "open_events";
}
