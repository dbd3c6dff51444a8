import { isObject } from "./protocol.ts";

type Row = Record<string, unknown>;

/** Describes the result of a function as text. */
export function describeResult(name: string, content: string): string {
  const found = readData(content);
  if (found === undefined) return `${name} returned something that I cannot read.`;
  if (typeof found.error === "string") return `That did not work: ${found.error}`;
  return (DESCRIBERS[name] ?? describeFields)(found);
}

/** The JSON between the plant_data tags. */
function readData(content: string): Row | undefined {
  const inner = /<plant_data[^>]*>\n([\s\S]*)\n<\/plant_data>/.exec(content)?.[1] ?? content;
  try {
    const value: unknown = JSON.parse(inner);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const DESCRIBERS: Readonly<Record<string, (found: Row) => string>> = {
  get_active_events: (found) => events(found, { one: "event is active", many: "events are active" }),
  search_events: (found) => events(found, { one: "event matches", many: "events match" }),
  explain: (found) => list(found, "rules", ({ rule_name, text }) => `${rule_name}: ${text}`),
  get_event: ({ event, rule }) => {
    const row = isObject(event) ? event : {};
    const guidance = isObject(rule)
      ? ["cause", "consequence", "action"].filter((name) => rule[name]).map((name) =>
        `${name}: ${rule[name]}`
      )
      : [];
    const samples = rows(row.trigger).map(({ stream, value, time }) =>
      `- [stream:${stream}] was ${value} at ${time}`
    );
    return [eventLine(row), ...(samples.length > 0 ? ["Triggered by:", ...samples] : []), ...guidance]
      .join("\n");
  },
  get_stream_value: ({ stream }) => streamLine(isObject(stream) ? stream : {}),
  get_stream_history: ({ stream, from, to, trend, min, max, mean, samples }) => {
    const named = isObject(stream) ? `[stream:${stream.stream_name}]` : "The stream";
    return `${named} from ${from} to ${to}: ${samples} samples, minimum ${shown(min)}, maximum ${
      shown(max)
    }, ` +
      `mean ${shown(mean)}, ${trend ?? "no trend"}.`;
  },
  find_streams: (found) => list(found, "streams", streamLine),
  list_templates: (found) =>
    list(found, "templates", ({ id, name, category }) => `${name} (${category}, template ${id})`),
  list_instances: (found) =>
    list(
      found,
      "instances",
      ({ id, instance_name, is_deployed }) =>
        `${instance_name} (instance ${id}, ${is_deployed ? "deployed" : "not deployed"})`,
    ),
  list_assets: (found) => list(found, "assets", ({ asset_id, streams }) => `${asset_id}: ${streams} streams`),
  get_rules_on_stream: (found) =>
    list(
      found,
      "deployed rule sets",
      ({ instance_name, rules }) =>
        `${instance_name}: ${rows(rules).map(({ rule_name }) => rule_name).join(", ")}`,
    ),
  get_alarm_statistics: statistics,
  get_coverage: coverage,
  run_backtest: backtest,
  propose_rule_template: ({ backtest: trial, no_backtest }) =>
    [
      "Here is a draft of a rule template. Nothing is saved: review it, change it and save it yourself.",
      isObject(trial) ? backtest(trial) : `There is no backtest of it: ${no_backtest}`,
    ].join("\n"),
  get_plant_subtree: ({ items, node }) =>
    (node === undefined ? rows(items) : [node].filter(isObject)).map((one) => branch(one, 0)).join("\n"),
};

function statistics(found: Row): string {
  const { hours, events: count, rate, flood, chattering, fleeting, items, advice } = found;
  const figures = [
    `In the last ${hours} hours there were ${count} events, ${
      shown(part(rate, "average"))
    } in ten minutes on average, ` +
    `${shown(part(rate, "peak"))} at the most.`,
    `In flood for ${percent(part(flood, "share"))} of the time; ${part(chattering, "events")} chattering, ` +
    `${part(fleeting, "events")} fleeting.`,
  ];
  const badActors = rows(items).slice(0, 5).map(({ rule_name, rule_id, instance_name, events: of }) =>
    `- ${rule_name ?? rule_id} of ${instance_name ?? "a deleted instance"}: ${of}`
  );
  const sentences = Array.isArray(advice) ? advice.map((text) => `Advice: ${text}`) : [];
  return [...figures, ...(badActors.length > 0 ? ["Most events:", ...badActors] : []), ...sentences].join(
    "\n",
  );
}

function coverage(found: Row): string {
  const { lowest, mean, judging_now, not_deployed, total, instance, hours } = found;
  if (isObject(instance)) return `In the last ${hours} hours: ${coverageLine(instance)}`;
  if (total === 0) {
    return `No instance is deployed there (${not_deployed} not deployed): nothing is evaluated.`;
  }
  return [
    `${judging_now} of ${total} deployed instances are being evaluated now. In the last ${hours} hours they could be evaluated ` +
    `${percent(mean)} of the time, the lowest ${percent(lowest)}:`,
    ...rows(found.items).slice(0, 8).map((row) => `- ${coverageLine(row)}`),
  ].join("\n");
}

function coverageLine({ instance_name, share, blind }: Row): string {
  const causes = Object.entries(isObject(blind) ? blind : {})
    .map(([cause, part]) => `${cause.replaceAll("_", " ")} ${percent(part)}`);
  return `${instance_name}: ${percent(share)}${causes.length > 0 ? ` (blind: ${causes.join(", ")})` : ""}`;
}

function backtest({ from, to, summary, rules }: Row): string {
  return [
    `From ${from} to ${to} it would have raised ${part(summary, "events")} events ` +
    `(${shown(part(summary, "rate_per_day"))} a day, ${
      part(summary, "chattering")
    } chattering), active for ` +
    `${percent(part(summary, "active_share"))} of the time and blind for ${
      percent(part(summary, "blind_share"))
    }.`,
    ...rows(rules).map(({ template_instance, rule_name, events: count }) =>
      `- ${[template_instance, rule_name].filter(Boolean).join(", ")}: ${count}`
    ),
  ].join("\n");
}

function part(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

function percent(share: unknown): string {
  return `${shown(Number(share) * 100)} %`;
}

function describeFields(found: Row): string {
  return JSON.stringify(found).slice(0, 1_000);
}

function events(found: Row, { one, many }: { one: string; many: string }): string {
  const total = Number(found.total ?? rows(found.items).length);
  if (total === 0) return `0 ${many}.`;
  const lines = rows(found.items).map((row) => `- ${eventLine(row)}`);
  const left = total - lines.length;
  return [`${total} ${total === 1 ? one : many}:`, ...lines, ...(left > 0 ? [`and ${left} more.`] : [])].join(
    "\n",
  );
}

function eventLine(
  { id, severity, event_name, event_description, start_time, end_time, template_instance }: Row,
): string {
  const what = [event_name, event_description].filter(Boolean).join(": ");
  const until = end_time ? ` until ${end_time}` : "";
  return `[event:${id}] ${severity}, ${what} (${template_instance}, since ${start_time}${until})`;
}

function streamLine({ stream_name, value, uom, timestamp, quality }: Row): string {
  if (value === undefined) return `[stream:${stream_name}] has no known value.`;
  return `[stream:${stream_name}] is ${shown(value)}${uom ? ` ${uom}` : ""} (${quality}, ${timestamp}).`;
}

function list(found: Row, noun: string, line: (row: Row) => string): string {
  const items = rows(found.items);
  const total = Number(found.total ?? items.length);
  return [
    `${total} ${noun}${items.length < total ? `, the first ${items.length}` : ""}:`,
    ...items.map((row) => `- ${line(row)}`),
  ].join("\n");
}

function branch(node: Row, depth: number): string {
  const below = rows(node.children).map((child) => branch(child, depth + 1));
  return [`${"  ".repeat(depth)}- ${node.name} (${node.type}, ${node.id})`, ...below].join("\n");
}

function rows(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function shown(value: unknown): string {
  return typeof value === "number" ? String(Math.round(value * 100) / 100) : String(value ?? "unknown");
}
