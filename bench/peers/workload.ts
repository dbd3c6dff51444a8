/**
 * The rows for all peers: AND of three (a > ta, b < tb, c == 1) with individual limits for each of 10,000
 * instances on 30,000 streams. No deadband and no delay, so that every peer can express it.
 */
import type { BoundComparison, DeployedInstance } from "../../domain/evaluation/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { referenceEvents } from "../../tests/support/reference_evaluator.ts";
import { seeded } from "../../tests/support/seeded.ts";

export const INSTANCES = 10_000;

/** Row n is a sample of condition `slot` (0 a, 1 b, 2 c) of an instance; its time is n + 1. */
export interface PeerRows {
  count: number;
  instance: Int32Array;
  slot: Uint8Array;
  value: Float64Array;
  /** By instance. */
  above: Float64Array;
  below: Float64Array;
}

/** A rule became true or false with a row. */
export interface Flip {
  row: number;
  instance: number;
  truth: boolean;
}

const STEP = 5;

export function createPeerRows(count: number): PeerRows {
  const random = seeded(3);
  const limits = () => Float64Array.from({ length: INSTANCES }, () => random());
  const above = limits().map((part) => 85 + 10 * part), below = limits().map((part) => 5 + 10 * part);
  const walks = Float64Array.from({ length: 2 * INSTANCES }, () => 100 * random());
  const rows: PeerRows = {
    count,
    above,
    below,
    instance: new Int32Array(count),
    slot: new Uint8Array(count),
    value: new Float64Array(count),
  };
  for (let n = 0; n < count; n++) {
    const stream = Math.floor(random() * 3 * INSTANCES);
    const instance = rows.instance[n] = Math.floor(stream / 3), slot = rows.slot[n] = stream % 3;
    rows.value[n] = slot === 2 ? Number(random() < 0.5) : walked(walks, 2 * instance + slot, random);
  }
  return rows;
}

function walked(walks: Float64Array, at: number, random: () => number): number {
  const next = walks[at]! + 2 * STEP * random() - STEP;
  walks[at] = next < 0 ? -next : next > 100 ? 200 - next : next;
  return Math.round(100 * walks[at]) / 100;
}

export function peerInstance({ above, below }: PeerRows, i: number): DeployedInstance {
  const stream = (slot: number) => 3 * i + slot;
  const of = [
    comparison(stream(0), "greater_than", above[i]!),
    comparison(stream(1), "less_than", below[i]!),
    comparison(stream(2), "equals", 1),
  ].map((each) => ({ kind: "comparison" as const, comparison: each }));
  return {
    instanceId: i,
    deployment: 1,
    deployedAt: 0,
    recentActivations: {},
    rules: [{ ruleId: "r", expression: { kind: "all", of }, onDelay: 0, offDelay: 0 }],
    streams: [0, 1, 2].map((slot) => ({ id: stream(slot), dataType: "NUM" as const })),
  };
}

function comparison(stream: number, operator: BoundComparison["operator"], limit: number): BoundComparison {
  return {
    stream,
    operator,
    operands: [{ literal: limit }],
    of: null,
    deadband: 0,
    tolerance: 0,
    ignoreCase: false,
    maxAge: 0,
    acceptUncertain: false,
  };
}

/** The flips of the reference evaluator for the first `count` rows, in order. */
export function referenceFlips(rows: PeerRows, count = rows.count): Flip[] {
  const samples = new Map<number, Sample[]>();
  for (let n = 0; n < count; n++) {
    const stream = 3 * rows.instance[n]! + rows.slot[n]!;
    const sample: Sample = { time: n + 1, value: rows.value[n]!, quality: "good" };
    const known = samples.get(stream);
    if (known === undefined) samples.set(stream, [sample]);
    else known.push(sample);
  }
  const flips = Array.from({ length: INSTANCES }, (_, i) => i).flatMap((i) => {
    const instance = peerInstance(rows, i);
    const own = Object.fromEntries(instance.streams.map(({ id }) => [id, samples.get(id) ?? []]));
    return referenceEvents({ instance, samples: own, deployedAt: 0, until: count }).flatMap((
      { start, endAt },
    ) => [
      { row: start - 1, instance: i, truth: true },
      ...(endAt === null ? [] : [{ row: endAt - 1, instance: i, truth: false }]),
    ]);
  });
  return flips.sort((one, other) => one.row - other.row);
}

/** Prints the first difference on standard error. */
export function areSameFlips(ours: readonly Flip[], theirs: readonly Flip[]): boolean {
  const line = (flip: Flip | undefined) => `${flip?.row} ${flip?.instance} ${flip?.truth}`;
  const place = theirs.findIndex((flip, i) => line(flip) !== line(ours[i]));
  if (place < 0 && ours.length === theirs.length) return true;
  console.error(
    `Flips differ: ${ours.length} of ${theirs.length}; "${line(ours[place])}" for "${line(theirs[place])}"`,
  );
  return false;
}
