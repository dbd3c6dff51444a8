/** An engine with a short interface for tests. Times in seconds. */
import { Engine } from "../../../../domain/evaluation/engine.ts";
import type {
  BoundComparison,
  BoundExpression,
  BoundRule,
  DeployedInstance,
  KnownStream,
  OfferCounts,
  RuleStateView,
  Transition,
} from "../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { DataType, Sample, SampleChange, SampleValue } from "../../../../domain/sample/types.ts";
import { TICKS_PER_SECOND, ticksOfSeconds } from "../../../../domain/shared/time.ts";
import { comparison, rule, upsert } from "../../../support/evaluation_rules.ts";

export { comparison, rule, ticksOfSeconds as secs, upsert };

export function instance(rules: BoundRule[], changes: Partial<DeployedInstance> = {}): DeployedInstance {
  const streams = [{ id: 1, dataType: "NUM" as DataType }];
  return {
    instanceId: 1,
    deployment: 1,
    deployedAt: ticksOfSeconds(-1),
    rules,
    streams,
    recentActivations: {},
    ...changes,
  };
}

export function streams(types: Record<number, DataType>): DeployedInstance["streams"] {
  return Object.entries(types).map(([id, dataType]) => ({ id: Number(id), dataType }));
}

export function sample(
  seconds: number,
  value: SampleValue | null,
  quality: Sample["quality"] = "good",
): Sample {
  return { time: ticksOfSeconds(seconds), value, quality };
}

/** A stream that is read, with this sample or none. */
export function known(stream: number, held: Sample | null = null, good: Sample | null = null): KnownStream {
  return { stream, read: true, sample: held, good };
}

export function notRead(stream: number): KnownStream {
  return { stream, read: false, sample: null, good: null };
}

export class EngineHarness {
  constructor(public engine = new Engine({ watermark: ticksOfSeconds(-1) })) {}

  /** Deploys with every stream read, and empty unless `read` has it. */
  deploy(deployed: DeployedInstance, read: KnownStream[] = []): string[] {
    const all = deployed.streams.map(({ id }) => read.find((each) => each.stream === id) ?? known(id));
    return written(this.engine.deploy(deployed, all));
  }

  offer(...changes: SampleChange[]): OfferCounts {
    return this.engine.offer(packBatch(changes));
  }

  advance(seconds: number): string[] {
    return written(this.engine.advance(ticksOfSeconds(seconds)));
  }

  /** Offers samples and evaluates up to `until`. */
  play(changes: SampleChange[], until = 1000): string[] {
    this.offer(...changes);
    return this.advance(until);
  }

  state(instanceId = 1): RuleStateView {
    return this.engine.state(instanceId)![0];
  }
}

/** A harness with one instance of one rule. */
export function harnessWith(
  changes: Partial<BoundRule>,
  types: Record<number, DataType> = { 1: "NUM" },
): EngineHarness {
  const harness = new EngineHarness();
  harness.deploy(instance([rule(changes)], { streams: streams(types) }));
  return harness;
}

/** The truth of one comparison after these samples, without an age limit. */
export function truthOf(changes: Partial<BoundComparison>, samples: SampleChange[]): string {
  const harness = harnessWith({ expression: comparison(changes) }, {
    1: "NUM",
    2: "NUM",
    3: "BOOL",
    4: "STR",
    5: "STR",
  });
  harness.play(samples, 1);
  return harness.state().truth;
}

export function all(...of: BoundExpression[]): BoundExpression {
  return { kind: "all", of };
}

/** Transitions as short texts without instance and rule: `opened 0@10 initial`, `closed 0-9@14`, `unknown@1`. */
export function written(transitions: Transition[]): string[] {
  const s = (ticks: number) => ticks / TICKS_PER_SECOND;
  return transitions.map((each) => {
    if (each.kind === "data_state") return `${each.dataState}@${s(each.at)}`;
    if (each.kind === "closed") return `closed ${s(each.onset)}-${s(each.endAt)}@${s(each.closedAt)}`;
    const flags = `${each.initial ? " initial" : ""}${each.chattering ? " chattering" : ""}`;
    return `opened ${s(each.onset)}@${s(each.activatedAt)}${flags}`;
  });
}
