import { z } from "@hono/zod-openapi";
import { TREND_POINTS } from "../../domain/trend/types.ts";
import { answerData } from "../pipeline/answer.ts";
import { configurationMissing } from "./configuration.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { sourceTime, wholeNumber } from "../pipeline/query.ts";
import { answers } from "../pipeline/document/answers.ts";
import { idParam, newRoutes, oneOf } from "../pipeline/route.ts";
import { trendSpan } from "./trend_span.ts";
import { lookAt, readTrend, trendView } from "./trends.ts";
import { streamView } from "./views/asset.ts";
import { stream } from "./views/schemas/asset.ts";
import { trend, TREND_BASIS_TEXT } from "./views/schemas/trend.ts";

export function streamRoutes(deps: AppDeps) {
  const { assets, sources } = deps.storage;
  const { found, exists } = oneOf({ noun: "Stream", find: (id) => assets.stream(id) });
  const one = { middleware: [exists] };
  return newRoutes("Assets")
    .handle("GET /api/streams/{id}", {
      ...one,
      may: "viewer",
      request: { params: idParam },
      operationId: "getStream",
      responses: answers("The stream with its newest value, which is then kept up to date for 5 minutes", {
        data: stream,
      }),
    }, async (c) => {
      const stream = found(c.req.valid("param").id);
      await lookAt(deps, stream);
      return answerData(c, streamView(deps, stream));
    })
    .handle("GET /api/streams/{id}/data", {
      ...one,
      may: "viewer",
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
        TREND_BASIS_TEXT,
      operationId: "getStreamData",
      responses: answers("The stream's trend", {
        data: trend,
        refuses: ["NOT_FOUND", "API_CONFIG_MISSING", "INVALID_CREDENTIALS", "CONNECTION_FAILED"],
      }),
    }, async (c) => {
      const stream = found(c.req.valid("param").id);
      const span = trendSpan(c.req.valid("query"), deps.now());
      if (sources.list().length === 0) throw configurationMissing();
      return answerData(c, trendView(deps, { stream, span, trend: await readTrend(deps, stream, span) }));
    });
}
