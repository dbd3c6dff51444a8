/** Generated scripts of samples and commands, so that different runs of a script can be compared. Times in seconds. */
import { fc } from "../../../support/fast_check.ts";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import type {
  BoundComparison,
  BoundExpression,
  BoundRule,
  DeployedInstance,
  KnownStream,
  Transition,
} from "../../../../domain/evaluation/types.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import type { DataType, Sample, SampleChange, SampleValue } from "../../../../domain/sample/types.ts";
import { type Ticks, ticksOfSeconds } from "../../../../domain/shared/time.ts";

export const STREAMS: { id: number; dataType: DataType }[] = [
  { id: 1, dataType: "NUM" },
  { id: 2, dataType: "NUM" },
  { id: 3, dataType: "BOOL" },
  { id: 4, dataType: "STR" },
];

/** Stream 2 is deployed unread; its first read is a step. */
const READ_LATE = 2;

export interface StreamSample {
  stream: number;
  sample: Sample;
  /** When the sample arrives, as a share of the available time, and its order among those that arrive together. */
  arrival: number;
  place: number;
}

export type Command =
  | { do: "nothing" | "first_read" }
  | { do: "deploy"; instance: number; ahead: number }
  | { do: "undeploy"; instance: number }
  | { do: "close"; instance: number; rule: number };

export interface Life {
  rules: BoundRule[][];
  samples: StreamSample[];
  /** The watermark is raised to `at`, then the command is carried out. In order of `at`. */
  steps: { at: number; command: Command }[];
}

export type Arrival = "in time" | "scattered";

const END = 1500;

/** Rules of instance 0 stay deployed from the start and name every stream, so that nothing is dropped as unbound. */
export function lifeArbitrary(): fc.Arbitrary<Life> {
  return fc.record({
    rules: fc.array(fc.array(ruleArbitrary(), { minLength: 1, maxLength: 3 }), {
      minLength: 2,
      maxLength: 3,
    }),
    samples: fc.uniqueArray(sampleArbitrary(), {
      minLength: 10,
      maxLength: 60,
      selector: ({ stream, sample }) => `${stream} ${sample.time}`,
    }),
    steps: fc.array(fc.record({ at: timeArbitrary(), command: commandArbitrary() }), { maxLength: 12 }),
  }).map(({ rules, samples, steps }) => ({
    rules: rules.map((list) => list.map((rule, i) => ({ ...rule, ruleId: `r${i}` }))),
    samples,
    steps: [...steps.sort((a, b) => a.at - b.at), { at: END, command: { do: "nothing" } }],
  }));
}

/** Dense times, so that many are equal, with a silence longer than the longest UNKNOWN span of a PENDING rule. */
function timeArbitrary(): fc.Arbitrary<number> {
  return fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 40 }) }, {
    weight: 1,
    arbitrary: fc.integer({ min: 630, max: 650 }),
  });
}

function sampleArbitrary(): fc.Arbitrary<StreamSample> {
  return fc.constantFrom(1, 1, 1, 2, 2, 3, 4).chain((stream) =>
    fc.record({
      stream: fc.constant(stream),
      sample: fc.record({
        time: timeArbitrary().map(ticksOfSeconds),
        value: valueArbitrary(STREAMS[stream - 1].dataType),
        quality: fc.oneof(
          { weight: 8, arbitrary: fc.constant("good" as const) },
          { weight: 1, arbitrary: fc.constantFrom("uncertain" as const, "bad" as const) },
        ),
      }),
      arrival: fc.double({ min: 0, max: 1, noNaN: true }),
      place: fc.nat(),
    })
  );
}

function valueArbitrary(dataType: DataType): fc.Arbitrary<SampleValue | null> {
  if (dataType === "NUM") {
    return fc.constantFrom<SampleValue | null>(69, 70, 75, 75, 78, 80, 81, 85, 86, 90, null);
  }
  if (dataType === "BOOL") return fc.boolean();
  return fc.constantFrom("run", "stop", "RUN slowly");
}

function commandArbitrary(): fc.Arbitrary<Command> {
  const instance = fc.integer({ min: 1, max: 2 });
  return fc.oneof(
    fc.record({ do: fc.constant("deploy" as const), instance, ahead: fc.integer({ min: 0, max: 8 }) }),
    fc.record({ do: fc.constant("undeploy" as const), instance }),
    fc.record({
      do: fc.constant("close" as const),
      instance: fc.integer({ min: 0, max: 2 }),
      rule: fc.nat(2),
    }),
    fc.constantFrom<Command>({ do: "nothing" }, { do: "first_read" }, { do: "first_read" }),
  );
}

function ruleArbitrary(): fc.Arbitrary<BoundRule> {
  const seconds = (...of: number[]) => fc.constantFrom(...of).map(ticksOfSeconds);
  return fc.record({
    ruleId: fc.constant(""),
    expression: expressionArbitrary(2),
    onDelay: seconds(0, 0, 5, 10),
    offDelay: seconds(0, 0, 5),
  });
}

function expressionArbitrary(depth: number): fc.Arbitrary<BoundExpression> {
  const leaf = comparisonArbitrary().map((comparison): BoundExpression => ({
    kind: "comparison",
    comparison,
  }));
  if (depth === 0) return leaf;
  const part = expressionArbitrary(depth - 1);
  const list = fc.array(part, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 3, arbitrary: leaf },
    fc.record({ kind: fc.constantFrom("all" as const, "any" as const), of: list }),
    part.map((of): BoundExpression => ({ kind: "not", of: withoutDeadband(of) })),
  );
}

/** The checks of rules refuse a deadband inside `not`. */
function withoutDeadband(expression: BoundExpression): BoundExpression {
  switch (expression.kind) {
    case "comparison":
      return { kind: "comparison", comparison: { ...expression.comparison, deadband: 0 } };
    case "not":
      return { kind: "not", of: withoutDeadband(expression.of) };
    default:
      return { ...expression, of: expression.of.map(withoutDeadband) };
  }
}

function comparisonArbitrary(): fc.Arbitrary<BoundComparison> {
  const common = {
    maxAge: fc.constantFrom(0, 0, 0, 10, 25).map(ticksOfSeconds),
    acceptUncertain: fc.boolean(),
    ignoreCase: fc.boolean(),
    tolerance: fc.constantFrom(0, 1),
    deadband: fc.constantFrom(0, 5),
    of: fc.constant(null),
  };
  const limit = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(75, 80).map((literal) => ({ literal })) },
    { weight: 1, arbitrary: fc.constant({ stream: 2 }) },
  );
  const numeric = fc.record({
    ...common,
    stream: fc.constantFrom(1, 1, 2),
    operator: fc.constantFrom(
      "greater_than",
      "greater_or_equal",
      "less_than",
      "less_or_equal",
      "equals",
      "not_equals",
    ),
    operands: fc.tuple(limit),
  });
  const between = fc.record({
    ...common,
    stream: fc.constantFrom(1, 2),
    operator: fc.constantFrom("between", "outside"),
    operands: fc.tuple(fc.constant({ literal: 75 }), fc.constantFrom({ literal: 81 }, { stream: 1 })),
  });
  const others = fc.constantFrom<Partial<BoundComparison>>(
    { stream: 1, operator: "deviation_above", of: 2, operands: [{ literal: 5 }] },
    { stream: 1, operator: "bit_set", operands: [{ literal: 0 }] },
    { stream: 1, operator: "in", operands: [{ literal: 80 }, { literal: 81 }] },
    { stream: 3, operator: "is_true", operands: [] },
    { stream: 3, operator: "is_false", operands: [] },
    { stream: 4, operator: "starts_with", operands: [{ literal: "run" }] },
    { stream: 4, operator: "not_in", operands: [{ literal: "stop" }] },
  );
  const other = fc.tuple(fc.record(common), others).map(([base, rest]) => ({ ...base, ...rest }));
  return fc.oneof(numeric, between, other).map(asComparison);
}

const WITH_DEADBAND = /greater|less|between|outside|above/;

function asComparison(parts: Partial<BoundComparison>): BoundComparison {
  const comparison = parts as BoundComparison;
  return WITH_DEADBAND.test(comparison.operator) ? comparison : { ...comparison, deadband: 0 };
}

/** One engine or several: sends samples to all of them, and knows the engine of each instance. */
export interface EngineHarness {
  engines: Engine[];
  owner: (instanceId: number) => Engine;
}

export function harnessOf(engines: Engine[]): EngineHarness {
  return { engines, owner: (instanceId) => engines[instanceId % engines.length] };
}

export interface LifeOptions {
  arrival: Arrival;
  engines?: number;
  /** Called before each step with the deployed instances; may replace the engines. */
  between?: (harness: EngineHarness, step: number, deployed: DeployedInstance[]) => EngineHarness;
}

/** Runs a script. Returns its transitions and the results of its commands, in order. */
export function live(
  life: Life,
  { arrival, engines = 1, between = (harness) => harness }: LifeOptions,
): unknown[] {
  return new Run(life, harnessOf(Array.from({ length: engines }, () => new Engine({ watermark: -1 })))).run(
    arrival,
    between,
  );
}

class Run {
  readonly #log: unknown[] = [];
  readonly #deployed = new Map<number, DeployedInstance>();
  readonly #deployments = new Map<number, number>();
  readonly #recent = new Map<number, Record<string, Ticks[]>>();
  #isRead = false;
  #watermark = -1;

  constructor(readonly life: Life, public harness: EngineHarness) {}

  run(arrival: Arrival, between: NonNullable<LifeOptions["between"]>): unknown[] {
    this.#deploy(0, -1 as Ticks);
    const arrivals = this.#arrivals(arrival);
    this.life.steps.forEach(({ at, command }, step) => {
      this.harness = between(this.harness, step, [...this.#deployed.values()]);
      for (const change of arrivals[step]) this.#each((engine) => engine.offer(packBatch([change])));
      this.#watermark = ticksOfSeconds(at);
      this.#log.push(...this.#gather((engine) => engine.advance(this.#watermark)));
      this.#give(command);
      for (const id of [...this.#deployed.keys()].sort()) this.#log.push(this.harness.owner(id).state(id));
    });
    return this.#log;
  }

  /** The samples that arrive before each step. A sample arrives before the watermark reaches it. */
  #arrivals(arrival: Arrival): SampleChange[][] {
    const { steps, samples } = this.life;
    const ordered = [...samples].sort((a, b) =>
      arrival === "in time" ? a.sample.time - b.sample.time : a.place - b.place
    );
    const arrivals: SampleChange[][] = steps.map(() => []);
    for (const { stream, sample, arrival: part } of ordered) {
      const last = steps.findIndex(({ at }) => ticksOfSeconds(at) >= sample.time);
      const step = arrival === "in time" ? last : Math.floor(part * (last + 0.999));
      arrivals[step].push({ op: "upsert", stream, sample });
    }
    return arrivals;
  }

  #give(command: Command): void {
    switch (command.do) {
      case "deploy":
        if (command.instance >= this.life.rules.length || this.#deployed.has(command.instance)) return;
        return this.#deploy(command.instance, this.#watermark + ticksOfSeconds(command.ahead));
      case "undeploy": {
        if (!this.#deployed.delete(command.instance)) return;
        const ended = this.harness.owner(command.instance).undeploy(command.instance);
        this.#recent.set(command.instance, ended.recentActivations);
        this.#log.push(ended);
        return;
      }
      case "close":
        return this.#close(command);
      case "first_read":
        return this.#firstRead();
    }
  }

  #deploy(instanceId: number, at: Ticks): void {
    const deployment = (this.#deployments.get(instanceId) ?? 0) + 1;
    this.#deployments.set(instanceId, deployment);
    const instance: DeployedInstance = {
      instanceId,
      deployment,
      deployedAt: at,
      rules: this.life.rules[instanceId],
      streams: STREAMS,
      recentActivations: this.#recent.get(instanceId) ?? {},
    };
    this.#deployed.set(instanceId, instance);
    const known = STREAMS.map(({ id }) => this.#known(id, at));
    this.#log.push(...this.harness.owner(instanceId).deploy(instance, known));
  }

  /** Only after every deployment: ahead of the watermark the result depends on arrival. */
  #close({ instance, rule }: Extract<Command, { do: "close" }>): void {
    const deployed = this.#deployed.get(instance);
    if (deployed === undefined || deployed.deployedAt > this.#watermark) return;
    const engine = this.harness.owner(instance);
    const state = engine.state(instance)?.[rule];
    if (state === undefined || state.onset === null) return;
    this.#log.push(engine.closeByHand(instance, state.ruleId, state.onset) ?? "nothing");
  }

  #firstRead(): void {
    if (this.#isRead || [...this.#deployed.values()].some((each) => each.deployedAt > this.#watermark)) {
      return;
    }
    this.#isRead = true;
    const known = this.#known(READ_LATE, this.#watermark);
    this.#log.push(...this.#gather((engine) => engine.firstRead(known, this.#watermark)));
  }

  #known(stream: number, at: Ticks): KnownStream {
    if (stream === READ_LATE && !this.#isRead) return { stream, read: false, sample: null, good: null };
    const past = this.life.samples.filter((each) => each.stream === stream && each.sample.time <= at)
      .map((each) => each.sample).sort((a, b) => a.time - b.time);
    const sample = past.at(-1) ?? null;
    const good = past.findLast((each) => each.quality === "good" && isReadable(each.value)) ?? null;
    return { stream, read: true, sample, good: good === sample ? null : good };
  }

  #each(tell: (engine: Engine) => void): void {
    for (const engine of this.harness.engines) tell(engine);
  }

  #gather(ask: (engine: Engine) => Transition[]): Transition[] {
    const all = this.harness.engines.flatMap(ask);
    return all.sort((a, b) =>
      timeOf(a) - timeOf(b) || a.instanceId - b.instanceId || a.ruleIndex - b.ruleIndex
    );
  }
}

function isReadable(value: SampleValue | null): boolean {
  return value !== null && !Number.isNaN(value);
}

export function timeOf(transition: Transition): Ticks {
  switch (transition.kind) {
    case "opened":
      return transition.activatedAt;
    case "closed":
      return transition.closedAt;
    case "data_state":
      return transition.at;
  }
}
