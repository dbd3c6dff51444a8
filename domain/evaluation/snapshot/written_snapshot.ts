import type { SampleBatch } from "../../sample/batch.ts";
import type { Ticks } from "../../shared/time.ts";
import { bitsOf } from "../evaluating/condition_bits.ts";
import type { Deployments } from "../deployment/deployments.ts";
import { SampleRows } from "../intake/sample_rows.ts";
import { bearingTimes } from "../state/rule_states.ts";
import type { TimesOfRule } from "../state/rule_times.ts";
import {
  emptyStates,
  type EngineSnapshot,
  NameTable,
  type RuleStates,
  STATE_TIMES,
} from "./snapshot_types.ts";

/**
 * The state of all rows, in the order of ids, so that equal states have equal snapshots. Leaves out window
 * histories and time tags. Copies from columns to columns, since it runs every few seconds for all rules.
 */
export function writeSnapshot(rows: Deployments, watermark: Ticks): EngineSnapshot {
  const { streams } = rows;
  const ids = Int32Array.from(streams.rowOf.keys()).filter((id) => id >= 0).sort();
  const held = ids.map((id) => streams.rowOf.get(id)!);
  return {
    v: 1,
    watermark,
    rules: statesOf(rows, watermark),
    streams: { id: ids, read: Uint8Array.from(held, (row) => streams.read[row]!) },
    ...heldBatches(rows, held),
    pending: pendingBatch(rows),
  };
}

function statesOf({ rules, conditions, instances }: Deployments, watermark: Ticks): RuleStates {
  const states = emptyStates(instances.ruleCount), ruleIds = new NameTable();
  const isLatched = (condition: number) => conditions.latched[condition] === 1;
  const isUnfilled = (condition: number) => conditions.windowOf(condition)?.isUnfilled === true;
  let to = 0;
  for (const owner of instances.inOrder()) {
    const names = instances.ruleIdsOf(owner);
    for (let place = 0; place < names.length; place++, to++) {
      const row = instances.ruleOf(owner, place);
      states.instance[to] = instances.id[owner]!;
      states.deployment[to] = instances.deployment[owner]!;
      states.rule[to] = ruleIds.indexOf(names[place]!);
      states.phase[to] = rules.phase[row]!;
      states.truth[to] = rules.truth[row]!;
      if (rules.times.has(row)) writeTimes(states, to, bearingTimes(rules.stateOf(row), watermark));
      states.latches[to] = bitsOf(rules, row, isLatched);
      states.unfilled[to] = bitsOf(rules, row, isUnfilled);
    }
  }
  return { ...states, ruleIds: ruleIds.names };
}

function writeTimes(states: RuleStates, i: number, times: TimesOfRule): void {
  states.initial[i] = times.initial;
  for (const column of STATE_TIMES) states[column][i] = times[column];
}

/** `held`: rows of streams. */
function heldBatches({ streams }: Deployments, held: Int32Array): Record<"newest" | "good", SampleBatch> {
  const newest = new SampleRows(held.length), good = new SampleRows(held.length);
  for (const row of held) {
    const of = { stream: streams.id[row]!, type: streams.typeOf(row) };
    newest.add(streams.newest, row, of);
    if (streams.holdsOtherGood(row)) good.add(streams.good, row, of);
  }
  return { newest: newest.batch(), good: good.batch() };
}

function pendingBatch({ pending, streams }: Deployments): SampleBatch {
  const entries = pending.entries(), waiting = new SampleRows(entries.length);
  for (const entry of entries) {
    const row = pending.streamOf(entry);
    waiting.add(pending.samples, entry, { stream: streams.id[row]!, type: streams.typeOf(row) });
  }
  return waiting.batch();
}
