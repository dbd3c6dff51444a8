import { type Api, unwrap } from "../api/client.ts";
import { problemIn } from "../api/problem.ts";
import { sentEvents } from "../api/server_sent.ts";
import type { paths } from "../generated/api.ts";
import type { Backtest, BacktestBody, BacktestProgress } from "./types.ts";

/** Twice the size of 10,000 events with 60,000 buckets. */
const MAX_CHARACTERS = 32_000_000;

/** Runs a backtest as a stream: reports progress, then returns the result. Aborting also stops it on the server. */
export async function runBacktest(
  api: Api,
  { body, signal, onProgress }: {
    body: BacktestBody;
    signal: AbortSignal;
    onProgress(progress: BacktestProgress): void;
  },
): Promise<Backtest> {
  const call = api.POST("/api/backtests", {
    body: asBody({ ...body, stream: true }),
    signal,
    parseAs: "stream",
  });
  for await (
    const { event, data } of sentEvents(streamOf(await unwrap(call)), { maxCharacters: MAX_CHARACTERS })
  ) {
    if (event === "error") throw problemIn(data, 0);
    if (event === "progress") onProgress(progressIn(data));
    if (event === "done") return backtestIn(data);
  }
  throw new TypeError("The backtest ended without a result");
}

type Body = NonNullable<paths["/api/backtests"]["post"]["requestBody"]>["content"]["application/json"];

/** The server validates it; its issues are displayed at their fields. */
function asBody(value: unknown): Body {
  return value as Body;
}

/** With `parseAs: "stream"` the client returns the body itself. */
function streamOf(body: unknown): ReadableStream<Uint8Array> {
  if (body instanceof ReadableStream) return body;
  throw new TypeError("The response is not a stream");
}

/** The OpenAPI document describes the events of the stream. */
function progressIn(data: unknown): BacktestProgress {
  return data as BacktestProgress;
}
function backtestIn(data: unknown): Backtest {
  return (data as { data: Backtest }).data;
}
