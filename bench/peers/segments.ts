/** Two evaluators over the same rows, in alternating segments, each with its own state. */
import process from "node:process";
import { alternately, medianRatio, spread } from "../harness/measure.ts";
import type { Figure } from "../harness/row.ts";
import { areSameFlips, createPeerRows, type Flip, type PeerRows, referenceFlips } from "./workload.ts";
import { OwnEngine } from "./own_engine.ts";

export interface Peer {
  name: string;
  flips: Flip[];
  run(from: number, to: number): void | Promise<void>;
}

export interface Against {
  /** Rows per segment, for Andon and for the peer; a slow peer gets fewer. */
  segment: { own: number; peer: number };
  rounds: number;
  target: Figure["target"];
  open(rows: PeerRows): Peer | Promise<Peer>;
}

const WARM_UP = 2;

export async function against({ segment, rounds, target, open }: Against): Promise<Figure> {
  const turns = rounds + WARM_UP;
  const rows = createPeerRows(Math.max(segment.own, segment.peer) * turns);
  const own = new OwnEngine(rows), peer = await open(rows);
  const done = { own: 0, peer: 0 };
  const speeds = await alternately({
    own: () => timed(segment.own, () => own.run(done.own, done.own += segment.own)),
    peer: () => timed(segment.peer, () => peer.run(done.peer, done.peer += segment.peer)),
  }, { rounds, warmUp: WARM_UP });
  const flips = referenceFlips(rows, done.own);
  const isEqual = areSameFlips(own.flips, flips) &&
    areSameFlips(peer.flips, flips.filter(({ row }) => row < done.peer));
  return {
    what: `engine, AND of 3, 10,000 instances, against ${peer.name}`,
    figure: `${spread(speeds.own)} samples/CPU-s; ${spread(speeds.peer)}`,
    ratio: medianRatio(speeds.own, speeds.peer),
    target,
    isEqual,
    notes: [
      `${flips.length} transitions of ${done.own} samples, ${peer.flips.length} of the peer's ${done.peer}`,
    ],
  };
}

/** Rows per CPU second. */
export async function timed(count: number, work: () => void | Promise<void>): Promise<number> {
  const begun = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(begun);
  return count / ((user + system) / 1e6);
}
