import { alikeInstance, type AlikeInstances, streamsOfAlike } from "./alike_instances.ts";
import type { Deployments } from "./deployments.ts";
import type { InstanceRows } from "../state/instance_table.ts";

/** Instances whose rows are copied from those of one instance, the model. */
interface Chosen extends ChosenAlike {
  model: InstanceRows;
  /** The ids of the model's own streams in the slots. */
  slotStreams: Int32Array;
}

/** The copies with the rows of their streams, by instance, in the order of the model's. */
interface Copies {
  model: InstanceRows;
  count: number;
  streams: Int32Array;
}

/** Alike instances, and the indexes of those to add. */
export interface ChosenAlike {
  alike: AlikeInstances;
  chosen: Int32Array;
}

/** Pairs of stream and rule rows, collected until all rows are there. */
interface Naming {
  streams: Int32Array;
  rules: Int32Array;
}

/** Adds the chosen instances of several sets, one set a step. Calls `added` after each set. */
export function* addAllAlike(
  rows: Deployments,
  all: readonly ChosenAlike[],
  added: (each: ChosenAlike) => void,
): Generator<undefined> {
  const naming: Naming[] = [];
  rows.reserve(all);
  for (const each of all) {
    addAlike(rows, each, naming);
    added(each);
    yield;
  }
  rows.screens.addAll(joined(naming.map(({ streams }) => streams)), joined(naming.map(({ rules }) => rules)));
}

function joined(columns: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(columns.reduce((sum, { length }) => sum + length, 0));
  let to = 0;
  for (const column of columns) {
    all.set(column, to);
    to += column.length;
  }
  return all;
}

/**
 * Adds the chosen instances of a set. Compiles one of them and copies its rows for the others, with their streams.
 * Compiles each one if a condition has a window, a list or a second limit.
 * @throws {RangeError} if an instance is deployed already or its rules are invalid.
 */
function addAlike(rows: Deployments, { alike, chosen }: ChosenAlike, naming: Naming[]): void {
  if (chosen.length === 0) return;
  const model = rows.add(alikeInstance(alike, chosen[0]!)), others = chosen.subarray(1);
  const isPlain = model.rows.every((rule) =>
    rows.conditionsOf(rule).every((row) => rows.conditions.formOf(row).isPlain)
  );
  const slotStreams = streamsOfAlike(alike, chosen[0]!);
  if (isPlain) naming.push(...copyRows(rows, { alike, chosen: others, model, slotStreams }));
  else for (const i of others) rows.add(alikeInstance(alike, i));
}

function copyRows(rows: Deployments, from: Chosen): Naming[] {
  const { alike, chosen, model } = from, { instances, rules } = rows;
  const count = chosen.length, step = model.rows.length;
  const ids = chosen.map((i) => alike.ids[i]!);
  const known = ids.find((id) => instances.has(id));
  if (known !== undefined) throw new RangeError(`Instance ${known} is already deployed`);
  const streams = bindStreams(rows, from);
  const first = rules.addLike(model.rows, count);
  const deployments = chosen.map((i) => alike.deployments[i]!);
  const owner = instances.addLike(model.instanceId, {
    ids,
    deployments,
    firstRule: first,
    streams: inOrderOfIds(rows, streams, model.streams.length),
  });
  for (let n = 0; n < count; n++) {
    const begin = first + n * step;
    rules.owner.fill(owner + n, begin, begin + step);
    rules.deployedAt.fill(alike.deployedAt[chosen[n]!]!, begin, begin + step);
  }
  rows.ensureRules();
  return model.rows.flatMap((_, place) =>
    copyRule(rows, { model, count, streams }, { place, first: first + place })
  );
}

function bindStreams(
  { streams, pending, screens }: Deployments,
  { alike, chosen, model, slotStreams }: Chosen,
): Int32Array {
  const width = model.streams.length,
    slots = slotStreams.length,
    bound = new Int32Array(chosen.length * width);
  model.streams.forEach((row, place) => {
    const id = streams.id[row]!, slot = slotStreams.indexOf(id), type = streams.typeOf(row);
    for (let n = 0; n < chosen.length; n++) {
      const own = slot < 0 ? id : alike.streams[chosen[n]! * slots + slot]!;
      bound[n * width + place] = streams.bind(own, type);
    }
  });
  pending.ensureStreams(streams.end);
  screens.limits.ensureStreams(streams.end);
  return bound;
}

/** An instance lists its streams in the order of ids, and then its time tags. */
function inOrderOfIds({ streams }: Deployments, bound: Int32Array, width: number): Int32Array {
  if (width === 1) return bound;
  const placeOf = (row: number) => streams.isTag(row) ? Infinity : streams.id[row]!;
  const listed = bound.slice();
  for (let begin = 0; begin < listed.length; begin += width) {
    const own = [...listed.subarray(begin, begin + width)];
    // Two tags keep their order, since Infinity minus Infinity is NaN.
    listed.set(own.sort((a, b) => placeOf(a) - placeOf(b) || 0), begin);
  }
  return listed;
}

/**
 * Adds the conditions for all copies of the model's rule at `place`. `first` is the row of the first copy.
 */
function copyRule(
  rows: Deployments,
  { model, count, streams }: Copies,
  { place, first }: { place: number; first: number },
): Naming[] {
  const { rules: { firstCondition }, conditions } = rows,
    step = model.rows.length,
    width = model.streams.length;
  const compiled = rows.conditionsOf(model.rows[place]!), own = compiled.length;
  const places = compiled.map((row) => model.streams.indexOf(conditions.stream[row]!));
  const begin = conditions.addLike(compiled, count), { stream } = conditions;
  for (let n = 0; n < count; n++) {
    firstCondition[first + n * step] = begin + n * own;
    for (let c = 0; c < own; c++) stream[begin + n * own + c] = streams[n * width + places[c]!]!;
  }
  const copied = new Int32Array(count);
  for (let n = 0; n < count; n++) copied[n] = first + n * step;
  return [...new Set(places)].map((each) => ({
    streams: everyOf(streams, { width, place: each }),
    rules: copied,
  }));
}

/** The value at `place` in each group of `width` values. */
function everyOf(values: Int32Array, { width, place }: { width: number; place: number }): Int32Array {
  if (width === 1) return values;
  const some = new Int32Array(values.length / width);
  for (let n = 0; n < some.length; n++) some[n] = values[n * width + place]!;
  return some;
}
