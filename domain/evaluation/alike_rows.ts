import { alikeInstance, type AlikeInstances, streamsOfAlike } from "./alike_instances.ts";
import type { Deployments } from "./deployments.ts";
import type { InstanceRows } from "./instance_table.ts";

/** Instances that are to take their rows from a model's. */
interface Chosen {
  alike: AlikeInstances;
  chosen: Int32Array;
  model: InstanceRows;
  /** The streams (ids) that stand for the slots in the model itself. */
  given: Int32Array;
}

/** The same with their streams (rows), by instance in the order of the model's. */
interface Copies {
  model: InstanceRows;
  count: number;
  streams: Int32Array;
}

/**
 * Adds those of alike instances that `chosen` numbers: one is compiled, the rows of the others are copied from its own,
 * with their streams put in. Where a condition has more than its row (a window, a list, a second limit) each is compiled.
 * @throws {RangeError} if one of them is deployed already, or the rules are not sound.
 */
export function addAlike(rows: Deployments, alike: AlikeInstances, chosen: Int32Array): void {
  if (chosen.length === 0) return;
  const model = rows.add(alikeInstance(alike, chosen[0])), others = chosen.subarray(1);
  const isPlain = model.rows.every((rule) =>
    rows.conditionsOf(rule).every((row) => rows.conditions.formOf(row).isPlain)
  );
  const given = streamsOfAlike(alike, chosen[0]);
  if (isPlain) copyRows(rows, { alike, chosen: others, model, given });
  else for (const i of others) rows.add(alikeInstance(alike, i));
}

function copyRows(rows: Deployments, from: Chosen): void {
  const { alike, chosen, model } = from, { instances, rules } = rows;
  const count = chosen.length, step = model.rows.length;
  const ids = chosen.map((i) => alike.ids[i]);
  const known = ids.find((id) => instances.has(id));
  if (known !== undefined) throw new RangeError(`Instance ${known} is already deployed`);
  const streams = bindStreams(rows, from);
  const first = rules.addLike(model.rows, count);
  const deployments = chosen.map((i) => alike.deployments[i]);
  const owner = instances.addLike(model.instanceId, {
    ...{ ids, deployments, firstRule: first },
    streams: inOrderOfIds(rows, streams, model.streams.length),
  });
  for (let n = 0; n < count; n++) {
    const begin = first + n * step;
    rules.owner.fill(owner + n, begin, begin + step);
    rules.deployedAt.fill(alike.deployedAt[chosen[n]], begin, begin + step);
  }
  rows.ensureRules();
  for (let place = 0; place < step; place++) {
    copyRule(rows, { model, count, streams }, { place, first: first + place });
  }
}

function bindStreams(
  { streams, pending, screens }: Deployments,
  { alike, chosen, model, given }: Chosen,
): Int32Array {
  const width = model.streams.length, slots = given.length, bound = new Int32Array(chosen.length * width);
  model.streams.forEach((row, place) => {
    const id = streams.id[row], slot = given.indexOf(id), type = streams.typeOf(row);
    for (let n = 0; n < chosen.length; n++) {
      const own = slot < 0 ? id : alike.streams[chosen[n] * slots + slot];
      bound[n * width + place] = streams.bind(own, type);
    }
  });
  pending.ensureStreams(streams.end);
  screens.limits.ensureStreams(streams.end);
  return bound;
}

/** Instances list their streams in the order of the ids, the tags of the plant's time behind them. */
function inOrderOfIds({ streams }: Deployments, bound: Int32Array, width: number): Int32Array {
  if (width === 1) return bound;
  const placeOf = (row: number) => streams.isTag(row) ? Infinity : streams.id[row];
  const listed = bound.slice();
  for (let begin = 0; begin < listed.length; begin += width) {
    const own = [...listed.subarray(begin, begin + width)];
    // Two tags are as they were: Infinity less Infinity is no number.
    listed.set(own.sort((a, b) => placeOf(a) - placeOf(b) || 0), begin);
  }
  return listed;
}

/** Gives the copies of the model's rule at `place`, of which `first` is the first one's, their conditions. */
function copyRule(
  rows: Deployments,
  { model, count, streams }: Copies,
  { place, first }: { place: number; first: number },
): void {
  const { rules, conditions, screens } = rows, step = model.rows.length, width = model.streams.length;
  const compiled = rows.conditionsOf(model.rows[place]), own = compiled.length;
  const places = compiled.map((row) => model.streams.indexOf(conditions.stream[row]));
  const begin = conditions.addLike(compiled, count);
  for (let n = 0; n < count; n++) {
    rules.firstCondition[first + n * step] = begin + n * own;
    for (let c = 0; c < own; c++) conditions.stream[begin + n * own + c] = streams[n * width + places[c]];
  }
  const copied = Int32Array.from({ length: count }, (_, n) => first + n * step);
  for (const each of new Set(places)) screens.addAll(copied.map((_, n) => streams[n * width + each]), copied);
}
