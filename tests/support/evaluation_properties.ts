/** What must hold of the engine on random plans. */
import { fc } from "./fast_check.ts";
import type { BoundExpression } from "../../domain/evaluation/types.ts";
import type { DataType, Sample } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND } from "../../domain/shared/time.ts";
import { assert, assertEquals } from "./assert.ts";
import { engineOfScenario } from "./engine_runner.ts";
import { ANY_RULE, comparisonOf } from "./evaluation_arbitraries.ts";
import { type Plan, type PlanLimits, planOf, scenarioOf } from "./evaluation_plans.ts";
import {
  referenceOfScenario,
  type Scenario,
  type ScenarioInstance,
  SourceSamples,
} from "./evaluation_scenario.ts";
import type { ReferenceEvent } from "./reference_types.ts";
import { tagSamples } from "./reference_clock.ts";
import { TAG_TYPES } from "./reference_samples.ts";
import { comparisonsOf, neverLatched, streamsOf, truthOf } from "./reference_truth.ts";
import { ENGINE_STANDARD, type Truth, type Values } from "./reference_values.ts";
import { isOverTime } from "./reference_windows.ts";
import { truthTimes } from "./truth_times.ts";

export const PLAIN: PlanLimits = {
  rules: ANY_RULE,
  instances: 1,
  commands: [],
  isBadPossible: true,
  isLateDeployed: false,
  unread: false,
};
export const WITH_COMMANDS: PlanLimits = {
  ...PLAIN,
  instances: 2,
  commands: ["close", "delete", "undeploy", "deploy", "deploy", "restart"],
  isLateDeployed: true,
};
const LATCHING: PlanLimits = {
  ...PLAIN,
  rules: { deadbands: true, delays: true, maxAges: false, isNumeric: true, depth: 1 },
  commands: ["close", "restart"],
};
const NO_TIMERS = { deadbands: false, delays: false, maxAges: true, depth: 2 };

/** Declares every property, each tried on `numRuns` cases. A failure prints its seed and its smallest case. */
export function declareEvaluationProperties(numRuns: number): void {
  const property = (name: string, limits: PlanLimits, holds: (plan: Plan) => void) =>
    Deno.test(`${name}, in ${numRuns} random cases`, () => {
      fc.assert(fc.property(planOf(limits), holds), { numRuns });
    });
  property("the engine's events are the reference's", PLAIN, (plan) => isAsReference(scenarioOf(plan)));
  property(
    "the engine's events are the reference's under commands and restarts",
    WITH_COMMANDS,
    (plan) => isAsReference(scenarioOf(plan)),
  );
  property(
    "the engine's events are the reference's when samples arrive after the deployment that they precede",
    WITH_COMMANDS,
    (plan) => isAsReference(scenarioOf(plan, { isKnownAtDeploy: false })),
  );
  property(
    "the engine's events are the reference's when a stream is read after the deployment",
    { ...PLAIN, commands: ["close", "delete", "restart"], unread: true },
    (plan) => isAsReference(scenarioOf(plan)),
  );
  property(
    "the engine's events are the reference's when the source loses a stream and has it again",
    { ...PLAIN, instances: 2, commands: ["close", "delete", "restart"], lost: true },
    (plan) => isAsReference(scenarioOf(plan)),
  );
  property("the engine's latches are the reference's", LATCHING, (plan) => isAsReference(scenarioOf(plan)));
  property("arrival order, batches and polls never change the events", PLAIN, isTheSameInAnyOrder);
  property("a restart changes nothing", { ...PLAIN, commands: ["restart"] }, (plan) => {
    const uninterrupted = engineOfScenario(scenarioOf({ ...plan, commands: [] }));
    assertEquals(engineOfScenario(scenarioOf(plan)).events, uninterrupted.events);
  });
  property("UNKNOWN never opens or closes an event", PLAIN, truthIsKnownAtEveryTurn);
  property("every start is explained by stored samples", WITH_COMMANDS, startsAreExplained);
  property(
    "without deadband, delays and commands the events are the runs of the truth series",
    { ...PLAIN, rules: NO_TIMERS },
    eventsAreRuns,
  );
  property(
    "the same of one comparison over time or of the plant's time",
    { ...PLAIN, rules: { ...NO_TIMERS, windows: true, depth: 0 } },
    eventsAreRuns,
  );
  declareMonotony(numRuns);
}

export function isAsReference(scenario: Scenario): void {
  assertEquals(
    engineOfScenario(scenario).events.map(comparable),
    referenceOfScenario(scenario).map(comparable),
  );
}

/** Of an event that has ended the last data state says nothing. */
export function comparable(event: ReferenceEvent): ReferenceEvent {
  return event.reason === null ? event : { ...event, dataState: "known" };
}

function isTheSameInAnyOrder(plan: Plan): void {
  const removed = { ...plan, removals: [] };
  const streams = scenarioOf(plan).instances[0].streams.length;
  const unique = new Map(plan.samples.map((one) => [`${one.pick % streams} ${one.time} ${one.odd}`, one]));
  const samples = [...unique.values()];
  const other = samples.map((one) => ({ ...one, lag: 6 - one.lag, order: 1000 - one.order }));
  const first = engineOfScenario(scenarioOf({ ...removed, samples }));
  const second = engineOfScenario(scenarioOf({ ...removed, samples: other, splits: [], advances: [] }));
  assertEquals(second.events, first.events);
}

function runOf(plan: Plan) {
  const scenario = scenarioOf(plan);
  const source = new SourceSamples();
  for (const step of scenario.steps) if ("changes" in step) source.apply(step.changes);
  return { scenario, source, run: engineOfScenario(scenario) };
}

function truthIsKnownAtEveryTurn(plan: Plan): void {
  const { scenario, source, run } = runOf(plan);
  for (const event of run.events) {
    const truth = (at: Ticks) => truthAt({ scenario, source }, event.ruleId, at);
    assertEquals([truth(event.start), truth(event.activatedAt)], ["true", "true"]);
    if (event.endAt === null || event.closedAt === null) continue;
    assertEquals([truth(event.endAt), truth(event.closedAt)], ["false", "false"]);
  }
}

function truthAt(
  { scenario, source }: { scenario: Scenario; source: SourceSamples },
  ruleId: string,
  at: Ticks,
): Truth {
  const [instance] = scenario.instances;
  return truthOf(expressionOf(instance, ruleId), valuesAt({ scenario, source }, at), neverLatched);
}

/** All that is known at a time of the first instance, which has been deployed before all samples. */
function valuesAt({ scenario, source }: { scenario: Scenario; source: SourceSamples }, at: Ticks): Values {
  const deployed = scenario.steps.find((step) => step.do === "deploy");
  const deployedAt = deployed?.do === "deploy" ? deployed.at : NaN;
  const [{ streams }] = scenario.instances;
  const dataTypes = new Map([
    ...TAG_TYPES,
    ...streams.map(({ id, dataType }): [number, DataType] => [id, dataType]),
  ]);
  const samples = (stream: number) =>
    stream < 0
      ? tagSamples(stream, scenario.timeZone ?? "UTC", {
        from: deployedAt - 3_600 * TICKS_PER_SECOND,
        to: at,
      })
      : source.list(stream).filter((sample) => sample.time <= at);
  const newest = (stream: number) => samples(stream).at(-1);
  const isRead = () => true, standard = ENGINE_STANDARD;
  return { standard, at, deployedAt, newest, samples, isRead, isFilled: isRead, dataTypes };
}

function expressionOf(instance: ScenarioInstance, ruleId: string): BoundExpression {
  return instance.rules.find((rule) => rule.ruleId === ruleId)!.expression;
}

/**
 * Where an event starts there is a sample of its rule's streams, or it is `initial`, or a time at which a window or the
 * plant's time turned; its trigger was stored.
 */
function startsAreExplained(plan: Plan): void {
  const { scenario, run } = runOf(plan);
  const offered = scenario.steps.flatMap((step) => step.do === "offer" ? step.changes : []);
  for (const { event, trigger } of run.triggers) {
    const instance = scenario.instances[event.instanceId - 1];
    const comparisons = comparisonsOf(expressionOf(instance, event.ruleId));
    const streams = comparisons.flatMap(streamsOf);
    const stored = offered.flatMap((change) => change.op === "upsert" ? [change] : []).filter((change) =>
      streams.includes(change.stream)
    );
    const isOfSamples = !comparisons.some((each) => isOverTime(each) || streamsOf(each).some((id) => id < 0));
    assert(
      event.initial || !isOfSamples || stored.some((one) => one.sample.time === event.start),
      "a sample stands at the start",
    );
    assert(trigger.length > 0 || comparisons.some(isOverTime), "an event names the samples that decided it");
    for (const { stream, sample } of trigger) {
      assert(sample.time <= event.activatedAt, "a deciding sample is not from the future");
      if (stream < 0) continue;
      assert(
        stored.some((one) => one.stream === stream && isSame(one.sample, sample)),
        "a deciding sample is stored",
      );
    }
  }
}

/** A value of a wrong type may as well be named as what it counts as: none, and bad. */
function isSame(stored: Sample, named: Sample): boolean {
  if (stored.time !== named.time) return false;
  if (named.value === null) return named.quality === "bad";
  return Object.is(stored.value, named.value) && stored.quality === named.quality;
}

/** The plainest evaluator: truth at every time at which it can change, and its runs. */
function eventsAreRuns(plan: Plan): void {
  const { scenario, source, run } = runOf(plan);
  const [instance] = scenario.instances;
  const until = scenario.steps.reduce(
    (to, step) => step.do === "advance" ? Math.max(to, step.to) : to,
    -Infinity,
  );
  const { deployedAt } = valuesAt({ scenario, source }, until);
  for (const { ruleId, expression } of instance.rules) {
    const runs: [Ticks, Ticks | null][] = [];
    for (
      const at of truthTimes(comparisonsOf(expression), valuesAt({ scenario, source }, until), deployedAt)
    ) {
      const truth = truthAt({ scenario, source }, ruleId, at);
      const isOpen = runs.length > 0 && runs[runs.length - 1][1] === null;
      if (truth === "true" && !isOpen) runs.push([at, null]);
      if (truth === "false" && isOpen) runs[runs.length - 1][1] = at;
    }
    const events = run.events.filter((event) => event.ruleId === ruleId);
    assertEquals(events.map((event): [Ticks, Ticks | null] => [event.start, event.endAt]), runs);
  }
}

/** One condition, no commands, no bad samples: a wider deadband or a longer on-delay never adds events. */
function declareMonotony(numRuns: number): void {
  const limits = { deadbands: true, delays: true, maxAges: false, depth: 0 };
  const plans = planOf({ ...PLAIN, rules: limits, isBadPossible: false });
  const comparison = comparisonOf(limits);
  const delay = fc.constantFrom(0, 1, 2, 5);
  const cases = fc.record({ plan: plans, comparison, onDelay: delay, longer: delay, offDelay: delay });
  Deno.test(`a longer on-delay never adds events, in ${numRuns} random cases`, () => {
    const holds = ({ plan, comparison, onDelay, longer, offDelay }: Case) => {
      const count = (delay: number) =>
        countEvents(plan, { expression: comparison, onDelay: delay, offDelay });
      assert(count(onDelay + longer) <= count(onDelay));
    };
    fc.assert(fc.property(cases, holds), { numRuns });
  });
  Deno.test(`a wider deadband never adds events, in ${numRuns} random cases`, () => {
    const holds = ({ plan, comparison, onDelay, offDelay }: Case) => {
      const count = (part: number) =>
        countEvents(plan, { expression: withDeadband(comparison, part), onDelay, offDelay });
      assert(count(1) <= count(0.5) && count(0.5) <= count(0));
    };
    fc.assert(fc.property(cases, holds), { numRuns });
  });
}

interface Case {
  plan: Plan;
  comparison: BoundExpression;
  onDelay: number;
  longer: number;
  offDelay: number;
}

type PlannedRule = Plan["instances"][number]["rules"][number];

function countEvents(plan: Plan, rule: PlannedRule): number {
  const [instance] = plan.instances;
  return engineOfScenario(scenarioOf({ ...plan, instances: [{ ...instance, rules: [rule] }] })).events.length;
}

function withDeadband(expression: BoundExpression, part: number): BoundExpression {
  if (expression.kind !== "comparison") return expression;
  const { comparison } = expression;
  return { kind: "comparison", comparison: { ...comparison, deadband: comparison.deadband * part } };
}
