import type { MiddlewareHandler } from "hono";
import { joinedBytes } from "../../domain/shared/bytes.ts";
import { type Issue, Refusal, validationRefusal } from "../../domain/shared/refusal.ts";
import type { AppContext, AppEnv } from "../env.ts";

/** The largest body of an ordinary request, bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** Paths that accept a larger body. */
const LARGER: Readonly<Record<string, number>> = { "/api/packages/import": 32 * 1024 * 1024 };
const BODY_DEADLINE_MS = 30_000;

/** Refuses a body whose stated length exceeds the limit before reading it. The body of a GET is never read. */
export function statedLength(c: AppContext): void {
  if (c.req.method === "GET") return;
  const limit = limitOf(c);
  if (Number(c.req.raw.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
}

/** Reads the body as a JSON object, whatever its content type. */
export function jsonBody(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const text = await readBody(c.req.raw, limitOf(c));
    c.set("body", parseObject(text));
    c.req.raw = asJson(c.req.raw, text);
    await next();
  };
}

/** Checks the body beyond its schema. Its issues are reported together with the schema's. */
export function alsoCheck(
  look: (body: Record<string, unknown>, c: AppContext) => Issue[] | Promise<Issue[]>,
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    c.set("issues", await look(c.get("body"), c));
    await next();
  };
}

function limitOf(c: AppContext): number {
  return LARGER[c.req.path] ?? MAX_BODY_BYTES;
}

/** The body's text. Throws PAYLOAD_TOO_LARGE beyond the limit, VALIDATION_FAILED if it stalls or is not UTF-8. */
export async function readBody(request: Request, limit = MAX_BODY_BYTES): Promise<string> {
  if (request.body === null) return "";
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel().catch(() => {});
  }, BODY_DEADLINE_MS);
  try {
    const bytes = await readAll(reader, limit);
    if (late) throw unreadable("The body did not arrive in time");
    return decode(bytes);
  } finally {
    clearTimeout(timer);
  }
}

/** A client that leaves in the middle of its body, or breaks its framing, is no failure of Andon. */
async function nextPiece(
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  try {
    return await reader.read();
  } catch {
    throw unreadable("The body broke off before its end; send the request again");
  }
}

async function readAll(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  limit: number,
): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let read = await nextPiece(reader); !read.done; read = await nextPiece(reader)) {
    size += read.value.byteLength;
    if (size > limit) {
      reader.cancel().catch(() => {});
      throw tooLarge(limit);
    }
    chunks.push(read.value);
  }
  return joinedBytes(chunks, size);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unreadable("The body is not UTF-8 text");
  }
}

function parseObject(text: string): Record<string, unknown> {
  const body = parse(text);
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw unreadable("The body must be a JSON object");
  }
  return Object.fromEntries(Object.entries(body));
}

function parse(text: string): unknown {
  if (text.trim() === "") throw unreadable("The body must be a JSON object, but it is empty");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable(`The body is not JSON${error instanceof Error ? `: ${reason(error)}` : ""}`);
  }
}

/** The parser's message without the part of the body that it quotes. */
function reason(error: Error): string {
  return error.message.split(", ")[0];
}

function asJson(raw: Request, text: string): Request {
  const headers = new Headers(raw.headers);
  headers.set("content-type", "application/json");
  return new Request(raw.url, { method: raw.method, headers, body: text });
}

function unreadable(message: string): Refusal {
  return validationRefusal([{ path: "", message }]);
}

function tooLarge(limit: number): Refusal {
  const text = `A body may hold ${limit / 2 ** 20} MiB`;
  return new Refusal("PAYLOAD_TOO_LARGE", text, { limit_bytes: limit });
}
