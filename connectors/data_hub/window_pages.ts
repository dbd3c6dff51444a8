import { sourceTimeFromTicks, type Ticks } from "../../domain/shared/time.ts";
import type { Work } from "../source.ts";
import { BodyTooLong, connectionFailed, refusedStatus } from "../source_failure.ts";
import type { Limits } from "./limits.ts";
import type { Namespace } from "./namespace.ts";
import { parseWire } from "../wire.ts";
import { windowPage } from "./wire.ts";

export interface WindowScope {
  namespace: Namespace;
  limits: Limits;
  sdsStreamId: string;
  from: Ticks;
  to: Ticks;
  work: Work;
  /** Events of one page; `limits.windowPageSize` when nothing is said. */
  pageSize?: number;
  signal?: AbortSignal;
}

/** A page that is too large is retried with a quarter of its events, down to this number. */
const SMALLEST_PAGE = 100;

export function dataPath(sdsStreamId: string): string[] {
  return ["Streams", sdsStreamId, "Data"];
}

/** The bounds of a request for (from, to]: it starts one tick after `from`. */
export function windowBounds({ from, to }: { from: Ticks; to: Ticks }) {
  return { startIndex: sourceTimeFromTicks(from + 1), endIndex: sourceTimeFromTicks(to) };
}

/** The events of a window with from < time ≤ to, page by page, by continuation tokens. */
export async function* windowPages(scope: WindowScope): AsyncGenerator<unknown[]> {
  const { limits, sdsStreamId } = scope;
  const what = `the window of ${sdsStreamId}`;
  const mostEvents = limits.maxWindowPages * limits.windowPageSize;
  const seen = new Set<string>([""]);
  let token = "", events = 0, count = scope.pageSize ?? limits.windowPageSize;
  for (let left = Math.ceil(mostEvents / count); left > 0; left--) {
    const page = await readPage(scope, { count, token });
    if (page === undefined) {
      count = Math.max(SMALLEST_PAGE, Math.floor(count / 4));
      left = Math.ceil((mostEvents - events) / count) + 1;
      continue;
    }
    events += page.Results.length;
    yield page.Results;
    if (!page.ContinuationToken) return;
    token = page.ContinuationToken;
    if (seen.has(token)) throw connectionFailed(`The source returned the same page twice in ${what}`);
    seen.add(token);
  }
  throw connectionFailed(`There are more than ${mostEvents} events in ${what}; ask for a shorter one`);
}

/** Undefined when the page is too large for the source or for us, and can be smaller. */
async function readPage(
  { namespace, sdsStreamId, from, to, work, signal }: WindowScope,
  { count, token }: { count: number; token: string },
) {
  const query = { ...windowBounds({ from, to }), count, continuationToken: token };
  try {
    const answer = await namespace.request({ path: dataPath(sdsStreamId), query, work, signal });
    const body = answer.body === null ? [] : answer.body;
    return parseWire(windowPage, body, `the window of ${sdsStreamId}`);
  } catch (error) {
    if (count <= SMALLEST_PAGE || !isTooBig(error)) throw error;
    return undefined;
  }
}

/** The vendor's messages with a 400 when a smaller request would succeed. */
const TOO_MUCH = /maximum return count|response size/i;

/** Whether a smaller request may succeed. */
export function isTooBig(error: unknown): boolean {
  if (error instanceof BodyTooLong) return true;
  const status = refusedStatus(error);
  return status === 408 || status === 413 ||
    (status === 400 && error instanceof Error && TOO_MUCH.test(error.message));
}
