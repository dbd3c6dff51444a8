/** That the engine agrees with the reference evaluator on every operator, group, calculated value and end, whatever fails. */
import { OPERATOR_NAMES, operatorsWhere } from "../../domain/rule/operators/table.ts";
import { assertEquals } from "./assert.ts";
import { endsAsReference, pace, type PeriodicYield } from "./correction_properties.ts";
import { engineOfScenario } from "./engine_runner.ts";
import { ANY_RULE, type RuleLimits } from "./evaluation_arbitraries.ts";
import { type Plan, type PlanLimits, planOf, scenarioOf } from "./evaluation_plans.ts";
import { comparable, isAsReference, PLAIN, WITH_COMMANDS } from "./evaluation_properties.ts";
import { referenceOfScenario } from "./evaluation_scenario.ts";
import { brokenOff, isReadAsReference } from "./explanation_properties.ts";
import { fc } from "./fast_check.ts";
import type { ReferenceEvent } from "./reference_types.ts";
import type { SeenTruth } from "./reference_values.ts";

const RULES: RuleLimits = { ...ANY_RULE, calculated: "too", until: "too", depth: 2 };
const COMMANDED: PlanLimits = { ...WITH_COMMANDS, rules: RULES };
const BY_HAND: PlanLimits = { ...PLAIN, rules: RULES, commands: ["close", "delete", "restart"] };
const LOSING: PlanLimits = { ...BY_HAND, instances: 2, lost: true };
const UPGRADED: PlanLimits = { ...LOSING, commands: ["close", "restart", "upgrade", "upgrade"] };
const ENDED: PlanLimits = { ...COMMANDED, rules: { ...RULES, until: "always", isNumeric: true, depth: 1 } };

interface Drawn {
  plan: Plan;
  pace: PeriodicYield;
  /** Where the plan is broken off, of 1,000. */
  part: number;
}

/** In one test, so that what it has seen can be counted. A failure prints its seed and its smallest case. */
export function declareAgreement(numRuns: number): void {
  Deno.test(`the engine agrees with the reference, in ${numRuns} random cases of each kind`, async (test) => {
    const counts = new Map<string, number>();
    const seen: SeenTruth = (what, truth) => {
      counts.set(`${what} ${truth}`, (counts.get(`${what} ${truth}`) ?? 0) + 1);
    };
    const check = (limits: PlanLimits, holds: (drawn: Drawn) => void) => {
      const cases = fc.record({ plan: planOf(limits), pace, part: fc.nat({ max: 1_000 }) });
      fc.assert(fc.property(cases, holds), { numRuns });
    };
    const property = (name: string, limits: PlanLimits, holds: (drawn: Drawn) => void) =>
      test.step(name, () => check(limits, holds));
    const inTime = ({ plan }: Drawn) => isAsReference({ ...scenarioOf(plan), seen });
    // A rule that a version in between did not have chatters on what came after that version.
    const inTimeButForChatter = ({ plan }: Drawn) => {
      const scenario = { ...scenarioOf(plan), seen };
      assertEquals(
        engineOfScenario(scenario).events.map(withoutChatter),
        referenceOfScenario(scenario).map(withoutChatter),
      );
    };
    const late = ({ plan, pace }: Drawn) => endsAsReference({ ...plan, lost: null }, pace, seen);
    await property("under commands and restarts", COMMANDED, inTime);
    await property(
      "when samples arrive after the deployment that they precede",
      COMMANDED,
      ({ plan }) => isAsReference({ ...scenarioOf(plan, { isKnownAtDeploy: false }), seen }),
    );
    await property("when a stream is read after the deployment", { ...BY_HAND, unread: true }, inTime);
    await property("when the source loses a stream and has it again", LOSING, inTime);
    await property("when instances are upgraded", UPGRADED, inTimeButForChatter);
    await property("when samples come late, are corrected and removed", COMMANDED, late);
    await property("on rules with an end of their own", ENDED, late);
    await property(
      "on the truths at any time",
      COMMANDED,
      ({ plan, part }) => isReadAsReference({ ...brokenOff(plan, part), seen }),
    );
    const either = (drawn: Drawn) => drawn.part % 2 === 0 ? inTime(drawn) : late(drawn);
    await test.step("on each operator alone", () => {
      for (const { rules } of EACH_ALONE) check({ ...LOSING, rules }, either);
    });
    await test.step("everything was true and false", () => {
      const all = ["all", "any", "not", "at_least", "until", ...EACH_ALONE.map(({ name }) => name)];
      const wanted = all.flatMap((what) => [`${what} true`, `${what} false`]);
      assertEquals(wanted.filter((one) => !counts.has(one)), []);
    });
  });
}

const withoutChatter = (event: ReferenceEvent) => ({ ...comparable(event), chattering: false });

const CALCULABLE = operatorsWhere(({ over, types }) => over === "values" && types.includes("NUM"));
/** Each operator, and each that compares calculated values. */
const EACH_ALONE: { name: string; rules: RuleLimits }[] = [
  ...OPERATOR_NAMES.map((only) => ({
    name: only,
    rules: { ...RULES, only, calculated: undefined, depth: 1 },
  })),
  ...CALCULABLE.map((only) => ({
    name: `${only} of a calculated value`,
    rules: { ...RULES, only, calculated: "alone" as const, depth: 1 },
  })),
];
