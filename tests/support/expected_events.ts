import type { Simulator } from "../../simulator/data_hub/server.ts";
import type { BoundRule } from "../../domain/evaluation/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { isoFromTicks, type Ms, ticksFromMs, ticksFromSourceTime } from "../../domain/shared/time.ts";
import { referenceEvents } from "./reference_evaluator.ts";

/** An event as a comparison needs it: times as REST writes them, null while open. */
export interface ExpectedEvent {
  instance: number;
  start: string;
  end: string | null;
}

/** The rule of `limitTemplate`, bound to stream 1. */
export function limitRule(limit: number): BoundRule {
  return {
    ruleId: "high",
    onDelay: 0,
    offDelay: 0,
    expression: {
      kind: "comparison",
      comparison: {
        stream: 1,
        operator: "greater_than",
        operands: [{ literal: limit }],
        of: null,
        deadband: 0,
        tolerance: 0,
        ignoreCase: false,
        maxAge: 0,
        acceptUncertain: false,
      },
    },
  };
}

export interface ExpectationInput {
  simulator: Simulator;
  stream: string;
  instance: number;
  rule: BoundRule;
  deployedAtMs: Ms;
  untilMs: Ms;
}

/** What the naive evaluator makes of the simulator's own series. The event of the deployment instant is left out. */
export function expectedEvents(input: ExpectationInput): ExpectedEvent[] {
  const from = input.deployedAtMs - 60_000;
  const samples = input.simulator.samples(input.stream, from, input.untilMs).map((
    { timestamp, value },
  ): Sample => ({
    time: ticksFromSourceTime(timestamp) ?? NaN,
    value,
    quality: value === null ? "bad" : "good",
  }));
  const events = referenceEvents({
    instance: { instanceId: input.instance, rules: [input.rule], streams: [{ id: 1, dataType: "NUM" }] },
    samples: { 1: samples },
    deployedAt: ticksFromMs(input.deployedAtMs),
    until: ticksFromMs(input.untilMs),
  });
  return events.filter((event) => !event.initial).map((event) => ({
    instance: input.instance,
    start: isoFromTicks(event.start),
    end: event.endAt === null ? null : isoFromTicks(event.endAt),
  }));
}
