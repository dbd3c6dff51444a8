/** What must hold of steps, counters, times and groups of at least n, on random plans of nothing else. */
import type { SampleValue } from "../../domain/sample/types.ts";
import { endsAsReference, pace, type PeriodicYield } from "./correction_properties.ts";
import { ANY_RULE } from "./evaluation_arbitraries.ts";
import { type Plan, type PlanLimits, planOf, scenarioOf } from "./evaluation_plans.ts";
import { isAsReference, PLAIN, WITH_COMMANDS } from "./evaluation_properties.ts";
import { brokenOff, isReadAsReference } from "./explanation_properties.ts";
import { fc } from "./fast_check.ts";

const RULES = { ...ANY_RULE, counting: "all" as const, depth: 1 };
const COUNTING: PlanLimits = { ...PLAIN, rules: RULES };
const COMMANDED: PlanLimits = { ...WITH_COMMANDS, rules: RULES };
const BY_HAND: PlanLimits = { ...COUNTING, commands: ["close", "delete", "restart"] };

interface Drawn {
  plan: Plan;
  pace: PeriodicYield;
  /** Where the plan is broken off, of 1,000. */
  part: number;
}

/** Nine properties, each tried on `numRuns` cases. A failure prints its seed and its smallest case. */
export function declareCountingProperties(numRuns: number): void {
  const property = (name: string, limits: PlanLimits, holds: (drawn: Drawn) => void) =>
    Deno.test(`counters and times: ${name}, in ${numRuns} random cases`, () => {
      const cases = fc.record({ plan: planOf(limits), pace, part: fc.nat({ max: 1_000 }) });
      fc.assert(fc.property(cases, holds), { numRuns });
    });
  const inTime = ({ plan }: Drawn) => isAsReference(scenarioOf(plan));
  property("the engine's events are the reference's", COUNTING, inTime);
  property(
    "of sums and differences that no double has",
    { ...COUNTING, rules: { ...RULES, counting: "counters" } },
    ({ plan, part }) => isAsReference(scenarioOf(withNumbers(plan, part % 2 === 0 ? UNEVEN : GREAT))),
  );
  property(
    "of comparisons that are counted",
    { ...COUNTING, rules: { ...RULES, counting: "times" } },
    inTime,
  );
  property("under commands and restarts", COMMANDED, inTime);
  property(
    "when samples arrive after the deployment that they precede",
    COMMANDED,
    ({ plan }) => isAsReference(scenarioOf(plan, { isKnownAtDeploy: false })),
  );
  property("when a stream is read after the deployment", { ...BY_HAND, unread: true }, inTime);
  property(
    "when the source loses a stream and has it again",
    { ...BY_HAND, instances: 2, lost: true },
    inTime,
  );
  property("when samples come late", COMMANDED, ({ plan, pace }) => endsAsReference(plan, pace));
  property(
    "the engine's truths are the reference's at any time",
    COMMANDED,
    ({ plan, part }) => isReadAsReference(brokenOff(plan, part)),
  );
}

type Numbers = ReadonlyMap<SampleValue, number>;
/** The sums are not exact as doubles. */
const UNEVEN: Numbers = new Map([[5, 1e16], [1, -1e16], [2.5, 0.1], [3.5, 0.3]]);
/** The differences are not finite. */
const GREAT: Numbers = new Map([[6, 1.7e308], [0, -1.7e308]]);

function withNumbers(plan: Plan, numbers: Numbers): Plan {
  const samples = plan.samples.map((each) => {
    const { NUM } = each.values;
    return { ...each, values: { ...each.values, NUM: numbers.get(NUM) ?? NUM } };
  });
  return { ...plan, samples };
}
