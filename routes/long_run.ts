import type { BacktestProgress } from "../domain/backtest/types.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import { type Answer, answerStream, answerWritten, type WrittenAnswer } from "./answer.ts";
import { configurationMissing } from "./configuration.ts";
import type { AppDeps, BacktestOptions } from "./deps.ts";
import type { AppContext } from "./env.ts";
import { failureBody } from "./errors.ts";
import { eventStream } from "./event_stream.ts";

/** One that is not streamed: whoever has left is not seen by a server that has nothing to write. */
const PLAIN_DEADLINE_MS = 120_000;
/** So long a streamed run may still fail with a status of its own. */
const STATUS_MS = 2_000;
/** So often something is written, so that a client's leaving is seen and no proxy takes the answer for dead. */
const BEAT_MS = 2_000;

/** What a run came to. */
export interface Finished<Data> {
  message: string;
  data: Data;
}

export interface LongRun<Data> {
  deps: AppDeps;
  /** Told as it goes on, by server-sent events. */
  stream: boolean;
  /** `backtest` */
  what: string;
  run(options: BacktestOptions): Promise<Finished<Data>>;
}

/** Carries out what reads a span of the past; it ends with its client. */
export async function answerLongRun<Data>(c: AppContext, given: LongRun<Data>): Promise<WrittenAnswer<Data>> {
  if (given.deps.storage.configuration.get() === undefined) throw configurationMissing();
  if (given.stream) return await streamed(c, given);
  const signal = AbortSignal.any([c.get("left"), AbortSignal.timeout(PLAIN_DEADLINE_MS)]);
  const finished = await given.run({ signal }).catch((error) => {
    throw signal.aborted && !c.get("left").aborted ? askStreamed(given.what) : error;
  });
  return answerWritten(c, finished);
}

async function streamed<Data>(c: AppContext, { deps, run }: LongRun<Data>): Promise<Answer<never>> {
  const out = eventStream();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const finished = run({
    signal: AbortSignal.any([out.signal, c.get("left")]),
    onProgress: (progress: BacktestProgress) => {
      out.send("progress", progress);
      begin();
    },
  }).then((result) => {
    out.send("done", result);
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
  const text = `The ${what} took longer than ${seconds} s; ask with stream: true, or for a shorter span`;
  return new Refusal("UNAVAILABLE", text);
}
