/** Properties of explanations, on random plans. */
import { fc } from "./fast_check.ts";
import type { InstanceReading, RuleReading } from "../../domain/evaluation/evaluating/reading.ts";
import type { BoundComparison, BoundRule } from "../../domain/evaluation/types.ts";
import { changeTo, explainExpression, partList } from "../../domain/explanation/parts.ts";
import { explainSteps } from "../../domain/explanation/steps.ts";
import type { ExplainedComparison, ExplainedNeed } from "../../domain/explanation/schema.ts";
import type { SampleValue } from "../../domain/sample/types.ts";
import { TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { assert, assertEquals } from "./assert.ts";
import { EngineRunner } from "./engine_runner.ts";
import { ANY_RULE } from "./evaluation_arbitraries.ts";
import { type BuildOptions, type Plan, type PlanLimits, planOf, scenarioOf } from "./evaluation_plans.ts";
import { PLAIN, WITH_COMMANDS } from "./evaluation_properties.ts";
import { referenceStatesOfScenario, type Scenario } from "./evaluation_scenario.ts";
import { STREAMS } from "./evaluation_shapes.ts";
import { valueOf } from "./operator_families.ts";
import type { ReferenceState } from "./reference_types.ts";

/** Ages would pass between the reading and the sample that follows it; over a window one sample does not tell. */
const ONE_COMPARISON: PlanLimits = {
  ...PLAIN,
  rules: { ...ANY_RULE, maxAges: false, windows: false, depth: 0 },
  commands: ["close", "restart"],
};

const AT_ONCE: PlanLimits = {
  ...PLAIN,
  rules: { ...ANY_RULE, maxAges: false, depth: 1 },
  commands: ["close", "restart"],
};

/** Declares every property, each tried on `numRuns` cases. */
export function declareExplanationProperties(numRuns: number): void {
  /** A plan that is broken off somewhere. */
  const property = (
    name: string,
    limits: PlanLimits,
    holds: (scenario: Scenario) => void,
    options?: BuildOptions,
  ) =>
    Deno.test(`${name}, in ${numRuns} random cases`, () => {
      const cases = fc.tuple(planOf(limits), fc.nat({ max: 1_000 }));
      fc.assert(fc.property(cases, ([plan, part]) => holds(brokenOff(plan, part, options))), { numRuns });
    });
  property("an engine reads its rules as the reference has them", WITH_COMMANDS, isReadAsReference);
  property("an engine reads streams that were unread as the reference has them", {
    ...PLAIN,
    unread: true,
  }, isReadAsReference);
  property("an explanation is consistent in itself", WITH_COMMANDS, isOfOnePiece);
  property("so it is while streams are unread", { ...PLAIN, unread: true }, isOfOnePiece);
  property(
    "so it is where samples come after the deployment that they precede",
    WITH_COMMANDS,
    isOfOnePiece,
    {
      isKnownAtDeploy: false,
    },
  );
  Deno.test(`passing time changes a rule as its explanation says, in ${numRuns} random cases`, () => {
    const cases = fc.tuple(planOf(AT_ONCE), fc.nat({ max: 1_000 }), fc.nat({ max: 100 }));
    fc.assert(
      fc.property(cases, ([plan, part, ahead]) => {
        const whole = { ...plan, wait: 0 };
        comesTrue(atRest(brokenOff(whole, part), Math.round(plan.unit * ahead / 50)));
      }),
      { numRuns },
    );
  });
  Deno.test(`the explained need is exactly what changes the truth, in ${numRuns} random cases`, () => {
    const values = fc.record({ NUM: valueOf("NUM"), STR: valueOf("STR"), BOOL: valueOf("BOOL") });
    const cases = fc.tuple(planOf(ONE_COMPARISON), fc.nat({ max: 1_000 }), values);
    fc.assert(
      fc.property(cases, ([plan, part, values]) => isEnough(brokenOff(plan, part), values)),
      { numRuns },
    );
  });
}

export function brokenOff(plan: Plan, part: number, options?: BuildOptions): Scenario {
  const scenario = scenarioOf(plan, options), { steps } = scenario;
  return { ...scenario, steps: steps.slice(0, Math.ceil(steps.length * (part + 1) / 1_001)) };
}

/** The scenario up to its last evaluation, and then `ahead` ticks further. */
function atRest(scenario: Scenario, ahead: number): Scenario {
  const steps = scenario.steps.slice(0, scenario.steps.findLastIndex((step) => step.do === "advance") + 1);
  const reached = steps.flatMap((step) => step.do === "advance" ? [step.to] : []);
  if (reached.length === 0) return { ...scenario, steps };
  return { ...scenario, steps: [...steps, { do: "advance", to: Math.max(...reached) + ahead }] };
}

function readingsOf(scenario: Scenario): { runner: EngineRunner; readings: (InstanceReading | undefined)[] } {
  const runner = new EngineRunner(scenario);
  for (const step of scenario.steps) runner.step(step);
  return { runner, readings: scenario.instances.map(({ instanceId }) => runner.read(instanceId)) };
}

export function isReadAsReference(scenario: Scenario): void {
  const states = referenceStatesOfScenario(scenario);
  const { runner, readings } = readingsOf(scenario);
  readings.forEach((reading, i) => {
    const { instanceId } = scenario.instances[i], evaluated = runner.evaluated(instanceId) ?? [];
    assertEquals(reading?.rules.map((rule, i) => stateOf(rule, evaluated[i])), states.get(instanceId));
  });
}

function stateOf(rule: RuleReading, evaluated: ReferenceState["evaluated"]): ReferenceState {
  const { ruleId, phase, truth, onset, activatedAt, falseSince, comparisons } = rule;
  return {
    ruleId,
    phase,
    evaluated,
    truth,
    onset,
    activatedAt,
    falseSince,
    comparisons: comparisons.map(({ truth }) => truth),
  };
}

function nodeOf(rule: BoundRule, reading: RuleReading, { at, streams }: InstanceReading) {
  return explainExpression(rule.expression, reading, {
    at,
    streams: new Map(streams.map((each) => [each.stream, each])),
    nameOf: (stream) => ({ name: `S${stream}`, uom: null }),
  });
}

function isOfOnePiece(scenario: Scenario): void {
  const { readings } = readingsOf(scenario);
  readings.forEach((reading, i) => {
    for (const [place, rule] of scenario.instances[i].rules.entries()) {
      if (reading !== undefined) isWhole(rule, reading.rules[place], reading);
    }
  });
}

function isWhole(rule: BoundRule, reading: RuleReading, all: InstanceReading): void {
  const root = nodeOf(rule, reading, all), parts = partList(root);
  assertEquals(root.truth, reading.truth, "the whole is what its parts make of it");
  for (const goal of ["true", "false"] as const) {
    assertEquals(changeTo(root, goal) === null, root.truth === goal);
  }
  for (const { truth, inputs } of reading.comparisons) {
    if (inputs.some(({ doubt }) => doubt !== null)) assertEquals(truth, "unknown");
  }
  const next = explainSteps({ rule, reading, root, at: all.at });
  assert(next.length > 0, "every state can be left");
  for (const { seconds, parts: changed, text } of next) {
    assert(seconds === null ? changed.length > 0 : seconds > 0 && changed.length === 0);
    assert(text !== "" && changed.every((part) => parts[part].kind === "comparison"));
  }
}

/** At the next instant without a sample the rule reaches the predicted state, if its truth is unchanged. */
function comesTrue(scenario: Scenario): void {
  const { readings: [before] } = readingsOf(scenario);
  if (before?.streams.every(({ stream, waiting }) => stream > 0 && waiting.count === 0) !== true) return;
  before.rules.forEach((reading, place) => {
    const { nextEvaluatedAt: to, truth, phase } = reading, rule = scenario.instances[0].rules[place];
    if (to === null) return;
    const next = explainSteps({ rule, reading, root: nodeOf(rule, reading, before), at: before.at });
    const { runner } = readingsOf(scenario);
    runner.step({ do: "advance", to });
    const after = runner.read(1)?.rules[place];
    if (after?.truth !== truth) return;
    const seconds = (to - before.at) / TICKS_PER_SECOND;
    assertEquals(after.phase, next.find((step) => step.seconds === seconds)?.to ?? phase);
  });
}

/** A sample more makes the comparison what its need says, and no other does. */
function isEnough(scenario: Scenario, values: Record<keyof typeof VALUES, SampleValue>): void {
  const { runner, readings: [reading] } = readingsOf(scenario);
  if (reading === undefined) return;
  const { rules } = scenario.instances[0];
  const comparisons = rules.map((rule, i) => nodeOf(rule, reading.rules[i], reading).comparison!);
  const stream = comparisons[0].inputs[0].stream_id, time = reading.at + 1;
  const value = values[STREAMS[stream]];
  runner.step({ do: "offer", changes: [{ op: "upsert", stream, sample: { time, value, quality: "good" } }] });
  runner.step({ do: "advance", to: time });
  const after = runner.read(1)!.rules;
  comparisons.forEach((comparison, i) => {
    if (!isAlone(comparison, stream)) return;
    for (const [goal, need] of [["true", comparison.to_true], ["false", comparison.to_false]] as const) {
      if (need === null || need.limits.includes(null)) continue;
      const isMet = meets(comparedOf(comparison, value), need, { bound: comparisonOf(rules[i]), comparison });
      assertEquals(after[i].comparisons[0].truth === goal, isMet, `${need.text}; then ${value}`);
    }
  });
}

const VALUES = { NUM: 0, STR: 0, BOOL: 0 };

/** Whether a sample of the stream changes what is compared, and nothing else. */
function isAlone({ inputs: [own, ...others] }: ExplainedComparison, stream: number): boolean {
  return own.stream_id === stream &&
    others.every(({ stream_id, doubt, waiting }) => stream_id !== stream && doubt === null && waiting === 0);
}

function comparedOf({ operator, inputs }: ExplainedComparison, value: SampleValue): SampleValue {
  return operator === "deviation_above" ? Math.abs(Number(value) - Number(inputs[1].sample?.value)) : value;
}

function meets(
  x: SampleValue,
  { relation, limits, tolerance }: ExplainedNeed,
  { bound, comparison }: { bound: BoundComparison; comparison: ExplainedComparison },
): boolean {
  const [low, high] = limits.map(Number);
  const folded = (value: SampleValue | null) =>
    bound.ignoreCase ? String(value).toLowerCase() : String(value);
  const is = (limit: SampleValue | null) =>
    typeof x === "number" ? Math.abs(x - Number(limit)) <= tolerance : folded(x) === folded(limit);
  const number = Number(x), text = folded(x), [first] = limits.map(folded);
  const isBit = (set: number) =>
    [number, low].every((one) => Number.isInteger(one) && one >= 0) && ((number >> low) & 1) === set;
  switch (relation) {
    case "above":
      return number > low;
    case "at_least":
      return number >= low;
    case "below":
      return number < low;
    case "at_most":
      return number <= low;
    case "between":
      return isInOrder(bound, comparison) && low <= number && number <= high;
    case "outside":
      return isInOrder(bound, comparison) && (number < low || number > high);
    case "equal":
    case "one_of":
      return limits.some(is);
    case "not_equal":
    case "none_of":
      return !limits.some(is);
    case "contains":
      return text.includes(first);
    case "not_contains":
      return !text.includes(first);
    case "starts_with":
      return text.startsWith(first);
    case "not_starts_with":
      return !text.startsWith(first);
    case "ends_with":
      return text.endsWith(first);
    case "not_ends_with":
      return !text.endsWith(first);
    case "bit_set":
      return isBit(1);
    case "bit_clear":
      return isBit(0);
    case "changed":
    case "unchanged":
    case "changed_by":
    case "not_changed_by":
    case "silent":
    case "heard":
    case "still":
    case "moving":
      throw new TypeError(`"${relation}" is not of a single value`);
  }
}

/** With limits in the wrong order nothing is known, whatever the value. */
function isInOrder({ operands }: BoundComparison, { inputs }: ExplainedComparison): boolean {
  const values = inputs.slice(1).map(({ sample }) => Number(sample?.value));
  const [low, high] = operands.map((operand) =>
    "literal" in operand ? Number(operand.literal) : values.shift() ?? NaN
  );
  return low <= high;
}

function comparisonOf({ expression }: BoundRule): BoundComparison {
  if (expression.kind !== "comparison") throw new TypeError("It is no comparison");
  return expression.comparison;
}
