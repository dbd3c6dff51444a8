import type { SampleBatch } from "../../domain/sample/batch.ts";
import type { BatchWriter } from "../../domain/sample/batch_writer.ts";
import { EARLIEST_SOURCE_TIME, LATEST_SOURCE_TIME } from "../../domain/sample/source_time.ts";
import type { Doubts } from "./doubts.ts";
import { type EventForm, EventScan } from "./event_scan.ts";
import type { FedResource } from "./subscriptions.ts";
import { JsonCursor, literal, Unusual } from "./json_cursor.ts";
import type { ResourceTable } from "./resource_table.ts";
import type { DataHubStream } from "./stream_address.ts";

export interface ScannedPage {
  batch: SampleBatch;
  bookmark: string | null;
  items: number;
}

export interface ScanOptions {
  resources: ResourceTable<FedResource>;
  writer: BatchWriter;
  /** What is noticed; of no meaning when the page is not read. */
  doubts: Doubts;
}

const DATA = literal('"data":['), BOOKMARK = literal('"bookmark":'), RESOURCE = literal('{"resourceId":"');
const UPSERTS = ["Insert", "Update"].map((operation) => literal(`,"operation":"${operation}","events":[`));
const ITEM_END = literal("]}");
const COMMA = 44, BRACKET_END = 93, BRACE = 123, BRACE_END = 125;

/**
 * Reads a page of the feed directly into columns if it is in the usual form: inserts and updates of our streams, without
 * whitespace or escapes. Undefined for any other page, which may still be valid.
 */
export function scanPage(bytes: Uint8Array, options: ScanOptions): ScannedPage | undefined {
  try {
    return new PageScan(bytes, options).read();
  } catch (error) {
    if (error instanceof Unusual) return undefined;
    throw error;
  }
}

class PageScan {
  readonly #cursor: JsonCursor;
  readonly #event: EventScan;
  #bookmark: string | null = null;
  #items = 0;
  /** The previous operation, most likely also the next. */
  #operation = UPSERTS[0]!;

  constructor(bytes: Uint8Array, private readonly options: ScanOptions) {
    options.writer.clear();
    this.#cursor = new JsonCursor(bytes);
    this.#event = new EventScan(this.#cursor);
  }

  read(): ScannedPage {
    const cursor = this.#cursor;
    cursor.passByte(BRACE);
    const isBookmarkFirst = this.#passesBookmark();
    if (isBookmarkFirst) cursor.passByte(COMMA);
    cursor.pass(DATA);
    this.#readItems();
    if (!isBookmarkFirst && cursor.passesByte(COMMA) && !this.#passesBookmark()) throw new Unusual();
    cursor.passByte(BRACE_END);
    if (!cursor.isAtEnd) throw new Unusual();
    return { batch: this.options.writer.take(), bookmark: this.#bookmark, items: this.#items };
  }

  #passesBookmark(): boolean {
    if (!this.#cursor.passes(BOOKMARK)) return false;
    const bookmark = this.#cursor.scalar();
    if (typeof bookmark !== "string") throw new Unusual();
    this.#bookmark = bookmark;
    return true;
  }

  #readItems(): void {
    const cursor = this.#cursor;
    if (cursor.passesByte(BRACKET_END)) return;
    do {
      this.#readItem();
      this.#items++;
    } while (cursor.passesByte(COMMA));
    cursor.passByte(BRACKET_END);
  }

  #readItem(): void {
    const cursor = this.#cursor;
    cursor.pass(RESOURCE);
    const resource = this.options.resources.read(cursor);
    if (resource === undefined) throw new Unusual();
    this.#passOperation();
    const events = cursor.at;
    for (const subscriber of resource) {
      cursor.at = events;
      this.#readEvents(subscriber);
    }
    cursor.pass(ITEM_END);
  }

  #passOperation(): void {
    const cursor = this.#cursor;
    if (cursor.passes(this.#operation)) return;
    const operation = UPSERTS.find((each) => cursor.passes(each));
    if (operation === undefined) throw new Unusual();
    this.#operation = operation;
  }

  #readEvents({ stream, form }: FedResource[number]): void {
    const cursor = this.#cursor, event = this.#event, { writer } = this.options, { id } = stream;
    if (form === undefined) throw new Unusual();
    if (cursor.bytes[cursor.at] === BRACKET_END) return;
    do {
      event.read(form);
      if (event.isDoubtful) this.#addDoubtful(stream, form);
      else if (!(event.time >= EARLIEST_SOURCE_TIME && event.time <= LATEST_SOURCE_TIME)) this.#skip();
      else if (!Number.isNaN(event.number)) writer.addNumber(id, event.time, event.number);
      else writer.add({ op: "upsert", stream: id, sample: form.decoder.sampleOf(event.time, event.raw) });
    } while (cursor.passesByte(COMMA));
  }

  #addDoubtful(stream: DataHubStream, { decoder }: EventForm): void {
    const { doubts, writer } = this.options;
    const sample = decoder.sample(JSON.parse(this.#event.text), doubts.of(stream));
    if (sample !== undefined) writer.add({ op: "upsert", stream: stream.id, sample });
  }

  #skip(): void {
    const isUnreadable = Number.isNaN(this.#event.time);
    this.options.doubts[isUnreadable ? "unreadableTimes" : "impossibleTimes"]++;
  }
}
