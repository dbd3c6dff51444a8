import { hoursBefore, type Ms } from "../shared/time.ts";
import type { TemplateRecord } from "../template/types.ts";
import { countNodes, upperNodes } from "./plant_part.ts";
import type { ContextReader, ContextRequest, TimeFilter } from "./types.ts";

const HOURS: Readonly<Record<TimeFilter, number>> = { "1h": 1, "24h": 24, "7d": 168, "30d": 720 };

/** The data about the plant that a model or a client gets. Only `events` depends on the time. */
export async function contextData(reader: ContextReader, request: ContextRequest & { nowMs: Ms }) {
  const { context_type, time_filter, max_items: most } = request;
  switch (context_type) {
    case "events":
      return { context_type, time_filter, data: { events: await eventsPart(reader, request) } };
    case "rules":
      return { context_type, time_filter, data: { rules: rulesPart(reader, most) } };
    case "assets":
      return { context_type, time_filter, data: { assets: assetsPart(reader, most) } };
    case "streams":
      return { context_type, time_filter, data: { streams: streamsPart(reader, most) } };
    case "plant_model":
      return { context_type, time_filter, data: { plant_model: plantPart(reader, most) } };
  }
}

async function eventsPart(
  reader: ContextReader,
  { time_filter, max_items, nowMs }: ContextRequest & { nowMs: Ms },
) {
  const details = await reader.eventsSince(hoursBefore(HOURS[time_filter], nowMs), max_items);
  return { active: reader.activeEvents(), details };
}

/** Lists templates with deployed instances first. */
function rulesPart(reader: ContextReader, most: number) {
  const deployed = reader.deployedInstances();
  const runs = (template: TemplateRecord) => Number((deployed.get(template.id) ?? 0) > 0);
  const templates = reader.templates().filter((template) => template.rules.length > 0)
    .sort((a, b) => runs(b) - runs(a) || a.id - b.id);
  const details = templates.slice(0, most).flatMap((template) =>
    template.rules.map((rule) => ({
      template_id: template.id,
      template_name: template.name,
      category: template.category,
      is_active: template.is_active,
      deployed_instances: deployed.get(template.id) ?? 0,
      ...rule,
    }))
  );
  const total = templates.reduce((count, template) => count + template.rules.length, 0);
  return { total, details: details.slice(0, most) };
}

function assetsPart(reader: ContextReader, most: number) {
  const assets = reader.assets();
  const details = assets.slice(0, most).map(({ v: _, source_id: _source, ...asset }) => ({
    ...asset,
    streams_count: reader.streamsOfAsset(asset.asset_id),
  }));
  return { total: assets.length, details };
}

/** Lists streams of deployed instances first. */
function streamsPart(reader: ContextReader, most: number) {
  const streams = reader.streams(), deployed = reader.deployedStreams();
  const shown = new Set(deployed.slice(0, most));
  for (const stream of deployed.length < most ? streams : []) {
    if (shown.size >= most) break;
    shown.add(stream);
  }
  const details = [...shown].map((stream) => ({
    ...reader.streamView(stream),
    instances: reader.deployedOn(stream),
  }));
  return { total: streams.length, details };
}

function plantPart(reader: ContextReader, most: number) {
  const tree = reader.plantTree();
  return { nodes: countNodes(tree), tree: upperNodes(tree, most) };
}
