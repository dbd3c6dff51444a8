import { batchSample, type SampleBatch } from "../sample/batch.ts";
import type { Sample } from "../sample/types.ts";
import { bitOf, setLatches } from "./condition_bits.ts";
import type { Deployments } from "./deployments.ts";
import { NORMAL_STATE, type StateOfRule } from "./rule_columns.ts";
import { type EngineSnapshot, type RuleStates, STATE_BYTES, STATE_TIMES } from "./snapshot_types.ts";
import type { DeployedInstance } from "./types.ts";

/** So many instances are added in one step. */
const INSTANCES_A_STEP = 1_000;

/**
 * Adds the given instances as far as the snapshot holds them, with their state, what their streams held, and what
 * waited for those. Into an engine that has none; in steps, so that whoever waits may look about.
 */
export function* readSnapshot(
  rows: Deployments,
  snapshot: EngineSnapshot,
  instances: readonly DeployedInstance[],
): Generator<undefined> {
  const ownStates = statesByInstance(snapshot.rules);
  for (const [i, instance] of instances.entries()) {
    const states = ownStates(instance);
    if (states.length > 0) readInstance(rows, snapshot.rules, { instance, states });
    if (i % INSTANCES_A_STEP === INSTANCES_A_STEP - 1) yield;
  }
  readStreams(rows, snapshot);
  yield;
  for (let rule = 0; rule < rows.rules.end; rule++) {
    rows.arm(rule, Math.max(rows.rules.deployedAt[rule], snapshot.watermark));
  }
}

/** Which states are those of an instance's deployment: each row knows the next one of its instance. */
function statesByInstance({ instance, deployment }: RuleStates): (wanted: DeployedInstance) => number[] {
  const first = new Map<number, number>(), next = new Int32Array(instance.length).fill(-1);
  for (let row = instance.length - 1; row >= 0; row--) {
    next[row] = first.get(instance[row]) ?? -1;
    first.set(instance[row], row);
  }
  return (wanted) => {
    const states: number[] = [];
    for (let row = first.get(wanted.instanceId) ?? -1; row >= 0; row = next[row]) {
      if (deployment[row] === wanted.deployment) states.push(row);
    }
    return states;
  };
}

function readInstance(
  rows: Deployments,
  stored: RuleStates,
  { instance, states }: { instance: DeployedInstance; states: number[] },
): void {
  const owner = rows.add(instance);
  for (const state of states) {
    const rule = owner.rows[owner.ruleIds.indexOf(stored.ruleIds[stored.rule[state]])];
    if (rule === undefined) continue;
    rows.rules.setState(rule, storedState(stored, state));
    setLatches(rows, rule, stored.latches[state]);
    setUnfilled(rows, rule, stored.unfilled?.[state] ?? 0);
  }
}

function storedState(stored: RuleStates, row: number): StateOfRule {
  const state = { ...NORMAL_STATE };
  for (const column of STATE_BYTES) state[column] = stored[column][row];
  for (const column of STATE_TIMES) state[column] = stored[column][row];
  return state;
}

function setUnfilled(rows: Deployments, rule: number, unfilled: number): void {
  const first = rows.rules.firstCondition[rule];
  for (let i = 0; i < rows.rules.programOf(rule).comparisons; i++) {
    rows.setConditionUnfilled(first + i, bitOf(unfilled, i) === 1);
  }
}

function readStreams({ streams, pending }: Deployments, snapshot: EngineSnapshot): void {
  const { id, read } = snapshot.streams;
  for (let i = 0; i < id.length; i++) {
    const row = streams.rowOf.get(id[i]);
    if (row !== undefined) streams.read[row] = read[i];
  }
  const take = (row: number, sample: Sample) => streams.takeSample(row, sample);
  eachSample(snapshot.good, streams.rowOf, take);
  eachSample(snapshot.newest, streams.rowOf, take);
  eachSample(
    snapshot.pending,
    streams.rowOf,
    (row, sample) => pending.offer(row, sample, streams.typeOf(row)),
  );
}

function eachSample(
  batch: SampleBatch,
  rowOf: ReadonlyMap<number, number>,
  take: (row: number, sample: Sample) => void,
): void {
  for (let i = 0; i < batch.count; i++) {
    const row = rowOf.get(batch.streams[i]);
    if (row !== undefined) take(row, batchSample(batch, i));
  }
}
