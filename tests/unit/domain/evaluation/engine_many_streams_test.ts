/**
 * Many rules on few streams: an engine that caches which samples cannot change a rule decides as one without a cache,
 * which is restored from its snapshot before every step.
 */
import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import type {
  BoundComparison,
  BoundExpression,
  DeployedInstance,
  Transition,
} from "../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { Quality, SampleChange } from "../../../../domain/sample/types.ts";
import { seeded } from "../../../support/seeded.ts";

const STREAMS = 4, STEPS = 30, WAIT = 3;

type Random = (below: number) => number;

function comparison(random: Random): BoundComparison {
  const operators = ["greater_than", "less_than", "greater_or_equal", "less_or_equal", "equals"] as const;
  const bands = ["between", "outside"] as const, isBand = random(6) === 0, low = 1 + random(8);
  return {
    stream: random(STREAMS),
    operator: isBand ? bands[random(2)] : operators[random(operators.length)],
    operands: random(12) === 0 && !isBand
      ? [{ stream: random(STREAMS) }]
      : [{ literal: low }, ...isBand ? [{ literal: low + 2 }] : []],
    of: null,
    deadband: random(3) === 0 ? 2 : 0,
    tolerance: 0,
    ignoreCase: false,
    maxAge: random(15) === 0 ? 5 : 0,
    acceptUncertain: random(4) === 0,
  };
}

function expression(random: Random): BoundExpression {
  const of = Array.from({ length: 1 + random(3) }, () => (
    { kind: "comparison" as const, comparison: comparison(random) }
  ));
  return random(8) === 0 ? { kind: "any", of } : { kind: "all", of };
}

function instance(id: number, { random, at }: { random: Random; at: number }): DeployedInstance {
  const rule = (ruleId: string) => (
    { ruleId, expression: expression(random), onDelay: random(3), offDelay: random(3) }
  );
  return {
    instanceId: id,
    deployment: at,
    deployedAt: at,
    recentActivations: {},
    rules: [rule("r"), rule("s")],
    streams: Array.from({ length: STREAMS }, (_, stream) => ({ id: stream, dataType: "NUM" as const })),
  };
}

/** Runs every step on the engine with and on the one without a cache, and compares the results. */
class Crowd {
  #engine = new Engine({ watermark: 0 });
  #forgetful = new Engine({ watermark: 0 });
  readonly #deployed = new Map<number, DeployedInstance>();
  readonly #values = new Float64Array(STREAMS).fill(5);
  #now = 0;

  /** `instances`: limits of a stream only sleep while they are few. */
  constructor(private readonly random: Random, private readonly instances: number) {}

  /** Returns the number of transitions. */
  step(): number {
    this.#forgetful = Engine.restore(
      structuredClone(this.#forgetful.snapshot()),
      [...this.#deployed.values()],
    );
    const events = this.#act();
    assertEquals(this.#forgetful.snapshot(), this.#engine.snapshot());
    return events;
  }

  #both(act: (engine: Engine) => Transition[]): number {
    const transitions = act(this.#engine);
    assertEquals(act(this.#forgetful), transitions);
    return transitions.length;
  }

  #act(): number {
    const { random } = this, id = random(this.instances);
    switch (random(8)) {
      case 0:
        return this.#deploy(id);
      case 1:
        this.#both((engine) => (engine.takeOver(id, engine.statesOf(id)?.slice(1) ?? []), []));
        break;
      case 2:
        this.#close(id);
    }
    const batch = packBatch(this.#samples());
    this.#both((engine) => (engine.offer(batch), []));
    return this.#both((engine) => engine.advance(this.#now - WAIT));
  }

  #deploy(id: number): number {
    const at = Math.max(0, this.#engine.watermark + this.random(3));
    this.#both((engine) => (engine.undeploy(id), []));
    const deployed = instance(id, { random: this.random, at });
    this.#deployed.set(id, deployed);
    return this.#both((engine) => {
      const known = engine.known(deployed).map((each) => ({ ...each, read: true }));
      return engine.deploy(deployed, known);
    });
  }

  #close(id: number): void {
    for (const { ruleId, onset } of this.#engine.state(id) ?? []) {
      if (onset !== null) this.#both((engine) => (engine.closeByHand(id, ruleId, onset), []));
    }
  }

  #samples(): SampleChange[] {
    const { random } = this;
    return Array.from({ length: 10 + random(30) }, (): SampleChange => {
      const stream = random(STREAMS), late = random(10) === 0 ? random(WAIT) : 0;
      this.#values[stream] = Math.min(10, Math.max(0, this.#values[stream] + random(5) - 2));
      this.#now += random(3) === 0 ? 1 : 0;
      const quality: Quality = random(12) === 0 ? "bad" : random(15) === 0 ? "uncertain" : "good";
      const value = random(40) === 0 ? null : this.#values[stream];
      return { op: "upsert", stream, sample: { time: this.#now - late, value, quality } };
    });
  }
}

Deno.test("cached limits and witnesses never change what an engine decides", () => {
  let transitions = 0;
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const random = seeded(seed), below = (count: number) => Math.floor(random() * count);
      const crowd = new Crowd(below, 1 + below(12));
      for (let i = 0; i < STEPS; i++) transitions += crowd.step();
    }),
    { numRuns: 60 },
  );
  assert(transitions > 2_000, `there was something to decide: ${transitions}`);
});
