import type { BacktestProgress } from "../../domain/backtest/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { BacktestOptions } from "../../ports/backtests.ts";
import { type Answer, answerStream, answerWritten, type WrittenAnswer } from "./answer.ts";
import { configurationMissing } from "../plant/configuration.ts";
import type { AppDeps } from "./deps.ts";
import type { AppContext } from "./env.ts";
import { failureBody } from "./errors.ts";
import { eventStream } from "./event_stream.ts";

/** The longest run without a stream. Without writing, the server cannot notice that a client disconnected. */
const PLAIN_DEADLINE_MS = 120_000;
/** How long a streamed run can still fail with its own status code. */
const STATUS_MS = 2_000;
/** Interval of comments, which detect a disconnected client and keep proxies from timing out. */
const BEAT_MS = 2_000;

export interface LongRun<Data> {
  deps: AppDeps;
  /** Report progress by server-sent events. */
  stream: boolean;
  /** The name of the run in messages, such as `backtest`. */
  what: string;
  run(options: BacktestOptions): Promise<Data>;
  message(data: Data): string;
}

/** Runs work that reads a span of the past. It stops when the client disconnects. */
export async function answerLongRun<Data>(c: AppContext, given: LongRun<Data>): Promise<WrittenAnswer<Data>> {
  if (given.deps.storage.sources.list().length === 0) throw configurationMissing();
  if (given.stream) return await streamed(c, given);
  const signal = AbortSignal.any([c.get("left"), AbortSignal.timeout(PLAIN_DEADLINE_MS)]);
  const finished = await given.run({ signal }).catch((error) => {
    throw signal.aborted && !c.get("left").aborted ? askStreamed(given.what) : error;
  });
  return answerWritten(c, { message: given.message(finished), data: finished });
}

async function streamed<Data>(c: AppContext, { deps, run, message }: LongRun<Data>): Promise<Answer<never>> {
  const out = eventStream();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const finished = run({
    signal: AbortSignal.any([out.signal, c.get("left")]),
    onProgress: (progress: BacktestProgress) => {
      out.send("progress", progress);
      begin();
    },
  }).then((data) => {
    out.send("done", { message: message(data), data });
    out.close();
  });
  const timer = setTimeout(begin, STATUS_MS);
  await Promise.race([begun, finished]).finally(() => clearTimeout(timer));
  const beat = setInterval(() => out.beat(), BEAT_MS);
  finished.catch((error) => {
    out.send("error", failureBody(error, c, deps));
    out.close();
  }).finally(() => clearInterval(beat));
  return answerStream(out.readable);
}

function askStreamed(what: string): Refusal {
  const seconds = PLAIN_DEADLINE_MS / 1000;
  const text = `The ${what} took longer than ${seconds} s; use stream: true or a shorter span`;
  return new Refusal("UNAVAILABLE", text);
}
