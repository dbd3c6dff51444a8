import { z } from "@hono/zod-openapi";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { categoryArgument, hoursArgument, idArgument, nodeArgument } from "./arguments.ts";
import { defineFunction, type FunctionPort } from "./define.ts";
import { findNode } from "./plant_part.ts";
import { pick, query, type Row, rowOf, rowsOf } from "./rows.ts";

const FIGURES = [
  "hours",
  "from",
  "generated_at",
  "events",
  "rate",
  "flood",
  "chattering",
  "fleeting",
  "stale",
  "bad_actor_share",
  "severities",
];
const ACTOR = ["instance_id", "instance_name", "template_id", "rule_id", "rule_name", "plant_node_floc_id"];
const COUNTED = ["events", "share", "chattering", "fleeting", "stale"];
/** How many groups of each kind, floods and stale events the result holds. */
const MOST_GROUPS = 5;

export const getAlarmStatistics = defineFunction({
  name: "get_alarm_statistics",
  description:
    "Alarm statistics after ISA-18.2: events, their rate, floods, chattering, fleeting and stale events, the mix of " +
    "severities, the bad actors, and advice that would reduce the number of events.",
  parameters: z.strictObject({
    hours: hoursArgument().describe("Events that began in the last hours"),
    plant_node: nodeArgument
      .describe("Id or name of a plant node; includes the nodes below it"),
    template_id: idArgument.optional(),
    category: categoryArgument,
  }),
  async run({ plant_node, ...filters }, { api }) {
    const plant_node_floc_id = await flocIdOf(plant_node, { api });
    const line = query("GET /api/alarm-statistics", { ...filters, plant_node_floc_id });
    const found = rowOf((await api(line)).data);
    const items = rowsOf(found.bad_actors).map((row) => ({
      ...pick(row, [...ACTOR, ...COUNTED]),
      ...texts(row.advice),
    }));
    return {
      found: {
        ...pick(found, FIGURES),
        ...texts(found.advice),
        floods: rowsOf(found.floods).slice(0, MOST_GROUPS),
        stale_events: rowsOf(found.stale_events).slice(0, MOST_GROUPS).map((row) =>
          pick(row, [...ACTOR, "since"])
        ),
        plant_nodes: groups(found.plant_nodes),
        templates: groups(found.templates),
        categories: groups(found.categories),
        total: items.length,
        items,
      },
    };
  },
});

async function flocIdOf(
  plantNode: string | undefined,
  { api }: Pick<FunctionPort, "api">,
): Promise<string | undefined> {
  if (plantNode === undefined) return undefined;
  const node = await findNode(api, plantNode);
  if (node === undefined) throw new Refusal("NOT_FOUND", `There is no plant node "${plantNode}"`);
  return node.id;
}

/** The advice as sentences; left out if there is none. */
function texts(advice: unknown): { advice?: unknown[] } {
  const sentences = rowsOf(advice).map(({ text }) => text);
  return sentences.length === 0 ? {} : { advice: sentences };
}

function groups(kind: unknown): Row[] {
  return rowsOf(rowOf(kind).groups).slice(0, MOST_GROUPS).map((row) =>
    pick(row, ["key", "title", "events", "rate", "chattering", "fleeting", "stale"])
  );
}
