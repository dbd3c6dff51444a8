/** Samples by the second and the events expected of them, from the reference evaluator and from the engine. */
import type { BoundRule } from "../../domain/evaluation/types.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { TICKS_PER_SECOND, ticksOfSeconds } from "../../domain/shared/time.ts";
import { assertEquals } from "./assert.ts";
import { engineOfScenario } from "./engine_runner.ts";
import { instanceOf, rule, timeOf } from "./evaluation_rules.ts";
import { referenceOfScenario, type Scenario, type Step } from "./evaluation_scenario.ts";
import type { ReferenceEvent } from "./reference_types.ts";

export const s = ticksOfSeconds;
const EVALUATORS = {
  reference: referenceOfScenario,
  engine: (scenario: Scenario) => engineOfScenario(scenario).events,
};

export interface Vector {
  rule?: Partial<BoundRule>;
  steps: Step[];
  /** Seconds; null: still active. `activated` and `closed` only where they differ from start and end. */
  events: Expected[];
}

export type Expected = Partial<Pick<ReferenceEvent, "initial" | "chattering" | "dataState" | "reason">> & {
  start: number;
  end: number | null;
  activated?: number;
  closed?: number;
};

export const deploy = (seconds: number): Step => ({ do: "deploy", instanceId: 1, at: s(seconds) });
export const undeploy = (seconds: number): Step => ({ do: "undeploy", instanceId: 1, clock: s(seconds) });
export const advance = (seconds: number): Step => ({ do: "advance", to: s(seconds) });
export const close = (seconds: number): Step => ({
  do: "close",
  instanceId: 1,
  ruleId: "r1",
  clock: s(seconds),
});
export const offer = (...changes: SampleChange[]): Step => ({ do: "offer", changes });

/** Wait 0: the samples of a time come, then the watermark reaches it. */
export function inTurn(changes: SampleChange[], until: number): Step[] {
  const steps = changes.flatMap((change): Step[] => [
    { do: "advance", to: timeOf(change) - 1 },
    offer(change),
  ]);
  return [deploy(-100), ...steps, advance(until)];
}

export function vector(name: string, { rule: changes = {}, steps, events }: Vector): void {
  for (const [evaluator, evaluate] of Object.entries(EVALUATORS)) {
    Deno.test(`${name} (${evaluator})`, () => {
      const instance = instanceOf([rule(changes)], { 1: "NUM", 2: "NUM" });
      const scenario = { watermark: s(-200), instances: [instance], steps };
      assertEquals(evaluate(scenario).map(shown), events.map(complete));
    });
  }
}

export function shown(event: ReferenceEvent) {
  const { initial, chattering, dataState, reason } = event;
  const seconds = (ticks: number | null) => ticks === null ? null : ticks / TICKS_PER_SECOND;
  const times = {
    start: seconds(event.start),
    activated: seconds(event.activatedAt),
    end: seconds(event.endAt),
  };
  return { ...times, closed: seconds(event.closedAt), initial, chattering, dataState, reason };
}

export function complete(event: Expected): ReturnType<typeof shown> {
  const { start, end, activated = start, closed = end } = event;
  const reason = event.reason ?? (end === null ? null : "condition_cleared");
  const { initial = false, chattering = false, dataState = "known" } = event;
  return { start, activated, end, closed, initial, chattering, dataState, reason };
}
