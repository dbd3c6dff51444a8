import type { Sample } from "../../domain/sample/types.ts";
import { sourceTimeFromTicks, type Ticks } from "../../domain/shared/time.ts";
import { BodyTooLong, connectionFailed, refusedStatus } from "../source_failure.ts";
import type { Work } from "../source.ts";
import { parseWire } from "../wire.ts";
import type { Api, Call } from "./api.ts";
import type { PiAsk, PiStream } from "./identity.ts";
import type { Limits } from "./limits.ts";
import type { Meanings } from "./meanings.ts";
import { readSamples, timeOf, valueFields } from "./values.ts";
import { values } from "./wire.ts";

export interface WindowsOptions {
  api: Api;
  meanings: Meanings;
  limits: Pick<Limits, "windowPageSize" | "groupSize">;
}

/** A page of a window: everything with from < time ≤ `upTo`. */
export interface Page {
  samples: Sample[];
  upTo: Ticks;
}

/** A page that the server or we find too large is asked again with a quarter of its values, down to this number. */
const SMALLEST_PAGE = 100;

export function recordedPath({ source }: PiStream): string[] {
  return ["streams", source.webId, "recorded"];
}

/** The request for the first values of (from, to]: it starts one tick after `from`. */
export function recordedCall({ stream, from, to }: PiAsk, maxCount: number): Call {
  return {
    path: recordedPath(stream),
    query: {
      startTime: sourceTimeFromTicks(from + 1),
      endTime: sourceTimeFromTicks(to),
      boundaryType: "Inside",
      maxCount,
      selectedFields: valueFields("Items."),
    },
  };
}

/** Decodes the answer to `recordedCall`. A full page ends before the time of its last value, which may have further ones. */
export function readPage(body: unknown, { ask, maxCount, meanings }: {
  ask: PiAsk;
  maxCount: number;
  meanings: Meanings;
}): Page {
  const { Items: items } = parseWire(values, body, "the recorded values");
  const read = readSamples(items, { stream: ask.stream, meanings });
  const samples = read.filter(({ time }) => time > ask.from && time <= ask.to);
  if (items.length < maxCount) return { samples, upTo: ask.to };
  const last = timeOf(items.at(-1) as Record<string, unknown>);
  if (last === undefined || last <= ask.from) {
    throw connectionFailed("The source answered recorded values outside the time that was asked for");
  }
  const before = samples.filter(({ time }) => time < last);
  return before.length === 0 ? { samples, upTo: last } : { samples: before, upTo: last - 1 };
}

export interface PagesAsk {
  ask: PiAsk;
  work: Work;
  signal?: AbortSignal;
  pageSize?: number;
}

/** Reads a window page by page. */
export async function* readPages(
  { api, meanings, limits }: WindowsOptions,
  { ask, work, signal, pageSize = limits.windowPageSize }: PagesAsk,
): AsyncGenerator<Page> {
  let maxCount = pageSize;
  for (let from = ask.from; from < ask.to;) {
    const rest = { ...ask, from };
    try {
      const { body } = await api.call(recordedCall(rest, maxCount), { work, signal });
      const page = readPage(body, { ask: rest, maxCount, meanings });
      from = page.upTo;
      yield page;
    } catch (error) {
      if (maxCount <= SMALLEST_PAGE || !isTooBig(error)) throw error;
      maxCount = Math.max(SMALLEST_PAGE, Math.floor(maxCount / 4));
    }
  }
}

/** Whether fewer values may be answered: the server's own limit of a page is refused with 400. */
export function isTooBig(error: unknown): boolean {
  return error instanceof BodyTooLong || [400, 408, 413].includes(refusedStatus(error) ?? 0);
}
