import { z } from "@hono/zod-openapi";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import { idArgument, ruleIdArgument, timeArgument } from "./arguments.ts";
import { defineFunction, type FunctionPort } from "./define.ts";
import { pick, query, type Row, rowOf, rowsOf } from "./rows.ts";

/** How long an event waits for its explanation; after that it is returned without one. */
const OWN_DEADLINE_MS: Ms = 10_000;

const RULE = [
  "rule_id",
  "rule_name",
  "severity",
  "state",
  "truth",
  "text",
  "start_time",
  "activated_at",
  "end_time",
  "event_id",
  "delay",
  "gives_up_at",
  "next",
];
const INPUT = [
  "role",
  "stream_name",
  "uom",
  "sample",
  "good",
  "age_seconds",
  "max_age_seconds",
  "doubt",
  "waiting",
];

export const explain = defineFunction({
  name: "explain",
  description:
    "Explains an instance's rules, now or at a past time: each rule's state, the values of its conditions " +
    "and, while an event is active, those of its until, and what has to happen for the state to change. " +
    "For why one event was raised use get_event.",
  parameters: z.strictObject({
    instance_id: idArgument,
    rule_id: ruleIdArgument.describe("Only this rule"),
    at: timeArgument.describe("A past time; default: now"),
  }),
  async run({ instance_id, rule_id, at }, port) {
    return { found: explanation(await readExplanation(port, { instance_id, at }), rule_id) };
  },
});

/** Explains a rule at the time of its event, or says why it cannot; null for an event of Andon itself. */
export async function explanationOf(event: Row, { api, signal }: FunctionPort): Promise<Row | null> {
  const { instance_id, rule_id, activated_at } = event;
  if (typeof instance_id !== "number") return null;
  // Event times are cut to milliseconds, so the change is complete one millisecond later.
  const at = isoFromMs(Date.parse(String(activated_at)) + 1);
  const late = AbortSignal.timeout(OWN_DEADLINE_MS);
  try {
    const port = { api, signal: AbortSignal.any([signal, late]) };
    return explanation(await readExplanation(port, { instance_id, at }), String(rule_id));
  } catch (error) {
    if (late.aborted) return { problem: "Evaluating that time again took too long" };
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

async function readExplanation(
  { api, signal }: Pick<FunctionPort, "api" | "signal">,
  { instance_id, at }: { instance_id: number; at?: string },
): Promise<Row> {
  return rowOf((await api(query(`GET /api/instances/${instance_id}/explain`, { at }), { signal })).data);
}

function explanation(explained: Row, ruleId: string | undefined) {
  const rules = rowsOf(explained.rules).filter(({ rule_id }) => ruleId === undefined || rule_id === ruleId);
  const items = rules.map((rule) => ({ ...pick(rule, RULE), conditions: rowsOf(rule.parts).map(condition) }));
  return {
    ...pick(explained, [
      "instance_id",
      "instance_name",
      "basis",
      "at",
      "judged_from",
      "left_out_rules",
      "missing_streams",
      "text",
    ]),
    judging: explained.judging,
    items,
  };
}

/** `of` only where it is not the conditions. */
function condition({ of, depth, kind, truth, text, comparison }: Row): Row {
  const list = of === "until" ? { of } : {};
  if (typeof comparison !== "object" || comparison === null) {
    return { ...list, depth, kind, truth, ...kind === "at_least" && { text } };
  }
  const { inputs, ...rest } = rowOf(comparison);
  return {
    ...list,
    depth,
    truth,
    text,
    ...pick(rest, ["operator", "value", "latched", "deadband", "changes_at"]),
    sees: rowsOf(inputs).map((input) => pick(input, INPUT)),
  };
}
