import { z } from "@hono/zod-openapi";
import type { Trend } from "../../../domain/trend/types.ts";
import { summarised } from "../../../domain/trend/summary.ts";
import { limitedText } from "../../../domain/shared/schema.ts";
import { hoursBefore, isoFromMs } from "../../../domain/shared/time.ts";
import { hoursArgument, timeArgument } from "./arguments.ts";
import { defineFunction } from "./define.ts";
import { findStream, pick, query, rowOf, rowsOf } from "./rows.ts";

const stream = limitedText({ min: 1, max: 400 }).describe("The exact stream name");
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

export const getStreamValue = defineFunction({
  name: "get_stream_value",
  description: "The newest value of one stream.",
  parameters: z.strictObject({ stream }),
  async run({ stream }, { api }) {
    const { id } = await findStream(api, stream);
    return { found: { stream: pick(rowOf((await api(`GET /api/streams/${id}`)).data), STREAM) } };
  },
});

const POINTS = 200;

export const getStreamHistory = defineFunction({
  name: "get_stream_history",
  description:
    "A summary of one stream over a time window: minimum, maximum, mean, first, last and trend of numbers; " +
    "the newest changes of texts and booleans.",
  parameters: z.strictObject({
    stream,
    hours: hoursArgument().describe("Length of the window in hours"),
    until: timeArgument.describe("End of the window; default: now"),
  }),
  async run({ stream, hours, until }, { api, nowMs }) {
    const found = await findStream(api, stream);
    const toMs = until === undefined ? nowMs : Date.parse(until);
    const span = { from: isoFromMs(hoursBefore(hours, toMs)), to: isoFromMs(toMs) };
    const line = query(`GET /api/streams/${found.id}/data`, { ...span, points: POINTS });
    const trend = asTrend((await api(line)).data);
    return {
      found: {
        stream: pick(found, ["id", "stream_name", "data_type", "uom"]),
        ...span,
        ...summarised(trend),
      },
    };
  },
});

export const getRulesOnStream = defineFunction({
  name: "get_rules_on_stream",
  description:
    "The deployed rules that use one stream: instance, template, and the rules' conditions and until.",
  parameters: z.strictObject({ stream }),
  async run({ stream }, { api }) {
    const { stream_name } = await findStream(api, stream);
    const instances = rowsOf((await api("GET /api/instances?is_deployed=true")).data);
    const templates = new Map(rowsOf((await api("GET /api/templates")).data).map((row) => [row.id, row]));
    const items = instances.flatMap((instance) => {
      const template = templates.get(instance.template_id);
      const mappings = rowOf(instance.placeholder_mappings ?? {});
      const names = Object.keys(mappings).filter((name) => mappings[name] === stream_name);
      const references = [...names.map((name) => `<${name}>`), JSON.stringify(stream_name)];
      const rules = rowsOf(template?.rules).filter(({ conditions, until }) =>
        references.some((text) => JSON.stringify([conditions, until]).includes(text))
      );
      const shown = rules.map((rule) =>
        pick(rule, ["rule_id", "rule_name", "severity", "logic", "conditions", "until", "on_delay_seconds"])
      );
      return shown.length === 0 ? [] : [{
        instance_id: instance.id,
        instance_name: instance.instance_name,
        template: instance.template,
        placeholders: mappings,
        rules: shown,
      }];
    });
    return { found: { stream_name, total: items.length, items } };
  },
});

/** The shape of the answer of a stream's data. */
function asTrend(data: unknown): Trend {
  return data as Trend;
}
