import { sourceOfStream } from "../../domain/asset/address.ts";
import { z } from "@hono/zod-openapi";
import type { LookMessage, TrendMessage } from "../../actors/source/contract.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { sourceTimeFromTicks } from "../../domain/shared/time.ts";
import { type Trend, TREND_POINTS, TREND_STREAMS, type TrendSpan } from "../../domain/trend/types.ts";
import { answerData } from "../pipeline/answer.ts";
import { configurationMissing } from "./configuration.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { answers } from "../pipeline/document/answers.ts";
import { listOf } from "../pipeline/document/shown.ts";
import { sourceTime, wholeNumber } from "../pipeline/query.ts";
import { newRoutes } from "../pipeline/route.ts";
import { trendSpan } from "./trend_span.ts";
import { streamView } from "./views/asset.ts";
import { TREND_BASIS_TEXT, trendOfSeveral } from "./views/schemas/trend.ts";

/** The longest wait for a fresh value; after it the last known value is returned. */
const LOOK_DEADLINE_MS = 3_000;
const TREND_DEADLINE_MS = 30_000;

export function trendRoutes(deps: AppDeps) {
  const { assets, sources } = deps.storage;
  return newRoutes("Assets").handle("GET /api/trends", {
    may: "viewer",
    request: {
      query: z.object({
        streams: z.string().regex(IDS, `Must be 1 to ${TREND_STREAMS} stream ids with commas between them`)
          .transform((text) => [...new Set(text.split(",").map(Number))])
          .openapi({ type: "string", pattern: IDS.source, param: { example: "11,12" } }),
        from: sourceTime().optional(),
        to: sourceTime().optional(),
        points: wholeNumber(TREND_POINTS).optional(),
      }),
    },
    description: `The trends of up to ${TREND_STREAMS} streams over one span, in the order asked, each as ` +
      "GET /api/streams/{id}/data answers it. A stream that cannot be read has an `error` in place of its `trend`. " +
      TREND_BASIS_TEXT,
    operationId: "getTrends",
    responses: answers("The trends", {
      data: listOf(trendOfSeveral),
      refuses: ["API_CONFIG_MISSING"],
    }),
  }, async (c) => {
    const { streams, ...query } = c.req.valid("query");
    const span = trendSpan(query, deps.now());
    if (sources.list().length === 0) throw configurationMissing();
    const found = await Promise.all(streams.map(async (id) => {
      const stream = assets.stream(id);
      return stream === undefined
        ? { id, trend: null, error: `There is no stream ${id}` }
        : await trendOrError(deps, stream, span);
    }));
    return answerData(c, found);
  });
}

/** A stream that cannot be read leaves the others as they are. */
async function trendOrError(deps: AppDeps, stream: StreamRecord, span: TrendSpan) {
  const { id } = stream;
  try {
    const trend = await readTrend(deps, stream, span);
    return { id, trend: trendView(deps, { stream, span, trend }), error: null };
  } catch (error) {
    if (error instanceof Refusal) return { id, trend: null, error: error.message };
    throw error;
  }
}

/** Reads the trend at the source, and keeps the stream's value up to date for a while. */
export async function readTrend(deps: AppDeps, stream: StreamRecord, span: TrendSpan): Promise<Trend> {
  const message: TrendMessage = { type: "trend", stream, ...span };
  const [trend] = await Promise.all([
    deps.source(sourceOfStream(stream)).ask<Trend>(message, { deadlineMs: TREND_DEADLINE_MS }),
    lookAt(deps, stream),
  ]);
  return trend;
}

/** Keeps the stream being read for a while. Does not wait for a source that does not answer. */
export async function lookAt({ source, sourceStatus }: AppDeps, stream: StreamRecord): Promise<void> {
  const id = sourceOfStream(stream);
  if (sourceStatus(id).state !== "connected" || !stream.is_active) return;
  const message: LookMessage = { type: "look", stream };
  await source(id).ask(message, { deadlineMs: LOOK_DEADLINE_MS }).catch(() => {});
}

export function trendView(
  deps: AppDeps,
  { stream, span, trend }: { stream: StreamRecord; span: TrendSpan; trend: Trend },
) {
  const { from, to, points } = span;
  return {
    stream: streamView(deps, stream),
    from: sourceTimeFromTicks(from),
    to: sourceTimeFromTicks(to),
    points,
    ...trend,
  };
}

const IDS = new RegExp(`^[1-9]\\d{0,14}(,[1-9]\\d{0,14}){0,${TREND_STREAMS - 1}}$`);
