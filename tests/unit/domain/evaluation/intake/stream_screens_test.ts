import { assertEquals } from "@std/assert";
import { Engine } from "../../../../../domain/evaluation/engine.ts";
import type {
  BoundComparison,
  DeployedInstance,
  KnownStream,
} from "../../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../../domain/sample/batch.ts";
import type { Quality } from "../../../../../domain/sample/types.ts";

const STREAM = 7;

function instance(id: number, changes: Partial<BoundComparison>): DeployedInstance {
  const comparison: BoundComparison = {
    stream: STREAM,
    operator: "greater_than",
    operands: [{ literal: 80 }],
    of: null,
    deadband: 0,
    tolerance: 0,
    ignoreCase: false,
    maxAge: 0,
    acceptUncertain: false,
    ...changes,
  };
  const expression = { kind: "comparison" as const, comparison };
  return {
    instanceId: id,
    deployment: 1,
    deployedAt: 0,
    recentActivations: {},
    rules: [{ ruleId: "r", expression, onDelay: 0, offDelay: 0 }],
    streams: [{ id: STREAM, dataType: "NUM" }],
  };
}

const holding = (time: number, value: number): KnownStream => (
  { stream: STREAM, read: true, sample: { time, value, quality: "good" }, good: null }
);

function engineOf(...instances: DeployedInstance[]): Engine {
  const engine = new Engine({ watermark: 0 });
  for (const each of instances) engine.deploy(each, [holding(0, 50)]);
  return engine;
}

/** Evaluates one sample. Returns the transitions with their instances. */
function evaluated(engine: Engine, time: number, value: number, quality: Quality = "good"): string[] {
  engine.offer(packBatch([{ op: "upsert", stream: STREAM, sample: { time, value, quality } }]));
  return engine.advance(time).map(({ kind, instanceId }) => `${kind} ${instanceId}`);
}

Deno.test("a sample that passes no limit wakes no rule, one that passes or reaches a limit only its rule", () => {
  const limits = [60, 70, 80].map((literal, i) => instance(i, { operands: [{ literal }] }));
  const engine = engineOf(...limits);
  assertEquals(evaluated(engine, 1, 51), []);
  const { evaluations } = engine.stats;
  assertEquals(evaluated(engine, 2, 59), []);
  assertEquals(engine.stats.evaluations, evaluations, "nothing was evaluated");
  assertEquals(evaluated(engine, 3, 60), []);
  assertEquals(evaluated(engine, 4, 60.1), ["opened 0"]);
  assertEquals(engine.stats.evaluations, evaluations + 2, "the rule with the limit 60 was, twice");
  assertEquals(evaluated(engine, 5, 90), ["opened 1", "opened 2"]);
  assertEquals(evaluated(engine, 6, 65), ["closed 1", "closed 2"]);
});

Deno.test("a value set outside an instant is no reason to skip a rule", () => {
  const engine = engineOf(instance(1, {}));
  assertEquals(evaluated(engine, 1, 51), []);
  engine.hold(holding(1, 90));
  assertEquals(evaluated(engine, 2, 95), ["opened 1"]);
});

Deno.test("the sample after a bad one is evaluated, however near to the one before it", () => {
  const engine = engineOf(instance(1, {}));
  assertEquals(evaluated(engine, 1, 90), ["opened 1"]);
  assertEquals(evaluated(engine, 2, 90, "bad"), ["data_state 1"]);
  assertEquals(evaluated(engine, 3, 90), ["data_state 1"]);
});

Deno.test("a value that was too old is known again after an equal sample", () => {
  const engine = engineOf(instance(1, { maxAge: 10 }));
  assertEquals(evaluated(engine, 1, 90), ["opened 1"]);
  engine.advance(20);
  assertEquals(evaluated(engine, 21, 90), ["data_state 1"]);
});

Deno.test("a rule that is added to a quiet stream is evaluated on it, and is removed completely", () => {
  const engine = engineOf(instance(1, {}));
  assertEquals(evaluated(engine, 1, 51), []);
  engine.deploy({ ...instance(2, { operands: [{ literal: 55 }] }), deployedAt: 2 }, [holding(1, 51)]);
  assertEquals(evaluated(engine, 3, 56), ["opened 2"]);
  assertEquals(evaluated(engine, 4, 54), ["closed 2"]);
  engine.undeploy(2);
  assertEquals(evaluated(engine, 5, 56), []);
  assertEquals(evaluated(engine, 6, 81), ["opened 1"]);
});

Deno.test("a rule that is FALSE because of a stream is evaluated again after the stream is set outside an instant", () => {
  const OTHER = 8, { rules: [{ expression }], ...plain } = instance(1, { operands: [{ literal: 60 }] });
  const [one, other] = [STREAM, OTHER].map((stream) =>
    expression.kind === "comparison"
      ? { ...expression, comparison: { ...expression.comparison, stream } }
      : expression
  );
  const engine = new Engine({ watermark: 0 });
  engine.deploy({
    ...plain,
    rules: [{ ruleId: "r", expression: { kind: "all", of: [one, other] }, onDelay: 0, offDelay: 0 }],
    streams: [STREAM, OTHER].map((id) => ({ id, dataType: "NUM" })),
  }, [holding(0, 50), { ...holding(0, 50), stream: OTHER }]);
  const evaluate = (time: number, value: number) => {
    const sample = { time, value, quality: "good" as const };
    engine.offer(packBatch([{ op: "upsert", stream: OTHER, sample }]));
    return engine.advance(time).map(({ kind }) => kind);
  };
  evaluated(engine, 1, 50);
  assertEquals([evaluate(2, 50), evaluate(3, 70), evaluate(4, 50)], [[], [], []]);
  const { evaluations } = engine.stats;
  assertEquals([evaluate(5, 70), evaluate(6, 50)], [[], []]);
  assertEquals(engine.stats.evaluations, evaluations, "a limit passed in vain woke nothing");
  engine.hold(holding(6, 40));
  assertEquals([evaluate(7, 70), evaluate(8, 50)], [[], []]);
  engine.hold(holding(8, 90));
  assertEquals(evaluate(9, 70), ["opened"]);
});
