import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { type Api, unwrap } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import type { TrendProgress, TrendView } from "../../parts/trend/types.ts";
import { useInterval } from "../../parts/use_interval.ts";
import { useConsole } from "../../shell/console.ts";
import type { SpanChoice } from "../../streams/span_choice.ts";
import { pointsOf, spanAt } from "../../streams/trend_span.ts";
import type { ExploreChoice } from "./explore_address.ts";
import { DAY_MS, partsOf, type TrendOfSeveral } from "./explore_series.ts";

/** The server reads requested streams for five minutes; they are requested again in time. */
const REPEAT_MS = 4 * 60_000;
/** After a read that took longer, streams are requested in parts, so that the progress of the next one is seen. */
const SLOW_MS = 1_500;
const MOST_PARTS = 4;

export interface ReadTrends {
  trends: readonly TrendOfSeveral[];
  before: readonly TrendOfSeveral[];
  view: TrendView;
  isLive: boolean;
  /** Names what was asked for. */
  key: string;
}

interface TrendsInput {
  choice: ExploreChoice;
  span: SpanChoice;
  /** The width of the chart, once it is known. */
  widthPx(): number | undefined;
}

interface TrendsHandle {
  key: string;
  read: ResourceHandle<ReadTrends>;
  progress: ReadonlySignal<TrendProgress | undefined>;
}

/** Reads the trends of the chosen streams over a span, again when either changes. */
export function useTrends({ choice, span: { span }, widthPx }: TrendsInput): TrendsHandle {
  const { api, live } = useConsole();
  const { streams, isCompared } = choice;
  const isSlow = useRef(false);
  const progress = useSignal<TrendProgress | undefined>(undefined);
  const isLive = span.range !== "";
  const key = `trends ${streams} ${span.range} ${span.fromMs} ${span.toMs} ${isCompared}`;
  const read = useResource(key, async (signal): Promise<ReadTrends> => {
    const view = spanAt(span, Date.now()), begunMs = performance.now();
    const points = pointsOf({ widthPx: widthPx(), curves: streams.length });
    const parts = partsOf(streams, isSlow.current ? MOST_PARTS : 1);
    let done = 0;
    const arrived = (count: number) => {
      done += count;
      if (!signal.aborted) progress.value = parts.length > 1 ? { done, of: streams.length } : undefined;
    };
    arrived(0);
    const past = { fromMs: view.fromMs - DAY_MS, toMs: view.toMs - DAY_MS };
    const read = async (part: readonly number[]) => {
      const answers = await Promise.all([
        readTrends(api, { streams: part, points, view, signal }),
        isCompared ? readTrends(api, { streams: part, points, view: past, signal }) : [],
      ]);
      arrived(part.length);
      return answers;
    };
    const answers = await Promise.all(parts.map(read));
    isSlow.current = performance.now() - begunMs > SLOW_MS;
    const [trends, before] = [answers.flatMap(([now]) => now), answers.flatMap(([, past]) => past)];
    return { trends, before, view, isLive, key };
  });
  useInterval(() => live.background.soon("trends", read.reload), isLive ? REPEAT_MS : null);
  return { key, read, progress };
}

interface Request {
  streams: readonly number[];
  points: number;
  view: TrendView;
  signal: AbortSignal;
}

async function readTrends(api: Api, { streams, points, view, signal }: Request): Promise<TrendOfSeveral[]> {
  const [from, to] = [view.fromMs, view.toMs].map((ms) => new Date(ms).toISOString());
  const query = { streams: streams.join(), from, to, points };
  return (await unwrap(api.GET("/api/trends", { params: { query }, signal }))).data;
}
