import { assert, assertEquals } from "@std/assert";
import { PastPieces, type Piece } from "../../../../actors/source/past_pieces.ts";
import { addedSample } from "../../../../domain/sample/digest.ts";
import type { Sample, SampleChange } from "../../../../domain/sample/types.ts";

const UNIT = 100;
const HORIZON = 72 * UNIT;
const STREAM = 7;
const POLLED = new Set([STREAM]);

function sample(time: number, value = time): Sample {
  return { time, value, quality: "good" };
}

function upsert(time: number, value?: number): SampleChange {
  return { op: "upsert", stream: STREAM, sample: sample(time, value) };
}

/** Reads a stream with a sample each ten ticks, and evaluates it up to a time. */
function evaluated(pieces: PastPieces, { before, watermark }: { before: number; watermark: number }): void {
  const changes: SampleChange[] = [];
  for (let time = before - before % 10 + 10; time <= watermark + 40; time += 10) changes.push(upsert(time));
  pieces.read([{ id: STREAM }], { from: before, upTo: watermark + 40, changes });
  pieces.evaluated(POLLED, { before, watermark });
}

/** The digest of a piece with these samples of its stream. */
function digestOf({ from, to, since }: Piece): number {
  let digest = 0;
  const first = Math.max(from, since.get(STREAM) ?? from);
  for (let time = first - first % 10 + 10; time <= to; time += 10) digest = addedSample(digest, sample(time));
  return digest;
}

Deno.test("each moment is checked repeatedly, each time at up to twice the age", () => {
  const pieces = new PastPieces({ unit: UNIT, horizon: HORIZON });
  const checks = new Map<number, number[]>();
  for (let watermark = 230; watermark < 20_000; watermark += 30) {
    evaluated(pieces, { before: watermark - 30, watermark });
    for (let piece = pieces.due(watermark); piece !== undefined; piece = pieces.due(watermark)) {
      for (let time = piece.from + 1; time <= piece.to; time++) {
        checks.set(time, [...checks.get(time) ?? [], watermark - time]);
      }
      pieces.checked(piece, new Map());
    }
  }
  for (const [time, ages] of checks) {
    if (time > 12_000) continue;
    assert(ages[0] < 2 * UNIT + 30, `first check at ${time} when ${ages[0]} old`);
    ages.slice(1).forEach((age, i) => assert(age <= 4 * ages[i] + 30, `${time}: ${ages}`));
    assert(ages[ages.length - 1] > HORIZON / 4, `last check at ${time} when ${ages.at(-1)} old`);
  }
  assert(checks.size > 10_000);
});

Deno.test("the past is stored in few pieces, which contain what was evaluated in them, as far as it reaches", () => {
  const pieces = new PastPieces({ unit: UNIT, horizon: HORIZON });
  let most = 0;
  for (let watermark = 230; watermark < 20_000; watermark += 30) {
    evaluated(pieces, { before: watermark - 30, watermark });
    for (let piece = pieces.due(watermark); piece !== undefined; piece = pieces.due(watermark)) {
      assertEquals(piece.digests.get(STREAM), digestOf(piece), `(${piece.from}, ${piece.to}]`);
      pieces.checked(piece, new Map());
    }
    most = Math.max(most, pieces.pieces.length);
    const [first] = pieces.pieces;
    assert(first.to > watermark - HORIZON && first.from <= Math.max(200, watermark - HORIZON));
    pieces.pieces.slice(1).forEach(({ from }, i) => assertEquals(from, pieces.pieces[i].to));
  }
  assert(most <= 2 * Math.ceil(Math.log2(HORIZON / UNIT)) + 2, `${most} pieces`);
});

Deno.test("late checks use pieces as long as their age, the longest due first", () => {
  const pieces = new PastPieces({ unit: UNIT, horizon: HORIZON });
  for (let watermark = 230; watermark < 64 * UNIT; watermark += 30) {
    evaluated(pieces, { before: watermark - 30, watermark });
  }
  const watermark = 64 * UNIT - 60, checked: Piece[] = [];
  for (let piece = pieces.due(watermark); piece !== undefined; piece = pieces.due(watermark)) {
    assertEquals(piece.digests.get(STREAM), digestOf(piece));
    checked.push(piece);
    pieces.checked(piece, new Map());
  }
  assert(checked.length <= 12, `${checked.length} checks`);
  const dueAt = checked.slice(0, 4).map(({ to, level }) => to + UNIT * 2 ** level);
  assertEquals(dueAt, dueAt.toSorted((a, b) => a - b));
  assertEquals(new Set(checked.flatMap(({ from, to }) => [from, to])).size > checked.length, true);
});

Deno.test("a stream counts from when it is polled on, and no more once it is not", () => {
  const pieces = new PastPieces({ unit: UNIT, horizon: HORIZON });
  pieces.evaluated(new Set([1]), { before: 200, watermark: 250 });
  pieces.read([{ id: STREAM }], { from: 250, upTo: 400, changes: [upsert(260), upsert(310)] });
  pieces.evaluated(new Set([1, STREAM]), { before: 250, watermark: 330 });
  const [piece] = pieces.pieces;
  assertEquals([piece.from, piece.to, piece.since.get(STREAM)], [200, 300, 250]);
  assertEquals(piece.digests.get(STREAM), addedSample(0, sample(260)));
  pieces.evaluated(new Set([1]), { before: 330, watermark: 340 });
  assertEquals(piece.digests.has(STREAM), false);
  pieces.evaluated(new Set(), { before: 340, watermark: 350 });
  assertEquals(pieces.pieces, []);
});

Deno.test("samples that are read again replace waiting ones", () => {
  const pieces = new PastPieces({ unit: UNIT, horizon: HORIZON });
  pieces.read([{ id: STREAM }], { from: 200, upTo: 290, changes: [upsert(210), upsert(220), upsert(230)] });
  pieces.read([{ id: STREAM }], { from: 200, upTo: 290, changes: [upsert(220, 5), upsert(240)] });
  pieces.evaluated(POLLED, { before: 200, watermark: 235 });
  assertEquals(pieces.pieces[0].digests.get(STREAM), addedSample(0, sample(220, 5)));
});

Deno.test("stored pieces are continued from unless more was evaluated than they contain", () => {
  const before = new PastPieces({ unit: UNIT, horizon: HORIZON });
  evaluated(before, { before: 200, watermark: 450 });
  const stored = [...before.pieces], { upTo } = before;
  const after = new PastPieces({ unit: UNIT, horizon: HORIZON });
  after.load(stored, { upTo, watermark: 430 });
  evaluated(after, { before: 430, watermark: 520 });
  assertEquals(after.pieces.map((piece) => [piece.from, piece.to]), [[200, 300], [300, 400], [400, 500], [
    500,
    600,
  ]]);
  for (const piece of after.pieces.slice(0, 3)) assertEquals(piece.digests.get(STREAM), digestOf(piece));
  const anew = new PastPieces({ unit: UNIT, horizon: HORIZON });
  anew.load(stored, { upTo, watermark: 460 });
  assertEquals(anew.pieces, []);
});
