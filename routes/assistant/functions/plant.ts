import { z } from "@hono/zod-openapi";
import { limitedText } from "../../../domain/shared/schema.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { categoryArgument, idArgument, nodeArgument, searchArgument } from "./arguments.ts";
import { defineFunction } from "./define.ts";
import { findNode } from "./plant_part.ts";
import { allStreams, mentions, pick, query, rowOf, rowsOf } from "./rows.ts";

const limit = z.int().min(1).max(200).default(50);
const text = searchArgument;

export const listTemplates = defineFunction({
  name: "list_templates",
  description: "The rule templates with their names, categories and a summary of their rules.",
  parameters: z.strictObject({ text, category: categoryArgument, limit }),
  async run({ text, category, limit }, { api }) {
    const rows = rowsOf((await api(query("GET /api/templates", { category }))).data)
      .filter((row) => mentions(row, ["name", "description"], text));
    const items = rows.slice(0, limit).map((row) => ({
      ...pick(row, ["id", "name", "description", "category", "is_active", "instances_count"]),
      rules: rowsOf(row.rules).map((rule) => pick(rule, ["rule_id", "rule_name", "severity"])),
    }));
    return { found: { total: rows.length, items } };
  },
});

export const getTemplate = defineFunction({
  name: "get_template",
  description: "One rule template in full: rules with their conditions, and placeholders.",
  parameters: z.strictObject({ template_id: idArgument }),
  async run({ template_id }, { api }) {
    return { found: { template: rowOf((await api(`GET /api/templates/${template_id}`)).data) } };
  },
});

export const listInstances = defineFunction({
  name: "list_instances",
  description: "Template instances with their bindings and whether they are deployed.",
  parameters: z.strictObject({
    text,
    template_id: idArgument.optional(),
    is_deployed: z.boolean().optional(),
    limit,
  }),
  async run({ text, limit, ...filters }, { api }) {
    const rows = rowsOf((await api(query("GET /api/instances", filters))).data)
      .filter((row) => mentions(row, ["instance_name", "plant_node_floc_id"], text));
    const shown = [
      "id",
      "instance_name",
      "template",
      "plant_node_floc_id",
      "placeholder_mappings",
      "is_deployed",
      "judging",
    ];
    return { found: { total: rows.length, items: rows.slice(0, limit).map((row) => pick(row, shown)) } };
  },
});

export const listAssets = defineFunction({
  name: "list_assets",
  description: "The monitored assets with the number of their streams.",
  parameters: z.strictObject({ text, limit }),
  async run({ text, limit }, { api }) {
    const rows = rowsOf((await api("GET /api/monitored-assets")).data)
      .filter((row) => mentions(row, ["asset_id", "display_name"], text));
    const items = rows.slice(0, limit).map((row) => ({
      ...pick(row, ["asset_id", "display_name", "is_active"]),
      streams: rowsOf(row.streams).length,
    }));
    return { found: { total: rows.length, items } };
  },
});

const STREAM = [
  "id",
  "stream_name",
  "display_name",
  "asset_id",
  "data_type",
  "uom",
  "value",
  "timestamp",
  "quality",
];

export const findStreams = defineFunction({
  name: "find_streams",
  description: "Streams by a part of their name or asset, with their newest known values.",
  parameters: z.strictObject({ text, asset_id: limitedText({ max: 400 }).optional(), limit }),
  async run({ text, asset_id, limit }, { api }) {
    const rows = (await allStreams(api))
      .filter((row) => asset_id === undefined || row.asset_id === asset_id)
      .filter((row) => mentions(row, ["stream_name", "display_name", "asset_id"], text));
    return { found: { total: rows.length, items: rows.slice(0, limit).map((row) => pick(row, STREAM)) } };
  },
});

export const getPlantSubtree = defineFunction({
  name: "get_plant_subtree",
  description: "The plant's hierarchy below a node, or all of it.",
  parameters: z.strictObject({ plant_node: nodeArgument.describe("Id or name") }),
  async run({ plant_node }, { api }) {
    if (plant_node === undefined) {
      return { found: { items: rowsOf((await api("GET /api/plant-model")).data) } };
    }
    const node = await findNode(api, plant_node);
    if (node === undefined) throw new Refusal("NOT_FOUND", `There is no plant node "${plant_node}"`);
    return { found: { node } };
  },
});
