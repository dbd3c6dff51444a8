import { z } from "@hono/zod-openapi";
import { contextData } from "../../domain/context/compose.ts";
import { CONTEXT_TYPES, type ContextReader, MAX_ITEMS, TIME_FILTERS } from "../../domain/context/types.ts";
import { answerData } from "../pipeline/answer.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { wholeNumber } from "../pipeline/query.ts";
import { answers } from "../pipeline/document/answers.ts";
import { newRoutes } from "../pipeline/route.ts";
import { streamView } from "../plant/views/asset.ts";
import { shownEvent } from "../events/views/event.ts";
import { contextShown } from "./views/schemas/context.ts";

export function contextDataRoutes(deps: AppDeps) {
  const reader = contextReader(deps);
  return newRoutes("Context").handle("GET /api/context-data", {
    may: "viewer",
    request: {
      query: z.object({
        context_type: z.enum(CONTEXT_TYPES).optional(),
        time_filter: z.enum(TIME_FILTERS).optional(),
        max_items: wholeNumber(MAX_ITEMS).optional(),
      }),
    },
    description:
      "Defaults: `events`, `24h`, 50 items. `time_filter` selects events that started in that time or are still " +
      "active. Counts include all; `details` has at most `max_items` (of the plant model, the upper nodes first).",
    operationId: "getContextData",
    responses: answers("The plant context of a conversation", { data: contextShown }),
  }, async (c) => {
    const { context_type = "events", time_filter = "24h", max_items = MAX_ITEMS.default } = c.req.valid(
      "query",
    );
    return answerData(
      c,
      await contextData(reader, { context_type, time_filter, max_items, nowMs: deps.now() }),
    );
  });
}

/** The context from the stored records and the live values. */
export function contextReader(
  deps: Pick<AppDeps, "storage" | "live" | "now" | "sourceStatus">,
): ContextReader {
  const { storage } = deps;
  return {
    activeEvents: () => storage.events.active().length,
    async eventsSince(sinceMs, limit) {
      const { rows } = await storage.events.list({ sinceMs }, { limit, offset: 0 });
      return rows.map((event) => shownEvent(deps, event));
    },
    templates: () => storage.templates.list({}),
    deployedInstances() {
      const counts = new Map<number, number>();
      for (const { template_id: id } of storage.instances.list({ is_deployed: true })) {
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      return counts;
    },
    assets: () => storage.assets.assets(),
    streamsOfAsset: (assetId) => storage.assets.streamsOfAsset(assetId).length,
    streams: () => storage.assets.streams(),
    streamView: (stream) => streamView(deps, stream),
    deployedStreams: () => storage.instances.deployedStreams(),
    deployedOn: (stream) => storage.instances.deployedOn(stream),
    plantTree: () => storage.plant.tree(),
  };
}
