import type { BacktestOrder, BacktestResult } from "../../domain/backtest/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { answerWritten } from "../answer.ts";
import { configurationMissing } from "../configuration.ts";
import type { AppDeps } from "../deps.ts";
import type { AppContext } from "../env.ts";
import { failureBody } from "../errors.ts";
import { EVENT_STREAM_HEADERS, eventStream } from "../event_stream.ts";

/** One that is not streamed: whoever has left is not seen by a server that has nothing to write. */
const PLAIN_DEADLINE_MS = 120_000;
/** So long a streamed backtest may still fail with a status of its own. */
const STATUS_MS = 2_000;
/** So often something is written, so that a client's leaving is seen and no proxy takes the answer for dead. */
const BEAT_MS = 2_000;

/** Carries a backtest out; it ends with its client. */
export async function answerBacktest(
  c: AppContext,
  { deps, order, stream }: { deps: AppDeps; order: BacktestOrder; stream: boolean },
): Promise<Response> {
  if (deps.storage.configuration.get() === undefined) throw configurationMissing();
  if (stream) return await streamed(c, deps, order);
  const signal = AbortSignal.any([c.get("left"), AbortSignal.timeout(PLAIN_DEADLINE_MS)]);
  const result = await deps.backtests.run(order, { signal }).catch((error) => {
    throw signal.aborted && !c.get("left").aborted ? askStreamed() : error;
  });
  return answerWritten(c, { message: messageOf(order, result), data: result });
}

async function streamed(c: AppContext, deps: AppDeps, order: BacktestOrder): Promise<Response> {
  const out = eventStream();
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const finished = deps.backtests.run(order, {
    signal: AbortSignal.any([out.signal, c.get("left")]),
    onProgress: (progress) => {
      out.send("progress", progress);
      begin();
    },
  }).then((result) => {
    out.send("done", { message: messageOf(order, result), data: result });
    out.close();
  });
  const timer = setTimeout(begin, STATUS_MS);
  await Promise.race([begun, finished]).finally(() => clearTimeout(timer));
  const beat = setInterval(() => out.beat(), BEAT_MS);
  finished.catch((error) => {
    out.send("error", failureBody(error, c, deps));
    out.close();
  }).finally(() => clearInterval(beat));
  return new Response(out.readable, { headers: EVENT_STREAM_HEADERS });
}

function askStreamed(): Refusal {
  const seconds = PLAIN_DEADLINE_MS / 1000;
  const text = `The backtest took longer than ${seconds} s; ask with stream: true, or for a shorter span`;
  return new Refusal("UNAVAILABLE", text);
}

function messageOf({ units }: BacktestOrder, { summary: { events } }: BacktestResult): string {
  const instances = units.length === 1 ? "1 instance" : `${units.length} instances`;
  return `Judged ${instances}: ${events} ${events === 1 ? "event" : "events"}`;
}
