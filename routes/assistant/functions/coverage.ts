import { z } from "@hono/zod-openapi";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { hoursArgument, idArgument, nodeArgument, searchArgument } from "./arguments.ts";
import { defineFunction, type FunctionPort } from "./define.ts";
import { findNode, idsBelow } from "./plant_part.ts";
import { mentions, pick, query, type Row, rowOf, rowsOf } from "./rows.ts";

const INSTANCE = [
  ...["id", "instance_name", "template", "plant_node_floc_id", "is_deployed", "judging"],
  "left_out_rules",
];
/** The hours that the coverage in a listed instance is about. */
const USUAL_HOURS = 24;

export const getCoverage = defineFunction({
  name: "get_coverage",
  description:
    "Coverage: the share of the last 24 hours in which each deployed instance could be evaluated, and the causes of " +
    "the rest, lowest share first. For one instance, named by its id, also for another number of hours.",
  parameters: z.strictObject({
    instance_id: idArgument.optional(),
    hours: hoursArgument({ usual: USUAL_HOURS }).describe(
      "Values other than 24 need instance_id",
    ),
    plant_node: nodeArgument
      .describe("Id or name of a plant node; includes the instances below it"),
    template_id: idArgument.optional(),
    text: searchArgument.describe("Part of the instance's name"),
    limit: z.int().min(1).max(100).default(25),
  }).refine(({ instance_id, hours }) => instance_id !== undefined || hours === USUAL_HOURS, {
    path: ["hours"],
    message:
      `For several instances only the last ${USUAL_HOURS} hours are available; name one by instance_id`,
  }),
  async run({ instance_id, hours, limit, ...filters }, port) {
    if (instance_id !== undefined) return { found: await ofInstance(instance_id, hours, port) };
    const rows = await instances(filters, port);
    const deployed = rows.filter(({ is_deployed }) => is_deployed === true);
    const shares = deployed.map(shareOf);
    const items = deployed.toSorted((a, b) => shareOf(a) - shareOf(b)).slice(0, limit).map((row) => ({
      ...pick(row, INSTANCE),
      ...coverageFields(rowOf(row.coverage)),
    }));
    return {
      found: {
        hours: USUAL_HOURS,
        ...(shares.length > 0 && {
          lowest: Math.min(...shares),
          mean: shares.reduce((sum, share) => sum + share, 0) / shares.length,
        }),
        judging_now: deployed.filter(({ judging }) => judging === true).length,
        not_deployed: rows.length - deployed.length,
        total: deployed.length,
        items,
      },
    };
  },
});

async function ofInstance(id: number, hours: number, { api }: FunctionPort) {
  const [instance, coverage] = await Promise.all([
    api(`GET /api/instances/${id}`),
    api(`GET /api/instances/${id}/coverage?hours=${hours}`),
  ]);
  return {
    hours,
    instance: { ...pick(rowOf(instance.data), INSTANCE), ...coverageFields(rowOf(coverage.data)) },
  };
}

async function instances(
  { plant_node, template_id, text }: { plant_node?: string; template_id?: number; text?: string },
  { api }: FunctionPort,
): Promise<Row[]> {
  const rows = rowsOf((await api(query("GET /api/instances", { template_id }))).data)
    .filter((row) => mentions(row, ["instance_name"], text));
  if (plant_node === undefined) return rows;
  const node = await findNode(api, plant_node);
  if (node === undefined) throw new Refusal("NOT_FOUND", `There is no plant node "${plant_node}"`);
  const ids = idsBelow(node);
  return rows.filter(({ plant_node_floc_id: id }) => ids.has(String(id)));
}

function shareOf({ coverage }: Row): number {
  return Number(rowOf(coverage).share);
}

/** Leaves out the causes with a share of 0. */
function coverageFields({ share, blind }: Row): Row {
  const causes = Object.entries(rowOf(blind)).filter(([, part]) => part !== 0);
  return { share, ...(causes.length > 0 && { blind: Object.fromEntries(causes) }) };
}
