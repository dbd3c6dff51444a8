/** The vectors of rule_vectors.ts, in the reference; in the engine read, bound and evaluated as they come, over restarts, and late. */
import type { Binding } from "../../domain/instance/types.ts";
import { bindTemplate } from "../../domain/rule/bind.ts";
import { checkRules } from "../../domain/rule/check.ts";
import { ruleSchema } from "../../domain/rule/schema.ts";
import { assertEquals } from "./assert.ts";
import { CorrectingRunner } from "./correcting_runner.ts";
import { engineOfScenario } from "./engine_runner.ts";
import { upsert } from "./evaluation_rules.ts";
import {
  referenceOfScenario,
  type Scenario,
  type ScenarioInstance,
  type Step,
} from "./evaluation_scenario.ts";
import { complete, s, shown } from "./evaluation_vectors.ts";
import { lookupOf } from "./named_streams.ts";
import type { RuleVector } from "./rule_vectors.ts";
import { boundVector } from "./reference_binding.ts";
import { placeholder } from "./templates.ts";

const STREAMS = [
  { id: 1, stream_name: "A", data_type: "NUM" },
  { id: 2, stream_name: "B", data_type: "NUM" },
  { id: 3, stream_name: "C", data_type: "NUM" },
  { id: 4, stream_name: "RUN", data_type: "BOOL" },
] as const;
const DATA_TYPES = STREAMS.map(({ id, data_type: dataType }) => ({ id, dataType }));
const ID_OF = new Map<string, number>(STREAMS.map(({ id, stream_name }) => [stream_name, id]));

/** By the plain evaluator, which reads and binds a rule by itself, and the standard that a vector names. */
export function referenceVectors(vectors: readonly RuleVector[]): void {
  for (const vector of vectors) {
    Deno.test(`${vector.name}, by the reference`, () => {
      const { deployed = -100, standard = 2, events } = vector, { before, after } = stepsOf(vector);
      const steps = [...before, ...after], watermark = s(deployed - 100);
      const rules = [{ ruleId: "r1", ...boundVector(vector, ID_OF) }];
      const instances = [{ instanceId: 1, rules, streams: DATA_TYPES }];
      const found = referenceOfScenario({ watermark, instances, steps, standard });
      assertEquals(found.map(shown), events.map(complete));
    });
  }
}

export function ruleVectors(vectors: readonly RuleVector[]): void {
  for (const vector of vectors) {
    const { deployed = -100, standard, standardFrom, events } = vector, instance = instanceOf(vector);
    const expected = events.map(complete);
    const scenario = (steps: Step[]): Scenario => ({
      watermark: s(deployed - 100),
      instances: [instance],
      steps,
      standard,
      ...standardFrom === undefined ? {} : { standardFrom: s(standardFrom) },
    });
    Deno.test(vector.name, () => {
      const { before, after } = stepsOf(vector);
      assertEquals(engineOfScenario(scenario([...before, ...after])).events.map(shown), expected);
    });
    Deno.test(`${vector.name}, with a restart before every step`, () => {
      const { before, after } = stepsOf(vector);
      const steps = [...before, ...after].flatMap((step): Step[] => [{ do: "restart" }, step]);
      assertEquals(engineOfScenario(scenario(steps)).events.map(shown), expected);
    });
    if (vector.closedByHand !== undefined) continue;
    Deno.test(`${vector.name}, when every sample comes late`, () => {
      const { before, after } = stepsOf(vector);
      const late = after.filter((step) => step.do === "offer").reverse();
      const runner = new CorrectingRunner(
        scenario([...before, ...after.filter((step) => step.do !== "offer"), ...late]),
        { isCorrectedAfter: () => true, isStoredAfter: (step) => step % 2 === 0 },
      );
      assertEquals(runner.run().map(shown), expected);
    });
  }
}

/** `before`: the samples from before the deployment, and the deployment. */
function stepsOf({ deployed = -100, samples, closedByHand, until }: RuleVector) {
  const changes = samples.map(([seconds, stream, value]) => ({
    seconds,
    change: upsert(seconds, value, ID_OF.get(stream)),
  })).sort((a, b) => a.seconds - b.seconds);
  const offer = (now: typeof changes): Step => ({ do: "offer", changes: now.map(({ change }) => change) });
  const early = changes.filter(({ seconds }) => seconds <= deployed);
  const before: Step[] = [{ do: "advance", to: s(deployed) - 1 }, offer(early), {
    do: "deploy",
    instanceId: 1,
    at: s(deployed),
  }];
  const times = new Set([...changes.map(({ seconds }) => seconds), closedByHand ?? until]);
  const after = [...times].filter((time) => time > deployed).sort((a, b) => a - b).flatMap((time): Step[] => [
    { do: "advance", to: s(time) - 1 },
    offer(changes.filter(({ seconds }) => seconds === time)),
    ...time === closedByHand
      ? [{ do: "advance", to: s(time) }, {
        do: "close",
        instanceId: 1,
        ruleId: "r1",
        clock: s(time),
      }] as const
      : [],
  ]);
  return { before, after: [...after, { do: "advance", to: s(until) } as const] };
}

function instanceOf({ rule: changes, bindings: given = {} }: RuleVector): ScenarioInstance {
  const rules = [ruleSchema.parse({ rule_id: "r1", rule_name: "Rule", event_name: "Event", ...changes })];
  const placeholders = Object.keys(given).map((name) => placeholder(name));
  assertEquals(checkRules(rules, placeholders), []);
  const bindings = Object.fromEntries(
    Object.entries(given).map(([name, value]): [string, Binding] => [
      name,
      typeof value === "string" ? { stream_name: value } : { value },
    ]),
  );
  const bound = bindTemplate({
    template: { rules, placeholders },
    bindings,
    streams: lookupOf(STREAMS),
    sourceMaxAgeSeconds: 0,
  });
  assertEquals(bound.problems, []);
  return { instanceId: 1, rules: bound.rules, streams: bound.streams };
}
