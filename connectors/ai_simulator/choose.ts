import type { AskedFunction } from "./protocol.ts";

interface Choice {
  fits: RegExp;
  name: string;
  given: (question: string) => Record<string, unknown>;
}

const STREAM = /\p{L}[\p{L}\p{N}_-]*(?:\.\p{L}[\p{L}\p{N}_-]*){1,}/u;
const hours = (question: string): number => {
  const [, count, unit] = /(?:last|past)\s+(\d{1,4})?\s*(hour|day|week|shift)/i.exec(question) ?? [];
  const width = { hour: 1, shift: 8, day: 24, week: 168 }[unit?.toLowerCase() ?? "day"] ?? 24;
  return Number(count ?? 1) * width;
};
const stream = (question: string) => ({ stream: STREAM.exec(question)?.[0] ?? "" });

/** "on line 2", "in the boiler": where the question is about. */
function place(question: string): Record<string, unknown> {
  const [, line] = /\bline\s*#?(\d{1,3})\b/i.exec(question) ?? [];
  if (line !== undefined) return { plant_node: `Line ${line}` };
  const [, unit] = /\b(mixer|pasteuriser|filler|packer|boiler|compressor|chiller)\b/i.exec(question) ?? [];
  return unit === undefined ? {} : { text: unit };
}

/** The line that a question is about: what other places are called is not known here. */
function line(question: string): Record<string, unknown> {
  const { plant_node } = place(question);
  return plant_node === undefined ? {} : { plant_node };
}

const LONGEST_BACKTEST_HOURS = 168;

function backtest(question: string): Record<string, unknown> {
  const span = { hours: Math.min(LONGEST_BACKTEST_HOURS, hours(question)) };
  const [, template] = /\btemplate\s*#?(\d+)/i.exec(question) ?? [];
  if (template !== undefined) return { template_id: Number(template), ...span };
  const { rules, placeholders, placeholder_mappings } = draft(question);
  return { rules, placeholders, placeholder_mappings, ...span };
}

function draft(question: string): Record<string, unknown> {
  const { stream: name } = stream(question);
  const [, word, limit] = /\b(above|over|below|under)\s+(-?\d+(?:\.\d+)?)/i.exec(question) ?? [];
  const operator = /below|under/i.test(word ?? "") ? "less_than" : "greater_than";
  const condition = { stream: "<VALUE>", operator, value: "<LIMIT>" };
  return {
    name: `${name || "Value"} ${operator === "less_than" ? "low" : "high"}`.slice(0, 200),
    description: "Drafted by the demo assistant",
    category: "health",
    rules: [{
      ...{ rule_id: "limit", rule_name: "Limit passed", event_name: "<VALUE>.Limit", severity: "warning" },
      conditions: [condition],
    }],
    placeholders: [
      {
        placeholder_name: "VALUE",
        data_type: "NUM",
        description: "The stream to be watched",
        is_required: true,
      },
      {
        ...{ placeholder_name: "LIMIT", data_type: "NUM", description: "The limit", is_required: true },
        default_value: Number(limit ?? 80),
      },
    ],
    ...(name !== "" && { placeholder_mappings: { VALUE: name } }),
  };
}

/** The first that fits is called. */
const CHOICES: readonly Choice[] = [
  {
    fits: /\b(propose|draft|suggest|write)\b.*\b(rule|template)/i,
    name: "propose_rule_template",
    given: draft,
  },
  {
    fits: new RegExp(`\\bback-?test\\b.*(\\btemplate\\s*#?\\d|${STREAM.source})`, "iu"),
    name: "run_backtest",
    given: backtest,
  },
  {
    fits:
      /\b(nois[ey]\w*|chatter\w*|floods?|nuisance|bad actors?|alarm (quality|statistics|rates?)|(how many|most) (events|alarms))\b/i,
    name: "get_alarm_statistics",
    given: (question) => ({ ...line(question), hours: hours(question) }),
  },
  {
    fits: /\b(judged?|judging|coverage|covered|blind)\b/i,
    name: "get_coverage",
    given: line,
  },
  {
    fits: /\bevent\s*(?:id)?\s*[:#]?\s*\d+/i,
    name: "get_event",
    given: (question) => ({ event_id: Number(/\bevent\s*(?:id)?\s*[:#]?\s*(\d+)/i.exec(question)?.[1]) }),
  },
  {
    fits: /\b(?:why|explain)\b.*\binstance\s*[:#]?\s*\d+/i,
    name: "explain",
    given: (question) => ({ instance_id: Number(/\binstance\s*[:#]?\s*(\d+)/i.exec(question)?.[1]) }),
  },
  {
    fits: new RegExp(`\\brules?\\b.*${STREAM.source}`, "iu"),
    name: "get_rules_on_stream",
    given: stream,
  },
  {
    fits: new RegExp(
      `(history|trend|last|past|course).*${STREAM.source}|${STREAM.source}.*(history|trend|last|past|course)`,
      "iu",
    ),
    name: "get_stream_history",
    given: (question) => ({ ...stream(question), hours: hours(question) }),
  },
  { fits: STREAM, name: "get_stream_value", given: stream },
  {
    fits: /\b(last|past|yesterday|history|happened)\b/i,
    name: "search_events",
    given: (question) => ({ ...place(question), hours: hours(question) }),
  },
  {
    fits:
      /\b(wrong|alarms?|events?|active|problems?|issues?|faults?|trouble|matter|status|happening|critical)\b/i,
    name: "get_active_events",
    given: (question) => ({
      ...place(question),
      ...(/\bcritical\b/i.test(question) && { severity: "critical" }),
    }),
  },
  { fits: /\b(templates?|rules?)\b/i, name: "list_templates", given: () => ({}) },
  { fits: /\b(instances?|deployed|deployments?)\b/i, name: "list_instances", given: () => ({}) },
  {
    fits: /\b(hierarchy|structure|plant model|tree|lines|sites?)\b/i,
    name: "get_plant_subtree",
    given: () => ({}),
  },
  { fits: /\b(assets?|machines?|equipment)\b/i, name: "list_assets", given: () => ({}) },
  {
    fits: /\b(streams?|sensors?|signals?|temperature|pressure|level|speed|flow)\b/i,
    name: "find_streams",
    given: (question) => ({
      text: /\b(temperature|pressure|level|speed|flow|mixer|boiler|filler)\b/i.exec(question)?.[1] ?? "",
    }),
  },
];

/** The function that a question asks for, by its words; undefined for none. */
export function chooseFunction(question: string, known: ReadonlySet<string>): AskedFunction | undefined {
  const choice = CHOICES.find(({ fits, name }) => fits.test(question) && known.has(name));
  return choice && { name: choice.name, arguments: choice.given(question) };
}
