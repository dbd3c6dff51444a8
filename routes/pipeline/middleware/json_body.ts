import type { MiddlewareHandler } from "hono";
import { joinedBytes } from "../../../domain/shared/bytes.ts";
import { jsonSizeProblem } from "../../../domain/shared/json_size.ts";
import { invalid, type Issue, Refusal, validationRefusal } from "../../../domain/shared/refusal.ts";
import { lengthIssues } from "../../../domain/shared/schema.ts";
import { characterProblem } from "../../../domain/shared/text.ts";
import { isAlike } from "../../../domain/template/difference.ts";
import type { AppContext, AppEnv } from "../env.ts";
import { isMap } from "../../../domain/shared/objects.ts";

/** The largest body of an ordinary request, bytes. */
export const MAX_BODY_BYTES = 1024 * 1024;
/** The largest body that is read before a sign-in, bytes. */
export const MAX_OPEN_BODY_BYTES = 4 * 1024;
/** The largest logout token of an identity provider, bytes. */
export const MAX_LOGOUT_BYTES = 16 * 1024;
/** The paths with another limit, bytes. */
export const BODY_LIMITS: Readonly<Record<string, number>> = {
  "/api/packages/import": 32 * 1024 * 1024,
  "/api/auth/login": MAX_OPEN_BODY_BYTES,
  "/api/auth/login/code": MAX_OPEN_BODY_BYTES,
  "/api/auth/login/passkey": MAX_OPEN_BODY_BYTES,
  "/api/auth/login/passkey/options": MAX_OPEN_BODY_BYTES,
  "/api/auth/second-factors/code": MAX_OPEN_BODY_BYTES,
  "/api/auth/second-factors/code/begin": MAX_OPEN_BODY_BYTES,
  "/api/auth/second-factors/passkeys": MAX_OPEN_BODY_BYTES,
  "/api/auth/second-factors/passkeys/options": MAX_OPEN_BODY_BYTES,
  "/login/once": MAX_OPEN_BODY_BYTES,
};
/** Beats of other systems, which have no session. */
const BEAT = /^\/api\/heartbeats\/[^/]+$/;
const BODY_DEADLINE_MS = 30_000;

/** Refuses a body whose stated length exceeds the limit before reading it. The body of a GET is never read. */
export function statedLength(c: AppContext): void {
  if (c.req.method === "GET") return;
  const limit = limitOf(c);
  if (Number(c.req.raw.headers.get("content-length") ?? 0) > limit) throw tooLarge(limit);
}

/** Looks at a body beyond its schema. The issues are reported together with the schema's. */
export type BodyCheck = (body: Record<string, unknown>, c: AppContext) => Issue[] | Promise<Issue[]>;

/**
 * Reads the body as a JSON object, whatever its content type. Its sizes are checked before all else. `isOptional`: no
 * body is an empty object.
 */
export function jsonBody(
  { isOptional = false, check }: { isOptional?: boolean; check?: BodyCheck } = {},
): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.get("body") === undefined) {
      const text = await readJsonText(c);
      useBody(c, isOptional && text.trim() === "" ? {} : parseObject(text));
    }
    if (check !== undefined) c.set("issues", await check(c.get("body"), c));
    await next();
  };
}

/**
 * Makes an object the request's body, if its lists and maps are within the limits of the route's schema, and if the
 * caller is still signed in: a body may take its time.
 */
export function useBody(c: AppContext, given: Record<string, unknown>): void {
  c.get("requireSignedIn")?.();
  c.get("areaGuard")?.checkBody(given, c.get("stored"));
  const body = c.req.method === "PUT" ? withoutUnchangedTexts(given, c.get("stored")) : given;
  const schema = c.get("bodySchema");
  const issues = schema === undefined ? [] : lengthIssues(schema, body);
  if (issues.length > 0) throw validationRefusal(issues);
  c.set("body", body);
  c.req.raw = asJson(c.req.raw);
  c.req.json = <T>() => Promise.resolve(body as T);
}

/**
 * A PUT may send back what was read. A field with stored texts that are no longer accepted is left out where the body
 * repeats it: it stays unchanged.
 */
function withoutUnchangedTexts(given: Record<string, unknown>, stored: unknown): Record<string, unknown> {
  if (typeof stored !== "object" || stored === null) return given;
  const repeated = Object.entries(stored).flatMap(([name, value]) =>
    Object.hasOwn(given, name) && holdsControlCharacter(value) && isAlike(given[name], value) ? [name] : []
  );
  if (repeated.length === 0) return given;
  return Object.fromEntries(Object.entries(given).filter(([name]) => !repeated.includes(name)));
}

function holdsControlCharacter(value: unknown): boolean {
  if (typeof value === "string") return characterProblem(value, { lines: false }) !== undefined;
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, inner]) =>
    holdsControlCharacter(name) || holdsControlCharacter(inner)
  );
}

/** The largest body of a request, bytes. */
export function limitOf(c: AppContext): number {
  const { path } = c.req;
  if (path.startsWith("/n/") || c.req.method === "POST" && BEAT.test(path)) return MAX_OPEN_BODY_BYTES;
  return BODY_LIMITS[path] ?? (path.startsWith("/auth/") ? MAX_LOGOUT_BYTES : MAX_BODY_BYTES);
}

/** The body's text. Throws PAYLOAD_TOO_LARGE beyond the limit, VALIDATION_FAILED if it stalls or is not UTF-8. */
export async function readText(c: AppContext): Promise<string> {
  return decode(await readBytes(c.req.raw, limitOf(c)));
}

/**
 * The text of a body that should be JSON. Throws PAYLOAD_TOO_LARGE beyond the limit; VALIDATION_FAILED if it stalls, is not UTF-8, or has
 * more or deeper values than `JSON_LIMITS`.
 */
export async function readJsonText(c: AppContext): Promise<string> {
  const bytes = await readBytes(c.req.raw, limitOf(c));
  const problem = jsonSizeProblem(bytes);
  if (problem !== undefined) throw unreadable(problem);
  return decode(bytes);
}

/** The body's bytes. Throws PAYLOAD_TOO_LARGE beyond the limit, VALIDATION_FAILED if it stalls. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    reader.cancel().catch(() => {});
  }, BODY_DEADLINE_MS);
  try {
    const bytes = await readAll(reader, limit);
    if (late) throw unreadable("The body did not arrive in time");
    return bytes;
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
    throw unreadable(NOT_UTF_8);
  }
}

/** The object of a JSON text. Throws VALIDATION_FAILED for anything else. */
export function parseObject(text: string): Record<string, unknown> {
  const body = parse(text);
  if (!isMap(body)) throw unreadable("The body must be a JSON object");
  return body;
}

function parse(text: string): unknown {
  if (text.trim() === "") throw unreadable("The body must be a JSON object, but it is empty");
  try {
    return JSON.parse(text);
  } catch (error) {
    throw notJson(error);
  }
}

/** The refusal of text that a parser of JSON, or a decoder of UTF-8, has thrown an error for. */
export function notJson(error: unknown): Refusal {
  if (error instanceof TypeError) return unreadable(NOT_UTF_8);
  return unreadable(`The body is not JSON${error instanceof Error ? `: ${reason(error)}` : ""}`);
}

/** The parser's message without the part of the body that it quotes. */
function reason(error: Error): string {
  return error.message.split(", ")[0]!;
}

/** The request as the validator of bodies wants it, whatever content type it came with. */
function asJson(raw: Request): Request {
  const headers = new Headers(raw.headers);
  headers.set("content-type", "application/json");
  return new Request(raw.url, { method: raw.method, headers });
}

const NOT_UTF_8 = "The body is not UTF-8 text";

function unreadable(message: string): Refusal {
  return invalid("", message);
}

/** Tells the largest body. */
export function tooLarge(limit: number): Refusal {
  const text = `A body may hold ${limit < 2 ** 20 ? `${limit / 1024} KiB` : `${limit / 2 ** 20} MiB`}`;
  return new Refusal("PAYLOAD_TOO_LARGE", text, { limit_bytes: limit });
}
