import { z } from "@hono/zod-openapi";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import { defineFunction, type FunctionPort } from "./define.ts";
import { pick, query, type Row, rowOf, rowsOf } from "./rows.ts";

/** An event's own explanation is waited for so long: the rest of the event is told without it. */
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
    "Why an instance's rules are as they are, now or at a past time: each rule's state, what each of its conditions " +
    "sees, and what would have to happen next. Use get_event for why one event was raised.",
  parameters: z.strictObject({
    instance_id: z.int().min(1),
    rule_id: z.string().max(200).optional().describe("That rule alone"),
    at: z.iso.datetime({ offset: true }).optional().describe("A past time; now when absent"),
  }),
  async run({ instance_id, rule_id, at }, port) {
    return { found: explanation(await asked(port, { instance_id, at }), rule_id) };
  },
});

/** What a rule stood on when it raised an event, or why that cannot be told; null for an event of Andon's own. */
export async function explanationOf(event: Row, { api, signal }: FunctionPort): Promise<Row | null> {
  const { instance_id, rule_id, activated_at } = event;
  if (typeof instance_id !== "number") return null;
  // Times are cut to milliseconds: what happened in one is over with the next.
  const at = isoFromMs(Date.parse(String(activated_at)) + 1);
  const late = AbortSignal.timeout(OWN_DEADLINE_MS);
  try {
    const port = { api, signal: AbortSignal.any([signal, late]) };
    return explanation(await asked(port, { instance_id, at }), String(rule_id));
  } catch (error) {
    if (late.aborted) return { problem: "It took too long to judge that time again" };
    if (error instanceof Refusal) return { problem: error.message };
    throw error;
  }
}

async function asked(
  { api, signal }: Pick<FunctionPort, "api" | "signal">,
  { instance_id, at }: { instance_id: number; at?: string },
): Promise<Row> {
  return rowOf((await api(query(`GET /api/instances/${instance_id}/explain`, { at }), { signal })).data);
}

function explanation(told: Row, ruleId: string | undefined) {
  const rules = rowsOf(told.rules).filter(({ rule_id }) => ruleId === undefined || rule_id === ruleId);
  const items = rules.map((rule) => ({ ...pick(rule, RULE), conditions: rowsOf(rule.parts).map(condition) }));
  return {
    ...pick(told, ["instance_id", "instance_name", "basis", "at", "judged_from", "missing_streams", "text"]),
    judging: told.judging,
    items,
  };
}

function condition({ depth, kind, truth, text, comparison }: Row): Row {
  if (typeof comparison !== "object" || comparison === null) return { depth, kind, truth };
  const { inputs, ...rest } = rowOf(comparison);
  return {
    ...{ depth, truth, text },
    ...pick(rest, ["operator", "value", "latched", "deadband", "changes_at"]),
    sees: rowsOf(inputs).map((input) => pick(input, INPUT)),
  };
}
