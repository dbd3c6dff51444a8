import createClient, { type Client } from "openapi-fetch";
import type { components, paths } from "../generated/api.ts";
import { type DeskCalls, deskRefusal, notConfirmed, withConfirmation } from "./desk_calls.ts";
import { plainBody } from "./plain_words.ts";
import { problemIn, problemOf } from "./problem.ts";
import type { ReadLimit } from "./read_limit.ts";

/** The API client, typed by the OpenAPI document: `unwrap(api.GET("/api/packages"))`. */
export type Api = Client<paths>;
export type Schemas = components["schemas"];
export type RuleEvent = Schemas["RuleEvent"];
export type Severity = RuleEvent["severity"];

/** Above the time a trend takes to read from the source. */
const DEADLINE_MS = 35_000;
/** Long-running calls; each deadline is a little above the server's own. */
const LONG_RUNNING: readonly { path: RegExp; deadlineMs: number }[] = [
  { path: /^\/api\/discover-assets$/, deadlineMs: 610_000 },
  { path: /^\/api\/ai-providers\/\d+\/conversation$/, deadlineMs: 310_000 },
  { path: /^\/api\/backtests$/, deadlineMs: 970_000 },
  { path: /^\/api\/alarm-statistics\/advice$/, deadlineMs: 130_000 },
  { path: /^\/api\/instances\/\d+\/backfill$/, deadlineMs: 130_000 },
  { path: /^\/api\/ai-providers\/\d+\/test$/, deadlineMs: 140_000 },
];

export interface ApiOptions {
  /** Called when the session has expired; resolves once somebody is signed in again. */
  renewed(): Promise<void>;
  /** At a shared desk: who acts there. */
  desk?: DeskCalls;
  /** Repeats reads that a rate limit refuses; without it they fail. */
  readLimit?: ReadLimit;
  /** A time in a message of the server, as people read it. ISO by default. */
  timeText?: (ms: number) => string;
  /** Called before and after a call that may change something. */
  onWrite?(): void;
  /** The browser's `fetch`. */
  send?: (request: Request) => Promise<Response>;
}

/** A client that repeats calls refused with 401 once somebody has signed in again, or confirmed them at a shared desk. */
export function createApi(
  {
    renewed,
    desk,
    readLimit,
    onWrite,
    timeText = (ms) => new Date(ms).toISOString(),
    send = (request) => fetch(request),
  }: ApiOptions,
): Api {
  const withDeadline = (request: Request) => {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deadlineMs(request))]);
    return send(new Request(withConfirmation(request, desk), { signal }));
  };
  const answered = async (request: Request): Promise<Response> => {
    const retry = request.clone(), sent = desk?.confirmation();
    const answer = await withDeadline(request);
    if (answer.status !== 401 || new URL(request.url).pathname.startsWith("/api/auth/login")) return answer;
    const refusal = desk === undefined ? undefined : await deskRefusal(answer);
    if (desk === undefined || refusal === undefined) {
      await renewed();
      return await withDeadline(retry);
    }
    // What only reads asks nobody: a page may read by itself.
    if (refusal === "refused" || request.method === "GET") return answer;
    const isConfirmed = [undefined, sent].includes(desk.confirmation()) ? await desk.ask() : true;
    return isConfirmed ? await answered(retry) : notConfirmed();
  };
  const read = async (request: Request): Promise<Response> => {
    await readLimit?.open();
    const retry = request.clone();
    const answer = await answered(request);
    return answer.status === 429 && readLimit?.refused(answer) === true ? await read(retry) : answer;
  };
  return createClient<paths>({
    baseUrl: location.origin,
    fetch: async (request) => {
      const writes = request.method !== "GET";
      if (writes) onWrite?.();
      const answer = await (writes ? answered : read)(request);
      if (writes) onWrite?.();
      return await inPlainWords(answer, { method: request.method, timeText });
    },
  });
}

/** Failures, and what a write answers, in people's words; what is read stays as it is. */
async function inPlainWords(
  answer: Response,
  { method, timeText }: { method: string; timeText: (ms: number) => string },
): Promise<Response> {
  const isJson = answer.headers.get("content-type")?.startsWith("application/json") === true;
  if (!isJson || (answer.ok && method === "GET")) return answer;
  const { status, headers } = answer;
  const text = await answer.text();
  return new Response(plainText(text, timeText), { status, headers });
}

function plainText(text: string, timeText: (ms: number) => string): string {
  try {
    return JSON.stringify(plainBody(JSON.parse(text), timeText));
  } catch {
    return text;
  }
}

function deadlineMs({ url }: Request): number {
  const { pathname } = new URL(url);
  return LONG_RUNNING.find(({ path }) => path.test(pathname))?.deadlineMs ?? DEADLINE_MS;
}

/** The body of a successful call; throws an ApiProblem for a failed one. */
export async function unwrap<T>(
  call: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<T> {
  try {
    const { data, error, response } = await call;
    if (data === undefined) throw problemIn(error, response.status);
    return data;
  } catch (error) {
    throw problemOf(error);
  }
}
