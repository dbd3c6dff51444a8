import { batchSample, type SampleBatch } from "../../sample/batch.ts";
import type { Sample } from "../../sample/types.ts";
import type { AlikeInstances } from "../deployment/alike_instances.ts";
import { addAllAlike } from "../deployment/alike_rows.ts";
import { bitOf, setLatches } from "../evaluating/condition_bits.ts";
import type { Deployments } from "../deployment/deployments.ts";
import { NONE, RowIndex } from "../state/row_index.ts";
import { NORMAL_STATE, type StateOfRule } from "../state/rule_columns.ts";
import { type EngineSnapshot, type RuleStates, STATE_BYTES, STATE_TIMES } from "./snapshot_types.ts";
import { NORMAL } from "../state/state_table.ts";
import type { DeployedInstance } from "../types.ts";

/** The deployed instances: some as objects, those that are alike as columns. */
export interface DeployedInstances {
  instances: readonly DeployedInstance[];
  alike?: readonly AlikeInstances[];
}

/** Instances added in one step. */
const INSTANCES_A_STEP = 1_000;

/**
 * Fills an empty engine from a snapshot: adds the instances that the snapshot contains, with their states,
 * held samples and waiting samples. Runs in steps, so that the caller can let other work run.
 */
export function* readSnapshot(
  rows: Deployments,
  snapshot: EngineSnapshot,
  { instances, alike = [] }: DeployedInstances,
): Generator<undefined> {
  const stored = snapshot.rules, own = new StatesByInstance(stored);
  for (const [i, instance] of instances.entries()) {
    const states = own.of(instance.instanceId, instance.deployment);
    if (states.length > 0) readInstance(rows, stored, { instance, states });
    if (i % INSTANCES_A_STEP === INSTANCES_A_STEP - 1) yield;
  }
  const chosen = alike.map((each) => ({ alike: each, chosen: own.chosenOf(each) }));
  yield* addAllAlike(rows, chosen, (each) => readAlikeStates(rows, stored, { ...each, own }));
  readStreams(rows, snapshot);
  yield;
  for (let rule = 0; rule < rows.rules.end; rule++) {
    rows.arm(rule, Math.max(rows.rules.deployedAt[rule]!, snapshot.watermark));
  }
}

/** Finds the states of an instance's deployment. The rows of an instance form a linked list. */
class StatesByInstance {
  readonly #first = new RowIndex();
  readonly #next: Int32Array;
  readonly #deployment: Int32Array;

  constructor({ instance, deployment }: RuleStates) {
    this.#deployment = deployment;
    const first = this.#first, next = this.#next = new Int32Array(instance.length);
    first.reserve(instance);
    for (let row = instance.length - 1; row >= 0; row--) {
      next[row] = first.rowOf(instance[row]!);
      first.set(instance[row]!, row);
    }
  }

  of(instanceId: number, deployment: number): number[] {
    const states: number[] = [];
    for (let row = this.#first.rowOf(instanceId); row !== NONE; row = this.#next[row]!) {
      if (this.#deployment[row] === deployment) states.push(row);
    }
    return states;
  }

  /** The indexes of instances that have a state. */
  chosenOf({ ids, deployments }: AlikeInstances): Int32Array {
    const chosen = new Int32Array(ids.length);
    let count = 0;
    for (let i = 0; i < ids.length; i++) if (this.#has(ids[i]!, deployments[i]!)) chosen[count++] = i;
    return chosen.subarray(0, count);
  }

  #has(instanceId: number, deployment: number): boolean {
    let row = this.#first.rowOf(instanceId);
    while (row !== NONE && this.#deployment[row] !== deployment) row = this.#next[row]!;
    return row !== NONE;
  }
}

function readAlikeStates(
  rows: Deployments,
  stored: RuleStates,
  { alike, chosen, own }: { alike: AlikeInstances; chosen: Int32Array; own: StatesByInstance },
): void {
  const { ids, deployments, like } = alike;
  const places = stored.ruleIds.map((name) => like.rules.findIndex(({ ruleId }) => ruleId === name));
  for (const i of chosen) {
    for (const state of own.of(ids[i]!, deployments[i]!)) {
      const place = places[stored.rule[state]!]!;
      if (place >= 0) readState(rows, stored, { state, rule: rows.instances.ruleAt(ids[i]!, place) });
    }
  }
}

function readInstance(
  rows: Deployments,
  stored: RuleStates,
  { instance, states }: { instance: DeployedInstance; states: number[] },
): void {
  const owner = rows.add(instance);
  for (const state of states) {
    const rule = owner.rows[owner.ruleIds.indexOf(stored.ruleIds[stored.rule[state]!]!)];
    if (rule !== undefined) readState(rows, stored, { state, rule });
  }
}

/** Sets the state of a rule that has just been added. */
function readState(
  rows: Deployments,
  stored: RuleStates,
  { state, rule }: { state: number; rule: number },
): void {
  const { phase, lastActivation, latches, unfilled } = stored;
  const isPlain = phase[state] === NORMAL && lastActivation[state] === -Infinity;
  if (isPlain) {
    rows.rules.truth[rule] = stored.truth[state]!;
    rows.rules.times.drop(rule);
  } else rows.rules.setState(rule, storedState(stored, state));
  if (latches[state] !== 0) setLatches(rows, rule, latches[state]!);
  if (unfilled !== undefined && unfilled[state] !== 0) setUnfilled(rows, rule, unfilled[state]!);
}

function storedState(stored: RuleStates, row: number): StateOfRule {
  const state = { ...NORMAL_STATE };
  for (const column of STATE_BYTES) state[column] = stored[column][row]!;
  for (const column of STATE_TIMES) state[column] = stored[column][row]!;
  return state;
}

function setUnfilled(rows: Deployments, rule: number, unfilled: number): void {
  const first = rows.rules.firstCondition[rule]!;
  for (let i = 0; i < rows.rules.programOf(rule).comparisons; i++) {
    rows.setConditionUnfilled(first + i, bitOf(unfilled, i) === 1);
  }
}

function readStreams({ streams, pending }: Deployments, snapshot: EngineSnapshot): void {
  const { id, read } = snapshot.streams;
  for (let i = 0; i < id.length; i++) {
    const row = streams.rowOf.get(id[i]!);
    if (row !== undefined) streams.read[row] = read[i]!;
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
    const row = rowOf.get(batch.streams[i]!);
    if (row !== undefined) take(row, batchSample(batch, i));
  }
}
