/** What must hold of corrections on random plans. */
import { fc } from "./fast_check.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { assertEquals } from "./assert.ts";
import { type CorrectingOptions, CorrectingRunner, type KeptEvent } from "./correcting_runner.ts";
import { LAST_CLOCK, type Plan, type PlanLimits, planOf, scenarioOf } from "./evaluation_plans.ts";
import { comparable, PLAIN, WITH_COMMANDS } from "./evaluation_properties.ts";
import { referenceOfScenario, type Scenario } from "./evaluation_scenario.ts";
import type { SeenTruth } from "./reference_values.ts";

/** In which steps late changes are evaluated and states are stored. */
export interface PeriodicYield {
  corrects: boolean[];
  stores: boolean[];
}

const flags = fc.array(fc.boolean(), { minLength: 1, maxLength: 20, size: "max" });
export const pace = fc.record({ corrects: flags, stores: flags });

function paced({ corrects, stores }: PeriodicYield): CorrectingOptions {
  return {
    isCorrectedAfter: (step) => corrects[step % corrects.length],
    isStoredAfter: (step) => stores[step % stores.length],
  };
}

/** Declares every property, each tried on `numRuns` cases. */
export function declareCorrectionProperties(numRuns: number): void {
  const property = (name: string, limits: PlanLimits, holds: (plan: Plan, pace: PeriodicYield) => void) =>
    Deno.test(`${name}, in ${numRuns} random cases`, () => {
      fc.assert(fc.property(planOf(limits), pace, holds), { numRuns });
    });
  property("late samples end in the reference's events", PLAIN, endsAsReference);
  property("late samples end in the reference's events under commands", WITH_COMMANDS, endsAsReference);
  property(
    "arrival order never changes the events in the end, late beyond the wait too",
    PLAIN,
    (plan, pace) => {
      const inTime = new CorrectingRunner(scenarioOf(unique(plan))).run();
      assertEquals(new CorrectingRunner(late(unique(plan)), paced(pace)).run(), inTime);
    },
  );
  property("a correction and its reverse restore the events", WITH_COMMANDS, isRestored);
}

function late(plan: Plan): Scenario {
  return scenarioOf(plan, { isKnownAtDeploy: false, lateness: 6 });
}

export function endsAsReference(plan: Plan, pace: PeriodicYield, seen?: SeenTruth): void {
  const scenario = { ...late(plan), seen };
  const runner = new CorrectingRunner(scenario, paced(pace));
  const events = runner.run();
  assertEquals(events.map(comparable), referenceOfScenario(scenario, runner.contexts).map(comparable));
}

/** One sample a stream and time, and no removals: then the order in which they come cannot matter. */
function unique(plan: Plan): Plan {
  const streams = scenarioOf(plan).instances[0].streams.length;
  const samples = new Map(plan.samples.map((one) => [`${one.pick % streams} ${one.time} ${one.odd}`, one]));
  return { ...plan, samples: [...samples.values()], removals: [] };
}

/** The last sample is taken away late, or another put in, and then that is undone. */
function isRestored(plan: Plan, pace: PeriodicYield): void {
  const scenario = scenarioOf(plan);
  const runner = new CorrectingRunner(scenario, paced(pace));
  runner.run();
  const before = structuredClone(runner.kept).map(seen);
  const source = runner.source.all();
  const [stream] = Object.keys(source).map(Number);
  const list = source[stream] ?? [];
  const sample = list[plan.splits.length % list.length];
  if (sample === undefined) return;
  const remove: SampleChange = { op: "remove", stream, time: sample.time };
  const other: SampleChange = { op: "upsert", stream, sample: { ...sample, value: null, quality: "bad" } };
  const restore: SampleChange = { op: "upsert", stream, sample };
  for (const change of [plan.splits[0] ? remove : other, restore]) {
    runner.step({ do: "offer", changes: [change] }, LAST_CLOCK);
    runner.correct();
  }
  const after = runner.kept.filter((each) => !each.isRetracted || before.some(({ id }) => id === each.id));
  assertEquals(after.map(seen), before);
}

function seen({ id, event, isDeleted, isRetracted }: KeptEvent) {
  return { id, isDeleted, isRetracted, event: comparable(event) };
}
