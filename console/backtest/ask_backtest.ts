import { type Api, told } from "../api/client.ts";
import { problemIn } from "../api/problem.ts";
import { sentEvents } from "../api/server_sent.ts";
import type { paths } from "../generated/api.ts";
import type { Backtest, BacktestBody, BacktestProgress } from "./types.ts";

/** 10,000 events and 60,000 buckets take half of it. */
const MOST_CHARACTERS = 32_000_000;

/** Asks for a backtest as a stream: its progress as it comes, then the whole. Aborting ends it at the server too. */
export async function askBacktest(
  api: Api,
  { body, signal, onProgress }: {
    body: BacktestBody;
    signal: AbortSignal;
    onProgress(progress: BacktestProgress): void;
  },
): Promise<Backtest> {
  const call = api.POST("/api/backtests", {
    body: asBody({ ...body, stream: true }),
    ...{ signal, parseAs: "stream" },
  });
  for await (
    const { event, data } of sentEvents(streamOf(await told(call)), { mostCharacters: MOST_CHARACTERS })
  ) {
    if (event === "error") throw problemIn(data, 0);
    if (event === "progress") onProgress(progressIn(data));
    if (event === "done") return backtestIn(data);
  }
  throw new TypeError("The backtest broke off");
}

type Body = NonNullable<paths["/api/backtests"]["post"]["requestBody"]>["content"]["application/json"];

/** The server is asked whether it is one; its issues go to their fields. */
function asBody(given: unknown): Body {
  return given as Body;
}

/** `parseAs: "stream"` gives the body itself. */
function streamOf(body: unknown): ReadableStream<Uint8Array> {
  if (body instanceof ReadableStream) return body;
  throw new TypeError("The answer is no stream");
}

/** What Andon's own document promises of the stream. */
function progressIn(data: unknown): BacktestProgress {
  return data as BacktestProgress;
}
function backtestIn(data: unknown): Backtest {
  return (data as { data: Backtest }).data;
}
