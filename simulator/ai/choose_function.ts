import type { AskedFunction } from "./protocol.ts";

interface Choice {
  pattern: RegExp;
  name: string;
  argumentsOf: (question: string) => Record<string, unknown>;
}

const STREAM = /\p{L}[\p{L}\p{N}_-]*(?:\.\p{L}[\p{L}\p{N}_-]*){1,}/u;
const hours = (question: string): number => {
  const [, count, unit] = /(?:last|past)\s+(\d{1,4})?\s*(hour|day|week|shift)/i.exec(question) ?? [];
  const width = { hour: 1, shift: 8, day: 24, week: 168 }[unit?.toLowerCase() ?? "day"] ?? 24;
  return Number(count ?? 1) * width;
};
const stream = (question: string) => ({ stream: STREAM.exec(question)?.[0] ?? "" });

/** The location in a question: "on line 2", "in the boiler". */
function location(question: string): Record<string, unknown> {
  const [, line] = /\bline\s*#?(\d{1,3})\b/i.exec(question) ?? [];
  if (line !== undefined) return { plant_node: `Line ${line}` };
  const [, unit] = /\b(mixer|pasteuriser|filler|packer|boiler|compressor|chiller)\b/i.exec(question) ?? [];
  return unit === undefined ? {} : { text: unit };
}

/** The production line in a question. Names of other plant nodes are not recognised. */
function line(question: string): Record<string, unknown> {
  const { plant_node } = location(question);
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
      rule_id: "limit",
      rule_name: "Limit exceeded",
      event_name: "<VALUE>.Limit",
      severity: "warning",
      conditions: [condition],
    }],
    placeholders: [
      {
        placeholder_name: "VALUE",
        data_type: "NUM",
        description: "The stream to monitor",
        is_required: true,
      },
      {
        placeholder_name: "LIMIT",
        data_type: "NUM",
        description: "The limit",
        is_required: true,
        default_value: Number(limit ?? 80),
      },
    ],
    ...(name !== "" && { placeholder_mappings: { VALUE: name } }),
  };
}

/** The first matching choice is called. */
const CHOICES: readonly Choice[] = [
  {
    pattern: /\b(propose|draft|suggest|write)\b.*\b(rule|template)/i,
    name: "propose_rule_template",
    argumentsOf: draft,
  },
  {
    pattern: new RegExp(`\\bback-?test\\b.*(\\btemplate\\s*#?\\d|${STREAM.source})`, "iu"),
    name: "run_backtest",
    argumentsOf: backtest,
  },
  {
    pattern:
      /\b(nois[ey]\w*|chatter\w*|floods?|nuisance|bad actors?|alarm (quality|statistics|rates?)|(how many|most) (events|alarms))\b/i,
    name: "get_alarm_statistics",
    argumentsOf: (question) => ({ ...line(question), hours: hours(question) }),
  },
  {
    pattern: /\b(evaluat\w*|judged?|judging|coverage|covered|blind)\b/i,
    name: "get_coverage",
    argumentsOf: line,
  },
  {
    pattern: /\bevent\s*(?:id)?\s*[:#]?\s*\d+/i,
    name: "get_event",
    argumentsOf: (question) => ({
      event_id: Number(/\bevent\s*(?:id)?\s*[:#]?\s*(\d+)/i.exec(question)?.[1]),
    }),
  },
  {
    pattern: /\b(?:why|explain)\b.*\binstance\s*[:#]?\s*\d+/i,
    name: "explain",
    argumentsOf: (question) => ({ instance_id: Number(/\binstance\s*[:#]?\s*(\d+)/i.exec(question)?.[1]) }),
  },
  {
    pattern: new RegExp(`\\brules?\\b.*${STREAM.source}`, "iu"),
    name: "get_rules_on_stream",
    argumentsOf: stream,
  },
  {
    pattern: new RegExp(
      `(history|trend|last|past|course).*${STREAM.source}|${STREAM.source}.*(history|trend|last|past|course)`,
      "iu",
    ),
    name: "get_stream_history",
    argumentsOf: (question) => ({ ...stream(question), hours: hours(question) }),
  },
  { pattern: STREAM, name: "get_stream_value", argumentsOf: stream },
  {
    pattern: /\b(last|past|yesterday|history|happened)\b/i,
    name: "search_events",
    argumentsOf: (question) => ({ ...location(question), hours: hours(question) }),
  },
  {
    pattern:
      /\b(wrong|alarms?|events?|active|problems?|issues?|faults?|trouble|matter|status|happening|critical)\b/i,
    name: "get_active_events",
    argumentsOf: (question) => ({
      ...location(question),
      ...(/\bcritical\b/i.test(question) && { severity: "critical" }),
    }),
  },
  { pattern: /\b(templates?|rules?)\b/i, name: "list_templates", argumentsOf: () => ({}) },
  { pattern: /\b(instances?|deployed|deployments?)\b/i, name: "list_instances", argumentsOf: () => ({}) },
  {
    pattern: /\b(hierarchy|structure|plant model|tree|lines|sites?)\b/i,
    name: "get_plant_subtree",
    argumentsOf: () => ({}),
  },
  { pattern: /\b(assets?|machines?|equipment)\b/i, name: "list_assets", argumentsOf: () => ({}) },
  {
    pattern: /\b(streams?|sensors?|signals?|temperature|pressure|level|speed|flow)\b/i,
    name: "find_streams",
    argumentsOf: (question) => ({
      text: /\b(temperature|pressure|level|speed|flow|mixer|boiler|filler)\b/i.exec(question)?.[1] ?? "",
    }),
  },
];

/** Chooses a function by the words of a question; undefined for none. */
export function chooseFunction(question: string, known: ReadonlySet<string>): AskedFunction | undefined {
  const choice = CHOICES.find(({ pattern, name }) => pattern.test(question) && known.has(name));
  return choice && { name: choice.name, arguments: choice.argumentsOf(question) };
}
