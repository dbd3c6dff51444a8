import { AnswerRefused, BodyTooLong } from "../source_failure.ts";
import {
  type PageOptions,
  StreamUnavailable,
  type WindowGroup,
  type WindowPart,
  type WindowReader,
} from "../source.ts";
import type { PiAsk } from "./identity.ts";
import { isTooBig, readPage, readPages, recordedCall, type WindowsOptions } from "./recorded.ts";
import { failureOf } from "./stream_failure.ts";

/** Every page of a group's first has at least so many values. */
const SMALLEST_FIRST_PAGE = 100;

/** Groups of streams whose first pages one batch reads; most windows end with them. */
export function createWindowReader(options: WindowsOptions): WindowReader {
  const { limits: { groupSize } } = options;
  return {
    group(asks) {
      const open = asks.filter(({ from, to }) => from < to);
      const groups: WindowGroup[] = [];
      for (let at = 0; at < open.length; at += groupSize) {
        groups.push({ asks: open.slice(at, at + groupSize) });
      }
      return Promise.resolve(groups);
    },
    async *read({ asks }, pageOptions = {}) {
      yield* readGroup(options, { asks: asks as readonly PiAsk[], pageOptions });
    },
  };
}

interface GroupRead {
  asks: readonly PiAsk[];
  pageOptions: PageOptions;
}

async function* readGroup(
  options: WindowsOptions,
  { asks, pageOptions }: GroupRead,
): AsyncGenerator<WindowPart> {
  const { meanings, limits } = options;
  const share = Math.max(SMALLEST_FIRST_PAGE, Math.floor(limits.windowPageSize / asks.length));
  const maxCount = pageOptions.pageSize ?? share;
  const bodies = asks.length === 1 ? [undefined] : await firstPages(options, { asks, pageOptions, maxCount });
  for (const [index, ask] of asks.entries()) {
    const body = bodies[index];
    let { from } = ask;
    if (body instanceof AnswerRefused) {
      if (!isTooBig(body) && body.status < 500) {
        yield unavailable(ask, failureOf(body));
        continue;
      }
    } else if (body !== undefined) {
      const page = readPage(body, { ask, maxCount, meanings });
      from = page.upTo;
      yield { stream: ask.stream, ...page, done: from >= ask.to, failure: null };
      if (from >= ask.to) continue;
    }
    // Others of the batch were read, so that a second failure of the server is one of this stream.
    const isOnlyOne = body instanceof AnswerRefused && body.status >= 500;
    yield* readRest(options, { ask: { ...ask, from }, pageOptions, isOnlyOne });
  }
}

/** Undefined for each when the answers together are too long. */
async function firstPages(
  { api }: WindowsOptions,
  { asks, pageOptions: { work = "gaps", signal }, maxCount }: GroupRead & { maxCount: number },
): Promise<readonly unknown[]> {
  try {
    return (await api.callAll(asks.map((ask) => recordedCall(ask, maxCount)), { work, signal })).bodies;
  } catch (error) {
    if (error instanceof BodyTooLong) return asks.map(() => undefined);
    throw error;
  }
}

interface RestRead {
  ask: PiAsk;
  pageOptions: PageOptions;
  isOnlyOne: boolean;
}

async function* readRest(
  options: WindowsOptions,
  { ask, pageOptions: { work = "gaps", signal, pageSize }, isOnlyOne }: RestRead,
): AsyncGenerator<WindowPart> {
  const { stream } = ask;
  let { from } = ask;
  try {
    for await (const page of readPages(options, { ask, work, signal, pageSize })) {
      from = page.upTo;
      yield { stream, ...page, done: from >= ask.to, failure: null };
    }
  } catch (error) {
    yield unavailable({ ...ask, from }, failureOf(error, { isOnlyOne }));
  }
}

/** Throws what is not a matter of the stream. */
function unavailable({ stream, from }: PiAsk, failure: unknown): WindowPart {
  if (!(failure instanceof StreamUnavailable)) throw failure;
  return { stream, samples: [], upTo: from, done: true, failure };
}
