import type { InstanceReading, RuleReading } from "../evaluation/evaluating/reading.ts";
import type { BoundRule, RulePhase } from "../evaluation/types.ts";
import type { Deployment } from "../instance/deployment.ts";
import { displayNameOf } from "../rule/display_name.ts";
import { leftOutRules, unboundText } from "../rule/left_out.ts";
import type { LeftOutRule } from "../rule/types.ts";
import { isoFromTicks, type Ticks, TICKS_PER_SECOND } from "../shared/time.ts";
import type { NamedStream, Spoken } from "./comparison.ts";
import { explainExpression, partList } from "./parts.ts";
import { explainSteps } from "./steps.ts";
import { explainUntil, isEndedBy } from "./until.ts";
import type { Basis, ExplainedDelay, ExplainedRule, ExplainedStep, Explanation } from "./schema.ts";
import { listed, sentence, spanText } from "./words.ts";

/** A reading of an instance, with the other inputs of its explanation. */
export interface Read {
  deployment: Deployment;
  reading: InstanceReading;
  basis: Exclude<Basis, "none">;
  evaluatedFrom: Ticks | null;
  /** The open events by rule id. */
  openEvents: ReadonlyMap<string, number>;
  judging: boolean;
  /** Streams (ids) that the source no longer has. */
  missing: readonly number[];
  nameOf(stream: number): NamedStream;
}

/** Explains the state of an instance in fields and sentences. */
export function explain(read: Read): Explanation {
  const { deployment: { record, template, instance }, reading, basis, evaluatedFrom, judging, nameOf } = read;
  const streams = new Map(reading.streams.map((each) => [each.stream, each]));
  const leftOut = leftOutRules({ template, bindings: record.bindings });
  const spoken: Spoken = { at: reading.at, streams, nameOf };
  const rules = instance.rules.map((rule, i) =>
    explainRule(rule, reading.rules[i]!, { read, spoken, place: i })
  );
  return {
    instance_id: record.id,
    instance_name: record.instance_name,
    template_id: template.id,
    template_version: template.version,
    is_deployed: record.is_deployed,
    judging,
    basis,
    at: isoFromTicks(reading.at),
    judged_from: evaluatedFrom === null ? null : isoFromTicks(evaluatedFrom),
    rules,
    left_out_rules: leftOut,
    missing_streams: read.missing.map((stream) => nameOf(stream).name),
    text: instanceText(rules, leftOut, read),
  };
}

function explainRule(
  rule: BoundRule,
  reading: RuleReading,
  { read, spoken, place }: { read: Read; spoken: Spoken; place: number },
): ExplainedRule {
  const written = read.deployment.written[place]!;
  const conditions = explainExpression(rule.expression, reading, spoken), parts = partList(conditions);
  const until = isEndedBy(rule, reading)
    ? explainUntil(rule, reading, { spoken, place: parts.length })
    : null;
  const next = explainSteps({ rule, reading, root: until ?? conditions, at: spoken.at });
  return {
    rule_id: rule.ruleId,
    rule_name: written.rule_name,
    display_name: displayNameOf(written),
    severity: written.severity,
    state: reading.phase,
    truth: reading.truth,
    start_time: timeOf(reading.onset),
    activated_at: timeOf(reading.activatedAt),
    end_time: timeOf(reading.falseSince),
    event_id: read.openEvents.get(rule.ruleId) ?? null,
    delay: delayOf(rule, reading),
    gives_up_at: timeOf(reading.givesUpAt),
    parts: [...parts, ...until === null ? [] : partList(until, "until")],
    next,
    text: ruleText(rule, { reading, next, at: spoken.at }),
  };
}

function timeOf(at: Ticks | null): string | null {
  return at === null ? null : isoFromTicks(at);
}

function delayOf({ onDelay, offDelay }: BoundRule, { phase, delay }: RuleReading): ExplainedDelay | null {
  if (delay === null) return null;
  const kind = phase === "pending" ? "on_delay" : "off_delay";
  return {
    kind,
    seconds: (kind === "on_delay" ? onDelay : offDelay) / TICKS_PER_SECOND,
    elapsed_seconds: delay.elapsed / TICKS_PER_SECOND,
    running: delay.endsAt !== null,
    ends_at: timeOf(delay.endsAt),
  };
}

const BECOME = ["become an event", "becomes an event"] as const;
const END = ["end", "ends"] as const;

/** The outcome of a step by current state and next state: after "to …", and after "it …". */
const OUTCOMES: Record<RulePhase, Partial<Record<RulePhase, readonly [string, string]>>> = {
  normal: { pending: BECOME, active: BECOME },
  pending: { active: BECOME, normal: ["return to normal", "returns to normal"] },
  active: { clearing: END, normal: END },
  clearing: { normal: END, active: ["stay active", "stays active"] },
  held: { normal: ["raise events again", "can raise events again"] },
};

function ruleText(
  rule: BoundRule,
  { reading, next, at }: { reading: RuleReading; next: readonly ExplainedStep[]; at: Ticks },
): string {
  const steps = next.map(({ to, by, text }) => {
    const [aim, outcome] = OUTCOMES[reading.phase][to] ?? [`become ${to}`, `becomes ${to}`];
    return by === "time" ? `it ${outcome} if ${text}` : `to ${aim}, ${text}`;
  });
  return [stateText(rule, { ...reading, at }), ...steps].map(sentence).join(" ");
}

function stateText(
  rule: BoundRule,
  { phase, truth, onset, falseSince, at }: RuleReading & { at: Ticks },
): string {
  const blind = truth === "unknown" ? "; its inputs are unknown" : "";
  switch (phase) {
    case "normal":
      return `normal${blind}`;
    case "pending":
      return `pending for ${spanText(at - (onset ?? at))}${
        blind && "; its delay is paused, because its inputs are unknown"
      }`;
    case "active":
      return `active for ${spanText(at - (onset ?? at))}${
        blind && "; it stays active while its inputs are unknown"
      }`;
    case "clearing":
      return `clearing for ${spanText(at - (falseSince ?? at))}${
        blind && "; its delay is paused, because its inputs are unknown"
      }`;
    case "held":
      return rule.until === undefined
        ? `held: its event was closed by hand, and its condition has not been false since${blind}`
        : `held: its event has ended, and its conditions have not been false since${blind}`;
  }
}

function instanceText(
  rules: readonly ExplainedRule[],
  leftOut: readonly LeftOutRule[],
  { judging, basis, missing, nameOf }: Read,
): string {
  const states = (["active", "clearing", "pending", "held", "normal"] as const).flatMap((state) => {
    const count = rules.filter((rule) => rule.state === state).length;
    return count === 0 ? [] : [`${count} ${state}`];
  });
  const rulesText = (count: number) => count === 1 ? "1 rule" : `${count} rules`;
  const counted = `${rulesText(rules.length)}: ${listed(states, "and")}`;
  const omitted = leftOut.length === 0
    ? []
    : [`${rulesText(leftOut.length)} left out, because ${unboundText(leftOut).text}`];
  const isSourceLost = basis === "live" && !judging && missing.length === 0;
  const lost = isSourceLost ? ["the data source does not answer: nothing is evaluated"] : [];
  const gone = missing.length === 0
    ? []
    : [`the source no longer has ${listed(missing.map((stream) => nameOf(stream).name), "and")}`];
  return [counted, ...omitted, ...lost, ...gone].map(sentence).join(" ");
}
