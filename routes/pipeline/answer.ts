import type { TypedResponse } from "hono";
import { timeSlices } from "../../concurrency/time_slices.ts";
import type { AppContext } from "./env.ts";
import { EVENT_STREAM_HEADERS } from "./event_stream.ts";
import { listed, type Pagination, type PagingQuery } from "./pagination.ts";

/** How much JSON is written at a time, characters. */
const PIECE = 64 * 1024;

/** A response with the type of its body, which the compiler compares with the route's document. */
export type Answer<Body, Status extends 200 | 201 = 200> = Response & TypedResponse<Body, Status, "json">;

interface Success<T> {
  success: true;
  data: T;
}

interface Written<T> {
  message: string;
  data: T;
}

export type WrittenAnswer<T> = Answer<Success<T> & Written<T>>;

/** Answers a read. */
export function answerData<T>(c: AppContext, data: T): Answer<Success<T>> {
  return typed(c.json<object>({ success: true, data }, 200));
}

/** Answers a write with the changed resource. */
export function answerWritten<T>(c: AppContext, written: Written<T>): WrittenAnswer<T> {
  return typed(c.json<object>({ success: true, ...written }, 200));
}

/** The results of a write on many items. */
interface ItemResults {
  items: unknown[];
}

/**
 * Answers a write with one result for each item. There may be many: the JSON is written in pieces, and other requests
 * are answered in between.
 */
export function answerItems<Results extends ItemResults>(
  c: AppContext,
  { message, data }: Written<Results>,
): WrittenAnswer<Results> {
  const pieces = jsonPieces(message, data), encoder = new TextEncoder(), pause = timeSlices();
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      await pause();
      const { done, value } = pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
  return typed(c.body(body, 200, { "Content-Type": "application/json", "Transfer-Encoding": "chunked" }));
}

function* jsonPieces(message: string, { items, ...others }: ItemResults): Generator<string, void> {
  const head = JSON.stringify({ success: true, message, data: others }).slice(0, -2);
  let piece = `${head}${head.endsWith("{") ? "" : ","}"items":[`;
  for (const [at, item] of items.entries()) {
    piece += `${at === 0 ? "" : ","}${JSON.stringify(item)}`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  yield `${piece}]}}`;
}

export function answerCreated<T>(c: AppContext, created: Written<T>): Answer<Success<T> & Written<T>, 201> {
  return typed(c.json<object>({ success: true, ...created }, 201));
}

export function answerDone(c: AppContext, message: string): Answer<{ success: true; message: string }> {
  return typed(c.json<object>({ success: true, message }, 200));
}

/** Answers a write with the resource under another name than `data`. */
export function answerNamed<T extends object, Status extends 200 | 201>(
  c: AppContext,
  { status, message, named }: { status: Status; message: string; named: T },
): Answer<{ success: true; message: string } & T, Status> {
  return typed(c.json<object>({ success: true, message, ...named }, status));
}

/** Answers a list in memory, whole or the requested page. Only the rows of that page are turned into views. */
export function answerList<T, View>(
  c: AppContext,
  list: { rows: readonly T[]; query: PagingQuery; view: (row: T) => View },
): Answer<Success<View[]> & { pagination?: Pagination }> {
  const { rows, pagination } = listed(list.rows, list.query);
  return answerListed(c, { rows, pagination, view: list.view });
}

export function answerListed<T, View, P extends Pagination | undefined>(
  c: AppContext,
  { rows, view, pagination }: { rows: readonly T[]; view: (row: T) => View; pagination: P },
): Answer<Success<View[]> & { pagination: P }> {
  return answerPage(c, { data: rows.map((row) => view(row)), pagination });
}

/** Answers data that contain a list, with its pagination. */
export function answerPage<T, P extends Pagination | undefined>(
  c: AppContext,
  { data, pagination }: { data: T; pagination: P },
): Answer<Success<T> & { pagination: P }> {
  return typed(c.json<object>({ success: true, data, ...(pagination && { pagination }) }, 200));
}

/** Answers with server-sent events, which the schema of the JSON answer does not describe. */
export function answerStream(events: ReadableStream): Answer<never> {
  return typed(new Response(events, { headers: EVENT_STREAM_HEADERS }));
}

/** Hono's body type expands recursive conditions without end. This type refers to them by name. */
function typed<A extends Response>(response: Response): A {
  return response as A;
}
