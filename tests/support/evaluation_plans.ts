/**
 * Random plans for fast-check, and the scenarios that they mean: samples with their lags behind their own times
 * (never above the wait), clocks at which the watermark moves, and commands. All in units of `unit` ticks.
 */
import { fc } from "./fast_check.ts";
import type { BoundRule } from "../../domain/evaluation/types.ts";
import type { DataType, Quality, Sample, SampleChange, SampleValue } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND, ticksFromMs } from "../../domain/shared/time.ts";
import { instanceOfRules, inTicks, type RuleLimits, ruleOf } from "./evaluation_arbitraries.ts";
import type { Scenario, ScenarioInstance, Step } from "./evaluation_scenario.ts";
import { valueOf } from "./operator_families.ts";

export const LAST_CLOCK = 45;
/** Before every sample: a deployment here has no sample yet. */
const BEFORE = -5;

export interface PlannedSample {
  /** Which of the plan's streams, by its number among them. */
  pick: number;
  time: number;
  /** 0 or 1 ticks after the whole unit. */
  odd: number;
  /** The value that counts is that of the stream's type. */
  values: Record<DataType, SampleValue>;
  kind: Quality | "mistyped";
  lag: number;
  order: number;
}

interface PlannedRemoval {
  pick: number;
  time: number;
  /** 0: one sample; more: a window. */
  span: number;
  lag: number;
  order: number;
}

export interface PlannedCommand {
  clock: number;
  instanceId: number;
  what: "close" | "delete" | "undeploy" | "deploy" | "restart" | "upgrade";
  rule: number;
  /** Before or after the watermark moves at that clock. */
  isBefore: boolean;
}

export type PlannedRule = Omit<BoundRule, "ruleId">;

export interface Plan {
  unit: number;
  base: number;
  timeZone: string;
  wait: number;
  /** `others`: an upgrade puts them in place of all rules but the first, the next one takes them back. */
  instances: { rules: PlannedRule[]; others: PlannedRule[]; deployAt: number }[];
  samples: PlannedSample[];
  removals: PlannedRemoval[];
  advances: number[];
  commands: PlannedCommand[];
  /** Where a batch ends, by the number of the change. */
  splits: boolean[];
  /** A stream that the first instance is deployed without having read, and when its first read is in. */
  unread: { pick: number; clock: number; isFed: boolean } | null;
  /** A stream that the source loses, and when it is back. */
  lost: { pick: number; clock: number; back: number; isFed: boolean } | null;
}

export interface PlanLimits {
  rules: RuleLimits;
  instances: number;
  commands: PlannedCommand["what"][];
  isBadPossible: boolean;
  /** Instances may be deployed in the midst of the samples. */
  isLateDeployed: boolean;
  unread: boolean;
  lost?: boolean;
}

const small = (max: number) => fc.integer({ min: 0, max });

function plannedSample(isBadPossible: boolean): fc.Arbitrary<PlannedSample> {
  const values = fc.record({ NUM: valueOf("NUM"), STR: valueOf("STR"), BOOL: valueOf("BOOL") });
  const bad = ["bad", "bad", "uncertain", "mistyped"] as const;
  const kind = fc.constantFrom<PlannedSample["kind"][]>(
    ...Array(20).fill("good"),
    ...(isBadPossible ? bad : []),
  );
  const odd = fc.constantFrom(0, 0, 0, 0, 1);
  return fc.record({ pick: small(9), time: small(40), odd, values, kind, lag: small(6), order: small(1000) });
}

const MISTYPED: Record<DataType, SampleValue[]> = {
  NUM: [NaN, Infinity, "1", true],
  STR: [1, false],
  BOOL: [1, ""],
};

function sampleOf({ values, kind, order }: PlannedSample, type: DataType, time: Ticks): Sample {
  if (kind === "mistyped") {
    return { time, value: MISTYPED[type][order % MISTYPED[type].length], quality: "good" };
  }
  return { time, value: kind === "bad" && order % 2 === 0 ? null : values[type], quality: kind };
}

export function planOf(limits: PlanLimits): fc.Arbitrary<Plan> {
  const sample = plannedSample(limits.isBadPossible);
  const clock = fc.integer({ min: BEFORE + 1, max: LAST_CLOCK });
  const deployAt = limits.isLateDeployed ? fc.constantFrom(BEFORE, BEFORE, 3, 10, 20) : fc.constant(BEFORE);
  const rules = fc.array(ruleOf(limits.rules), { minLength: 1, maxLength: 2 });
  const others = limits.commands.includes("upgrade")
    ? fc.array(ruleOf(limits.rules), { maxLength: 2 })
    : fc.constant<PlannedRule[]>([]);
  const command = limits.commands.length === 0 ? undefined : fc.record({
    clock,
    instanceId: fc.integer({ min: 1, max: limits.instances }),
    rule: small(1),
    isBefore: fc.boolean(),
    what: fc.constantFrom(...limits.commands),
  });
  const unread = fc.record({ pick: small(4), clock, isFed: fc.boolean() });
  const lost = fc.record({ pick: small(4), clock, back: clock, isFed: fc.boolean() });
  return fc.record({
    unit: fc.constantFrom(1, 10, 100).map((seconds) => seconds * TICKS_PER_SECOND),
    base: fc.constantFrom(0, -3, 1_938_000_000_000_001),
    timeZone: fc.constantFrom("UTC", "Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns"),
    /** Of the zone's times at which the offset changes, the one in the midst of the plan; null: `base` counts. */
    turn: fc.oneof(fc.constant(null), fc.nat(2)),
    wait: fc.constantFrom(0, 0, 1, 2, 6),
    instances: fc.array(fc.record({ rules, others, deployAt }), {
      minLength: 1,
      maxLength: limits.instances,
    }),
    samples: fc.array(sample, { minLength: 1, maxLength: 40, size: "max" }),
    removals: fc.array(
      fc.record({ pick: small(9), time: small(40), span: small(3), lag: small(6), order: small(1000) }),
      { maxLength: 2 },
    ),
    advances: fc.array(clock, { maxLength: 30 }),
    commands: command === undefined ? fc.constant<PlannedCommand[]>([]) : fc.array(command, { maxLength: 8 }),
    splits: fc.array(fc.boolean(), { maxLength: 30 }),
    unread: limits.unread ? unread : fc.constant(null),
    lost: limits.lost ? lost : fc.constant(null),
  }).map(({ turn, ...plan }): Plan => {
    const turns = TURNS[plan.timeZone].map((iso) => ticksFromMs(Date.parse(iso)));
    return turn === null ? plan : { ...plan, base: turns[turn % turns.length] - 20 * plan.unit };
  });
}

/** When the clocks are put on and back, and a midnight between weekdays. */
const TURNS: Record<string, string[]> = {
  "UTC": ["2026-06-01T00:00:00Z", "2026-06-06T00:00:00Z", "2026-02-28T23:59:00Z"],
  "Europe/Berlin": ["2026-03-29T01:00:00Z", "2026-10-25T01:00:00Z", "2026-06-05T22:00:00Z"],
  "Australia/Lord_Howe": ["2026-04-04T15:00:00Z", "2026-10-03T15:30:00Z", "2026-06-05T13:30:00Z"],
  "America/St_Johns": ["2026-03-08T05:30:00Z", "2026-11-01T04:30:00Z", "2026-06-08T02:30:00Z"],
};

/** Something that happens at a clock; `rank` orders what happens at one clock, then `order`. */
interface Action {
  clock: number;
  rank: number;
  order: number;
  step: Step;
}

const ARRIVAL = 0, EARLY_COMMAND = 1, ADVANCE = 2, COMMAND = 3;

export interface BuildOptions {
  /** Every sample up to a deployment's time has arrived when it is carried out. */
  isKnownAtDeploy: boolean;
  /** Every other sample and removal comes so many times its lag late: beyond the wait. */
  lateness?: number;
}

/** The scenario that a plan means. */
export function scenarioOf(plan: Plan, options: BuildOptions = { isKnownAtDeploy: true }): Scenario {
  const at = (units: number) => plan.base + units * plan.unit;
  const instances = plan.instances.map(({ rules }, i) =>
    instanceOfRules(i + 1, rules.map((rule) => inTicks(rule, plan.unit)))
  );
  const upgraded = plan.instances.map(({ rules: [first], others }, i) =>
    instanceOfRules(i + 1, [first, ...others].map((rule) => inTicks(rule, plan.unit)))
  );
  const all = plan.commands.some(({ what }) => what === "upgrade") ? [...instances, ...upgraded] : instances;
  const streams = new Map(all.flatMap((one) => one.streams).map((one) => [one.id, one]));
  const arrivals = arrivalsOf(plan, [...streams.values()], options);
  const advances = [...plan.advances, LAST_CLOCK, LAST_CLOCK + 10].map((clock): Action => ({
    clock: at(clock),
    rank: ADVANCE,
    order: 0,
    step: { do: "advance", to: at(clock - plan.wait) },
  }));
  const actions = [...arrivals, ...advances, ...commandsOf(plan, [instances, upgraded])].sort((a, b) =>
    a.clock - b.clock || a.rank - b.rank || a.order - b.order
  );
  const steps = batched(actions.map((action) => action.step), plan.splits);
  const { timeZone } = plan, watermark = at(BEFORE - 20);
  const read = withFirstRead(steps, plan, instances[0]);
  return { watermark, instances, timeZone, steps: withLoss(read, plan, instances[0]) };
}

function deployClocks(plan: Plan): number[] {
  const redeployed = plan.commands.filter((command) => command.what === "deploy").map((command) =>
    command.clock
  );
  return [...plan.instances.map((instance) => instance.deployAt), ...redeployed].map((clock) =>
    plan.base + clock * plan.unit
  );
}

function arrivalsOf(
  plan: Plan,
  streams: ScenarioInstance["streams"],
  { isKnownAtDeploy, lateness }: BuildOptions,
): Action[] {
  if (streams.length === 0) return [];
  const at = (units: number) => plan.base + units * plan.unit;
  const deploys = isKnownAtDeploy ? deployClocks(plan) : [];
  const arrival = (
    change: SampleChange,
    time: number,
    { lag, order }: { lag: number; order: number },
  ): Action => {
    const units = lateness !== undefined && order % 2 === 0 ? lag * lateness : Math.min(lag, plan.wait);
    const clock = Math.min(
      time + units * plan.unit,
      ...deploys.filter((one) => one >= time),
    );
    return { clock, rank: ARRIVAL, order, step: { do: "offer", changes: [change] } };
  };
  const upserts = plan.samples.map((planned) => {
    const time = at(planned.time) + planned.odd;
    const { id: stream, dataType } = streams[planned.pick % streams.length];
    return arrival({ op: "upsert", stream, sample: sampleOf(planned, dataType, time) }, time, planned);
  });
  const removals = plan.removals.map((planned) => {
    const { id: stream } = streams[planned.pick % streams.length];
    const { span } = planned;
    const from = at(planned.time);
    const change: SampleChange = span === 0
      ? { op: "remove", stream, time: from }
      : { op: "removeWindow", stream, from, to: at(planned.time + span) };
    return arrival(change, from, planned);
  });
  return [...upserts, ...removals];
}

function commandsOf(plan: Plan, versions: ScenarioInstance[][]): Action[] {
  const firstDeploys = plan.instances.map(({ deployAt }, i): PlannedCommand => ({
    clock: deployAt,
    instanceId: i + 1,
    what: "deploy",
    rule: 0,
    isBefore: true,
  }));
  const ordered = [...firstDeploys, ...plan.commands].map((command, order) => ({ command, order })).sort((
    a,
    b,
  ) =>
    a.command.clock - b.command.clock || Number(b.command.isBefore) - Number(a.command.isBefore) ||
    a.order - b.order
  );
  const deployed = new Map<number, number>();
  return ordered.flatMap(({ command, order }): Action[] => {
    const step = commandStep(command, { plan, versions, deployed });
    const clock = plan.base + command.clock * plan.unit;
    return step === undefined
      ? []
      : [{ clock, rank: command.isBefore ? EARLY_COMMAND : COMMAND, order, step }];
  });
}

interface CommandContext {
  plan: Plan;
  versions: ScenarioInstance[][];
  /** By instance: how often it was upgraded. */
  deployed: Map<number, number>;
}

/** The step of a command; undefined where it would do nothing, such as deploying what is deployed. */
function commandStep(
  command: PlannedCommand,
  { plan, versions, deployed }: CommandContext,
): Step | undefined {
  const { what, instanceId } = command;
  const clock = plan.base + command.clock * plan.unit;
  if (what === "restart") return { do: "restart" };
  const upgrades = deployed.get(instanceId) ?? 0;
  const [instance, other] = [0, 1].map((next) => versions[(upgrades + next) % 2][instanceId - 1]);
  if (instance === undefined || deployed.has(instanceId) === (what === "deploy")) return undefined;
  if (what === "deploy") {
    deployed.set(instanceId, 0);
    return { do: "deploy", instanceId, at: clock };
  }
  if (what === "upgrade") {
    deployed.set(instanceId, upgrades + 1);
    return { do: "upgrade", instanceId, at: clock + upgrades + 1, to: other };
  }
  if (what === "undeploy") {
    deployed.delete(instanceId);
    return { do: "undeploy", instanceId, clock };
  }
  const { ruleId } = instance.rules[command.rule % instance.rules.length];
  return { do: what, instanceId, ruleId, clock };
}

/** Joins offers that follow one another into batches, except where the plan splits them. */
function batched(steps: Step[], splits: boolean[]): Step[] {
  const joined: Step[] = [];
  steps.forEach((step, i) => {
    const last = joined.at(-1);
    const isSplit = splits.length > 0 && splits[i % splits.length];
    if (step.do === "offer" && last?.do === "offer" && !isSplit) {
      joined[joined.length - 1] = { do: "offer", changes: [...last.changes, ...step.changes] };
    } else joined.push(step);
  });
  return joined;
}

/**
 * Deploys the first instance with one of its streams unread and reads it later. Fed: its samples come all along;
 * else they come with the read, and afterwards as all others.
 */
function withFirstRead(steps: Step[], plan: Plan, instance: ScenarioInstance): Step[] {
  if (plan.unread === null || instance.streams.length === 0) return steps;
  const { pick, clock, isFed } = plan.unread;
  const stream = instance.streams[pick % instance.streams.length].id;
  const readAt = plan.base + (clock - plan.wait) * plan.unit;
  const held: SampleChange[] = [];
  let isRead = false;
  const before = steps.flatMap((step): Step[] => {
    if (step.do === "deploy" || step.do === "upgrade") return [{ ...step, unread: isRead ? [] : [stream] }];
    if (step.do === "offer" && !isRead && !isFed) {
      held.push(...step.changes.filter((change) => change.stream === stream));
      return [{ do: "offer", changes: step.changes.filter((change) => change.stream !== stream) }];
    }
    if (step.do !== "advance" || isRead || step.to < readAt) return [step];
    isRead = true;
    return [step, { do: "first_read", stream, changes: [...held] }];
  });
  return before;
}

/** The source loses a stream of the first instance. Fed: its samples come all along; else they come when it is back. */
function withLoss(steps: Step[], plan: Plan, instance: ScenarioInstance): Step[] {
  if (plan.lost === null || instance.streams.length === 0) return steps;
  const { pick, clock, back, isFed } = plan.lost;
  const stream = instance.streams[pick % instance.streams.length].id;
  const lostAt = plan.base + (clock - plan.wait) * plan.unit,
    backAt = plan.base + (back - plan.wait) * plan.unit;
  const held: SampleChange[] = [];
  let phase: "before" | "lost" | "back" = "before";
  return steps.flatMap((step): Step[] => {
    if ((step.do === "deploy" || step.do === "upgrade") && phase === "lost") {
      return [{ ...step, unread: [...step.unread ?? [], stream] }];
    }
    if (step.do === "offer" && phase === "lost" && !isFed) {
      held.push(...step.changes.filter((change) => change.stream === stream));
      return [{ do: "offer", changes: step.changes.filter((change) => change.stream !== stream) }];
    }
    if (step.do !== "advance" || phase === "back") return [step];
    if (phase === "before" && step.to >= lostAt && step.to < backAt) {
      phase = "lost";
      return [step, { do: "lost", stream }];
    }
    if (phase !== "lost" || step.to < backAt) return [step];
    phase = "back";
    return [step, { do: "first_read", stream, changes: [...held] }];
  });
}
