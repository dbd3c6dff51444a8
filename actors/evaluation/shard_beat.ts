import { Engine } from "../../domain/evaluation/engine.ts";
import type { DeployedInstance } from "../../domain/evaluation/types.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ticks } from "../../domain/shared/time.ts";

const STREAM = 1;
const STEP: Ticks = 1;

const INSTANCE: DeployedInstance = {
  instanceId: 1,
  deployment: 1,
  deployedAt: 0,
  streams: [{ id: STREAM, dataType: "NUM" }],
  rules: [{
    ruleId: "beat",
    onDelay: 0,
    offDelay: 0,
    expression: {
      kind: "comparison",
      comparison: {
        stream: STREAM,
        operator: "greater_than",
        operands: [{ literal: 0 }],
        of: null,
        deadband: 0,
        tolerance: 0,
        ignoreCase: false,
        maxAge: 0,
        acceptUncertain: false,
      },
    },
  }],
  recentActivations: {},
};

/**
 * A rule on an internal stream, in an engine of its own, so that a beat leaves no trace in the shard's state. A beat is
 * a sample that opens the rule and one that closes it.
 */
export class ShardBeat {
  #engine: Engine | undefined;
  #at: Ticks = 0;

  /** Throws UNAVAILABLE when the rule does not open and close. */
  evaluate(): void {
    const engine = this.#engine ??= deployed();
    const opensAt = this.#at + STEP, closesAt = this.#at += 2 * STEP;
    engine.offer(packBatch([
      { op: "upsert", stream: STREAM, sample: { time: opensAt, value: 1, quality: "good" } },
      { op: "upsert", stream: STREAM, sample: { time: closesAt, value: 0, quality: "good" } },
    ]));
    const kinds = engine.advance(closesAt).map(({ kind }) => kind).join();
    if (kinds !== "opened,closed") {
      throw new Refusal("UNAVAILABLE", `The shard evaluated its beat to "${kinds}"; restart Andon`);
    }
  }
}

function deployed(): Engine {
  const engine = new Engine({ watermark: 0 });
  engine.deploy(INSTANCE, [{ stream: STREAM, read: true, sample: null, good: null }]);
  return engine;
}
