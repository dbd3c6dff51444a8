import { z } from "@hono/zod-openapi";
import type { Discovered } from "../../ports/discovery.ts";
import { answerData, answerList, answerWritten } from "../pipeline/answer.ts";
import { configurationMissing } from "./configuration.ts";
import type { AppDeps } from "../pipeline/deps.ts";
import { invalid, missing } from "../../domain/shared/refusal.ts";
import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import { picked } from "../../domain/shared/picked.ts";
import { actorOf } from "../pipeline/env.ts";
import { answers } from "../pipeline/document/answers.ts";
import { idNumber } from "../pipeline/query.ts";
import { listQuery, newRoutes } from "../pipeline/route.ts";
import { systemTags } from "./system_tags.ts";
import { assetView, streamView } from "./views/asset.ts";
import { differencesView, discoveryStateView } from "./views/discovery.ts";
import { discovery, discoveryCounts, discoveryState } from "./views/schemas/discovery.ts";
import { asset, boundStream, systemTag } from "./views/schemas/asset.ts";

const sourceQuery = z.object({
  source_id: idNumber().optional().describe(
    "Default: the source `default`, or the only one that there is",
  ),
});

export function assetRoutes(deps: AppDeps) {
  const { assets, sources, instances } = deps.storage;
  return newRoutes("Assets")
    .handle("POST /api/discover-assets", {
      may: { role: "engineer", at: "plant" },
      limit: "heavy",
      request: { query: sourceQuery },
      operationId: "discoverAssets",
      responses: answers("The assets and streams that the data source lists", {
        data: discovery,
        message: ({ assets_discovered, streams_discovered }: Found) =>
          `Found ${assets_discovered} assets with ${streams_discovered} streams`,
        refuses: ["API_CONFIG_MISSING", "VALIDATION_FAILED", "INVALID_CREDENTIALS", "CONNECTION_FAILED"],
      }),
    }, async (c, message) => {
      const source = discoveredSource(deps, c.req.valid("query").source_id);
      const { found, result } = await deps.discovery.run(source, actorOf(c));
      const data = discoveryView(deps, { found, result });
      return answerWritten(c, { message: message(data), data });
    })
    .handle("GET /api/discovery", {
      may: "viewer",
      request: { query: sourceQuery },
      operationId: "getDiscoveryState",
      responses: answers("The last discovery, and when the next one runs by itself", {
        data: discoveryState,
        refuses: ["VALIDATION_FAILED"],
      }),
    }, (c) => {
      const { source_id } = c.req.valid("query");
      const isNone = source_id === undefined && sources.list().length === 0;
      const source = isNone ? DEFAULT_SOURCE : discoveredSource(deps, source_id);
      return answerData(c, discoveryStateView(deps.discovery.status(source)));
    })
    .handle("GET /api/monitored-assets", {
      may: "viewer",
      request: { query: listQuery({}) },
      operationId: "listMonitoredAssets",
      responses: answers("The monitored assets with their streams", { list: asset }),
    }, (c) =>
      answerList(c, {
        rows: assets.assets(),
        query: c.req.valid("query"),
        view: (asset) => assetView(deps, asset),
      }))
    .handle("GET /api/streams/active", {
      may: "viewer",
      screen: true,
      request: { query: listQuery({}) },
      operationId: "listActiveStreams",
      responses: answers("The streams bound by deployed instances", { list: boundStream }),
    }, (c) => {
      return answerList(c, {
        rows: instances.deployedStreams(),
        query: c.req.valid("query"),
        view: (stream) => ({
          ...streamView(deps, stream),
          instances: instances.deployedOn(stream),
        }),
      });
    })
    .handle("GET /api/system-tags", {
      may: "viewer",
      request: { query: listQuery({}) },
      operationId: "listSystemTags",
      responses: answers("The system tags and their current values", { list: systemTag }),
    }, (c) => answerList(c, { rows: systemTags(deps), query: c.req.valid("query"), view: (tag) => tag }));
}

/** The source of a query; without one `default`, else the only one that there is. */
function discoveredSource({ storage: { sources } }: AppDeps, given: number | undefined): number {
  if (given !== undefined) {
    if (sources.get(given) === undefined) throw invalid("source_id", missing("source", given));
    return given;
  }
  const [first, second] = sources.list();
  if (first === undefined) throw configurationMissing();
  if (sources.default() !== undefined) return DEFAULT_SOURCE;
  if (second !== undefined) throw invalid("source_id", "There are several sources; name one by its id");
  return first.id;
}

interface Found {
  assets_discovered: number;
  streams_discovered: number;
}

function discoveryView(deps: AppDeps, { found, result }: Discovered) {
  return {
    ...picked(discoveryCounts, result),
    ...differencesView(deps, result),
    assets_discovered: found.assets.length,
    streams_discovered: found.streams.length,
    assets: deps.storage.assets.assets().map((asset) => assetView(deps, asset)),
    broken_instances: result.broken_instances,
    unsupported: found.unsupported,
  };
}
