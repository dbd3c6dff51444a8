import { createRoute, z } from "@hono/zod-openapi";
import type { LookMessage, TrendMessage } from "../actors/source/contract.ts";
import type { StreamRecord } from "../domain/asset/types.ts";
import { sourceTimeFromTicks } from "../domain/shared/time.ts";
import { type Trend, TREND_POINTS, type TrendSpan } from "../domain/trend/types.ts";
import { answerData } from "./answer.ts";
import { configurationMissing } from "./configuration.ts";
import type { AppDeps } from "./deps.ts";
import { sourceTime, wholeNumber } from "./query.ts";
import { answers } from "./document/answers.ts";
import { idParam, mustExist, newRoutes, present } from "./route.ts";
import { trendSpan } from "./trend_span.ts";
import { streamView } from "./views/asset.ts";
import { stream } from "./views/schemas/asset.ts";
import { trend } from "./views/schemas/trend.ts";

/** The longest wait for a fresh value; after it the last known value is returned. */
const LOOK_DEADLINE_MS = 3_000;
const TREND_DEADLINE_MS = 30_000;

export function streamRoutes(deps: AppDeps) {
  const { assets, configuration } = deps.storage;
  const found = (id: number) => present(assets.stream(id), { noun: "Stream", id });
  const table = streamTable(deps);
  return newRoutes()
    .handle(table.get, async (c) => {
      const stream = found(c.req.valid("param").id);
      await lookAt(deps, stream);
      return answerData(c, streamView(deps, stream));
    })
    .handle(table.trend, async (c) => {
      const stream = found(c.req.valid("param").id);
      const span = trendSpan(c.req.valid("query"), deps.now());
      if (configuration.get() === undefined) throw configurationMissing();
      const message: TrendMessage = { type: "trend", stream, ...span };
      const [trend] = await Promise.all([
        deps.source.ask<Trend>(message, { deadlineMs: TREND_DEADLINE_MS }),
        lookAt(deps, stream),
      ]);
      return answerData(c, trendView(deps, { stream, span, trend }));
    });
}

/** Keeps the stream being read for a while. Does not wait for a source that does not answer. */
async function lookAt({ source, sourceStatus }: AppDeps, stream: StreamRecord): Promise<void> {
  if (sourceStatus().state !== "connected" || !stream.is_active) return;
  const message: LookMessage = { type: "look", stream };
  await source.ask(message, { deadlineMs: LOOK_DEADLINE_MS }).catch(() => {});
}

function trendView(
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

function streamTable({ storage }: AppDeps) {
  const exists = mustExist({ param: "id", noun: "Stream", find: (id) => storage.assets.stream(id) });
  const one = { tags: ["Assets"], middleware: [exists] };
  return {
    get: createRoute({
      ...one,
      method: "get",
      path: "/api/streams/{id}",
      request: { params: idParam },
      operationId: "getStream",
      responses: answers("The stream with its newest value, which is then kept up to date for 5 minutes", {
        data: stream,
      }),
    }),
    trend: createRoute({
      ...one,
      method: "get",
      path: "/api/streams/{id}/data",
      request: {
        params: idParam,
        query: z.object({
          from: sourceTime().optional(),
          to: sourceTime().optional(),
          points: wholeNumber(TREND_POINTS).optional(),
        }),
      },
      description:
        "`from` and `to` are ISO 8601 times, UTC without a zone; default: the last hour; at most 366 days. " +
        "Numbers: `points` (300) buckets of equal width, `min`, `max`, `first` and `last` of the samples that are not " +
        "bad. Texts and booleans: the newest 2,000 `changes`. `held` is the value held at `from`. `gaps` are where no " +
        "value is known: before the first sample, after a bad one, beyond the source's `max_age_seconds`. " +
        "More than 200,000 samples in the span: 400.",
      operationId: "getStreamData",
      responses: answers("The stream's trend", {
        data: trend,
        refuses: ["NOT_FOUND", "API_CONFIG_MISSING", "INVALID_CREDENTIALS", "CONNECTION_FAILED"],
      }),
    }),
  };
}
