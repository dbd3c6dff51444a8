import type { ServerResponse } from "node:http";
import type { Ms } from "../domain/shared/time.ts";

/** Larger pieces are written in parts, so that a client that reads slowly is told from one that does not read. */
const PIECE_BYTES = 64 * 1024;
/** A body that is complete ends within so many steps of its stream. */
const STEPS_TO_END = 8;
/** Headers that belong to one connection. */
const OF_CONNECTION: ReadonlySet<string> = new Set(["connection", "keep-alive", "transfer-encoding"]);

type Reader = ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
type Piece = ReadableStreamReadResult<Uint8Array<ArrayBuffer>>;

/** What a response is written to. A client that leaves bytes unread for longer than `unreadMs` is disconnected. */
export interface Target {
  to: ServerResponse;
  unreadMs: Ms;
}

/** Writes a response, as fast as the client reads it. Resolves when all is written, or the client has left. */
export async function sendResponse(response: Response, target: Target): Promise<void> {
  const { to } = target;
  const head: string[] = [];
  let isJson = false;
  response.headers.forEach((value, name) => {
    if (name === "content-type") isJson = value.startsWith("application/json");
    if (!OF_CONNECTION.has(name)) head.push(name, value);
  });
  if (to.req.method === "HEAD") return sendHead(response, { to, head });
  // JSON is complete from the start, unless it is marked as chunked. Its bytes cost less than a stream of them.
  const isWhole = isJson && !response.headers.has("transfer-encoding");
  if (isWhole) return await sendWhole(await response.bytes(), { response, head, ...target });
  if (response.body === null) return sendHead(response, { to, head });
  const reader = response.body.getReader();
  const first = reader.read();
  const whole = await wholeOf(first, reader);
  if (whole.bytes !== undefined) return await sendWhole(whole.bytes, { response, head, ...target });
  to.writeHead(response.status, head).flushHeaders();
  await sendPieces(whole.pending, { reader, ...target });
}

interface Headed extends Target {
  response: Response;
  head: string[];
}

async function sendWhole(
  bytes: Uint8Array<ArrayBuffer>,
  { response, to, unreadMs, head }: Headed,
): Promise<void> {
  if (bytes.byteLength === 0) return sendHead(response, { to, head });
  if (!response.headers.has("content-length")) head.push("content-length", String(bytes.byteLength));
  to.writeHead(response.status, head);
  if (bytes.byteLength <= PIECE_BYTES) return void to.end(bytes);
  await write(bytes, { to, unreadMs });
  to.end();
}

function sendHead(
  { status, headers, body }: Response,
  { to, head }: { to: ServerResponse; head: string[] },
): void {
  body?.cancel().catch(() => {});
  const isEmpty = status >= 200 && status !== 204 && status !== 304 && to.req.method !== "HEAD";
  if (isEmpty && !headers.has("content-length")) head.push("content-length", "0");
  to.writeHead(status, head).end();
}

/** The bytes of a stream that is complete from the start; otherwise the reads that have begun. */
async function wholeOf(
  first: Promise<Piece>,
  reader: Reader,
): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { bytes?: undefined; pending: Promise<Piece>[] }> {
  const head = await settled(first);
  if (head === undefined) return { pending: [first] };
  if (head.done) return { bytes: new Uint8Array() };
  const second = reader.read();
  const rest = await settled(second);
  return rest?.done === true ? { bytes: head.value } : { pending: [first, second] };
}

/** What a promise has resolved to by now. */
async function settled(promise: Promise<Piece>): Promise<Piece | undefined> {
  let piece: Piece | undefined;
  promise.then((read) => piece = read, () => {});
  for (let step = 0; piece === undefined && step < STEPS_TO_END; step++) await undefined;
  return piece;
}

async function sendPieces(
  pending: Promise<Piece>[],
  { reader, to, unreadMs }: Target & { reader: Reader },
): Promise<void> {
  const leave = () => void reader.cancel().catch(() => {});
  to.once("close", leave);
  if (to.destroyed) leave();
  try {
    for (;;) {
      const piece = await (pending.shift() ?? reader.read());
      if (piece.done) break;
      await write(piece.value, { to, unreadMs });
    }
    to.off("close", leave);
    to.end();
  } catch {
    // The head is sent, so only the end of the connection tells the client that the answer is incomplete.
    to.destroy();
  }
}

async function write(bytes: Uint8Array<ArrayBuffer>, { to, unreadMs }: Target): Promise<void> {
  for (let from = 0; from < bytes.byteLength && !to.destroyed; from += PIECE_BYTES) {
    if (!to.write(bytes.subarray(from, from + PIECE_BYTES))) await drained({ to, unreadMs });
  }
}

/** Resolves when the client has read, or is gone. */
function drained({ to, unreadMs }: Target): Promise<void> {
  if (to.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => to.destroy(), unreadMs);
    const end = () => {
      clearTimeout(timer);
      to.off("drain", end);
      to.off("close", end);
      resolve();
    };
    to.once("drain", end);
    to.once("close", end);
  });
}
