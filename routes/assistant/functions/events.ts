import { z } from "@hono/zod-openapi";
import { SEVERITIES } from "../../../domain/event/types.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { categoryArgument, hoursArgument, idArgument, nodeArgument, searchArgument } from "./arguments.ts";
import { defineFunction, type FunctionPort } from "./define.ts";
import { explanationOf } from "./explain.ts";
import { findNode, idsBelow } from "./plant_part.ts";
import { mentions, pick, query, type Row, rowOf, rowsOf } from "./rows.ts";

const SHOWN = [
  "id",
  "event_name",
  "event_description",
  "severity",
  "is_active",
  "start_time",
  "end_time",
  "close_reason",
  "template_instance",
  "category",
  "plant_node_floc_id",
  "acknowledged_at",
  "acknowledged_by",
  "shelved_until",
  "note",
  "data_state",
  "flags",
];

const severity = z.enum(SEVERITIES).optional();
const plant_node = nodeArgument
  .describe("Id or name of a plant node; includes the nodes below it");
const text = searchArgument.describe(
  "Part of the name, the description or the instance's name",
);
const limit = z.int().min(1).max(100).default(25);

interface Narrowed {
  plant_node?: string;
  text?: string;
}

const TEXTS = ["event_name", "event_description", "template_instance", "note"];

/** The rows that match a plant node and a text. */
async function narrowed(rows: Row[], { plant_node, text }: Narrowed, { api }: FunctionPort): Promise<Row[]> {
  const named = rows.filter((row) => mentions(row, TEXTS, text));
  if (plant_node === undefined) return named;
  const node = await findNode(api, plant_node);
  if (node === undefined) throw new Refusal("NOT_FOUND", `There is no plant node "${plant_node}"`);
  const ids = idsBelow(node);
  return named.filter(({ plant_node_floc_id: id }) => ids.has(String(id)));
}

export const getActiveEvents = defineFunction({
  name: "get_active_events",
  description: "The active events, newest first: what is wrong in the plant now.",
  parameters: z.strictObject({ severity, category: categoryArgument, plant_node, text, limit }),
  async run({ severity, category, limit, ...given }, port) {
    const rows = rowsOf((await port.api("GET /api/rule-events/active")).data)
      .filter((row) => severity === undefined || row.severity === severity)
      .filter((row) => category === undefined || row.category === category);
    const events = await narrowed(rows, given, port);
    const items = events.slice(0, limit).map((row) => pick(row, SHOWN));
    return { found: { total: events.length, items } };
  },
});

/** The number of newest events that are searched for a text or a plant node. */
const LOOKED_THROUGH = 1_000;

export const searchEvents = defineFunction({
  name: "search_events",
  description: "Events of the past hours, active or ended, newest first.",
  parameters: z.strictObject({
    hours: hoursArgument().describe(
      "Events that started in the last hours or are still active",
    ),
    severity,
    category: categoryArgument,
    is_active: z.boolean().optional(),
    template_id: idArgument.optional(),
    instance_id: idArgument.optional(),
    plant_node,
    text,
    limit,
    offset: z.int().min(0).max(10_000).default(0),
  }),
  async run({ plant_node, text, limit, offset, ...filters }, port) {
    const isNarrowed = plant_node !== undefined || text !== undefined;
    const page = isNarrowed ? { limit: LOOKED_THROUGH, offset: 0 } : { limit, offset };
    const { data, pagination } = await port.api(query("GET /api/rule-events", { ...filters, ...page }));
    const rows = await narrowed(rowsOf(data), { plant_node, text }, port);
    const shown = isNarrowed ? rows.slice(offset, offset + limit) : rows;
    const all = pagination?.total ?? rows.length;
    return {
      found: {
        total: isNarrowed ? rows.length : all,
        ...(isNarrowed && all > LOOKED_THROUGH && { looked_through_newest: LOOKED_THROUGH }),
        items: shown.map((row) => pick(row, SHOWN)),
      },
    };
  },
});

export const getEvent = defineFunction({
  name: "get_event",
  description:
    "One event: the samples that decided it, the rule that raised it, its explanation at that time, and " +
    "the guidance for operators.",
  parameters: z.strictObject({ event_id: idArgument }),
  async run({ event_id }, port) {
    const { api } = port;
    const event = rowOf((await api(`GET /api/rule-events/${event_id}`)).data);
    const [rule, explanation] = await Promise.all([ruleOf(event, { api }), explanationOf(event, port)]);
    const shown = pick(event, [...SHOWN, "trigger", "enrichment", "activated_at", "instance_id", "rule_id"]);
    return { found: { event: shown, rule, explanation } };
  },
});

/** The current rule of the template; null if the template was deleted. */
async function ruleOf(event: Row, { api }: Pick<FunctionPort, "api">): Promise<Row | null> {
  try {
    const template = rowOf((await api(`GET /api/templates/${event.template_id}`)).data);
    return rowsOf(template.rules).find(({ rule_id }) => rule_id === event.rule_id) ?? null;
  } catch (error) {
    if (error instanceof Refusal && error.code === "TEMPLATE_NOT_FOUND") return null;
    throw error;
  }
}
