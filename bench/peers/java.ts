/** Peers on Java: built by Maven once per run; each program reads the rows and prints its results. */
import { median, short, spread } from "../harness/measure.ts";
import type { Figure } from "../harness/row.ts";
import { OwnEngine } from "./own_engine.ts";
import { command } from "./commands.ts";
import { timed } from "./segments.ts";
import {
  areSameFlips,
  createPeerRows,
  type Flip,
  INSTANCES,
  type PeerRows,
  referenceFlips,
} from "./workload.ts";

const ROWS = 1_000_000, PASSES = 9, SEGMENTS = 10;

export interface JavaPeer {
  name: string;
  /** The folder beside this file with its pom.xml, and its main class. */
  folder: string;
  main: string;
  target: Figure["target"];
}

/**
 * Runs Andon before and after the peer, each on all rows; the peer's passes share one process, the first one as
 * warm-up. The ratio is of medians, since the two cannot alternate.
 */
export async function againstJava({ name, folder, main, target }: JavaPeer): Promise<Figure> {
  const rows = createPeerRows(ROWS), own = new OwnEngine(rows);
  const speeds = await runOwn(own, [0, SEGMENTS / 2]);
  const peer = await runPeer(rows, { folder, main });
  speeds.push(...await runOwn(own, [SEGMENTS / 2, SEGMENTS]));
  const flips = referenceFlips(rows);
  const isEqual = areSameFlips(own.flips, flips) && areSameFlips(peer.flips, flips);
  return {
    what: `engine, AND of 3, 10,000 instances, against ${name}`,
    figure: `${spread(speeds.slice(1))} samples/CPU-s; ${spread(peer.perCpuSecond)}`,
    ratio: median(speeds.slice(1)) / median(peer.perCpuSecond),
    target,
    isEqual,
    notes: [
      `${flips.length} transitions of ${ROWS} samples; ${name} ${
        short(median(peer.perSecond))
      } samples/s by the clock`,
    ],
  };
}

async function runOwn(own: OwnEngine, [from, to]: [number, number]): Promise<number[]> {
  const speeds: number[] = [], size = ROWS / SEGMENTS;
  for (let segment = from; segment < to; segment++) {
    speeds.push(await timed(size, () => own.run(segment * size, (segment + 1) * size)));
  }
  return speeds;
}

interface PeerRun {
  perCpuSecond: number[];
  perSecond: number[];
  /** Of the last pass. */
  flips: Flip[];
}

async function runPeer(rows: PeerRows, { folder, main }: { folder: string; main: string }): Promise<PeerRun> {
  const out = await Deno.makeTempDir();
  const pom = new URL(`${folder}/pom.xml`, import.meta.url).pathname;
  await command("mvn", ["-q", "-B", "-f", pom, `-Dbench.out=${out}`, "package"]);
  await Deno.writeFile(`${out}/rows.bin`, bytesOf(rows));
  const text = await command("java", [
    ...[
      "-Xmx2g",
      "--add-opens=java.base/java.util=ALL-UNNAMED",
      "--add-opens=java.base/java.lang=ALL-UNNAMED",
    ],
    ...["-cp", `${out}/classes:${out}/lib/*`, main, `${out}/rows.bin`, String(PASSES)],
  ]);
  await Deno.remove(out, { recursive: true });
  const lines = text.split("\n");
  const passes = lines.filter((line) => line.startsWith("pass ")).map((line) => line.split(" ").map(Number));
  const flips = lines.filter((line) => line.startsWith("flip ")).map((line): Flip => {
    const [, row, instance, truth] = line.split(" ");
    return { row: Number(row), instance: Number(instance), truth: truth === "true" };
  });
  const counted = passes.slice(1);
  return {
    perCpuSecond: counted.map(([, , cpu = NaN]) => ROWS / cpu),
    perSecond: counted.map(([, wall = NaN]) => ROWS / wall),
    flips: flips.sort((one, other) => one.row - other.row),
  };
}

/** Big-endian, as Java reads: the counts, the limits of each instance, then instance, slot and value of each row. */
function bytesOf({ count, instance, slot, value, above, below }: PeerRows): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(8 + 16 * INSTANCES + 13 * count), view = new DataView(bytes.buffer);
  view.setInt32(0, INSTANCES);
  view.setInt32(4, count);
  let at = 8;
  for (let i = 0; i < INSTANCES; i++, at += 16) {
    view.setFloat64(at, above[i]!);
    view.setFloat64(at + 8, below[i]!);
  }
  for (let row = 0; row < count; row++, at += 13) {
    view.setInt32(at, instance[row]!);
    view.setUint8(at + 4, slot[row]!);
    view.setFloat64(at + 5, value[row]!);
  }
  return bytes;
}
