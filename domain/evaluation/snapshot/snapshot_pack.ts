import { packBatch, type SampleBatch, sliceBatch } from "../../sample/batch.ts";
import type { SampleChange } from "../../sample/types.ts";
import { type NarrowColumn, valueAt } from "../../shared/narrow_column.ts";
import { quietRowBytes, quietStates, slicedQuiet, splitRows } from "./snapshot_quiet.ts";
import { changesOf, pickedStates, slicedStates, textOf, timeOf, withText } from "./snapshot_rows.ts";
import {
  type EngineSnapshot,
  type RuleStates,
  SAMPLE_SECTIONS,
  type SampleSection,
  type SnapshotChunk,
  STATE_BYTES,
  STATE_TIMES,
  type StreamStates,
  type TextPiece,
} from "./snapshot_types.ts";

type Part = SnapshotChunk["part"];

/** The size of a chunk besides its rows: names of properties, headers of columns. */
const FRAME_BYTES = 1024;
const RULE_BYTES = 3 * 4 + STATE_BYTES.length + (STATE_TIMES.length + 2) * 8;
const STREAM_BYTES = 5;
const SAMPLE_BYTES = 21;
const TEXT_FRAME_BYTES = 16;

/**
 * Splits a snapshot into chunks of at most `maxBytes` each as structured clones.
 * @throws {RangeError} if `maxBytes` is below 4,096.
 */
export function packSnapshot(snapshot: EngineSnapshot, maxBytes = 60_000): SnapshotChunk[] {
  if (maxBytes < 4 * FRAME_BYTES) throw new RangeError(`A chunk of ${maxBytes} bytes is too small`);
  const budget = maxBytes - FRAME_BYTES;
  const parts = [
    ...ruleParts(snapshot.rules, budget),
    ...streamParts(snapshot.streams, budget),
    ...SAMPLE_SECTIONS.flatMap((section) => sampleParts(snapshot[section], { section, budget })),
  ];
  if (parts.length === 0) parts.push({ kind: "rules", rules: snapshot.rules });
  return parts.map((part) => ({ v: 1, watermark: snapshot.watermark, part }));
}

/**
 * Splits rows into runs that stay within the budget. `newRun` starts a run and returns the function for a
 * row's bytes.
 */
function runs(count: number, budget: number, newRun: () => (row: number) => number): [number, number][] {
  const cut: [number, number][] = [];
  let start = 0, bytes = 0, bytesOf = newRun();
  for (let row = 0; row < count; row++) {
    let added = bytesOf(row);
    if (row > start && bytes + added > budget) {
      cut.push([start, row]);
      [start, bytes, bytesOf] = [row, 0, newRun()];
      added = bytesOf(row);
    }
    bytes += added;
  }
  if (count > 0) cut.push([start, count]);
  return cut;
}

/** As `runs`, for rows of equal size. */
function evenRuns(count: number, budget: number, rowBytes: number): [number, number][] {
  const most = Math.max(1, Math.floor(budget / rowBytes));
  return Array.from(
    { length: Math.ceil(count / most) },
    (_, i) => [i * most, Math.min(count, (i + 1) * most)],
  );
}

/** Two bytes a character. Rows without a text store none. */
function textBytes(text: string): number {
  return text === "" ? 0 : 2 * text.length + TEXT_FRAME_BYTES;
}

/** Stores all columns only for rules that need them. The others have a compact form, a tenth of the size. */
function ruleParts(rules: RuleStates, budget: number): Part[] {
  const { quiet, others } = splitRows(rules);
  return [
    ...otherParts(quiet.length === 0 ? rules : pickedStates(rules, others), budget),
    ...quietParts(rules, { rows: quiet, budget }),
  ];
}

function otherParts(rules: RuleStates, budget: number): Part[] {
  return runs(rules.rule.length, budget, newRunOf(rules, RULE_BYTES)).map(([from, to]) => ({
    kind: "rules",
    rules: slicedStates(rules, from, to),
  }));
}

function quietParts(rules: RuleStates, { rows, budget }: { rows: Int32Array; budget: number }): Part[] {
  const states = quietStates(rules, rows);
  return runs(rows.length, budget, newRunOf(states, quietRowBytes(states))).map(([from, to]) => ({
    kind: "quiet_rules",
    rules: slicedQuiet(states, from, to),
  }));
}

/** The bytes that rows add: `rowBytes` each, and a name with the first row that uses it. */
function newRunOf({ rule, ruleIds }: { rule: NarrowColumn; ruleIds: readonly string[] }, rowBytes: number) {
  return () => {
    const named = new Set<number>();
    return (row: number) => {
      const name = valueAt(rule, row), isNew = !named.has(name);
      named.add(name);
      return rowBytes + (isNew ? textBytes(ruleIds[name]!) : 0);
    };
  };
}

function streamParts({ id, read }: StreamStates, budget: number): Part[] {
  return evenRuns(id.length, budget, STREAM_BYTES).map(([from, to]) => ({
    kind: "streams",
    streams: { id: id.slice(from, to), read: read.slice(from, to) },
  }));
}

function sampleParts(
  batch: SampleBatch,
  { section, budget }: { section: SampleSection; budget: number },
): Part[] {
  if (batch.texts.length === 0) return plainSampleParts(batch, { section, budget });
  const longest = Math.floor(budget / 2) - TEXT_FRAME_BYTES;
  const pieces: TextPiece[] = [];
  const changes = changesOf(batch).map((change) => {
    if (textOf(change).length <= longest) return change;
    pieces.push(...piecesOf(change, { section, longest }));
    return withText(change, "");
  });
  const bytesOf = (row: number) => SAMPLE_BYTES + textBytes(textOf(changes[row]!));
  const cut = runs(changes.length, budget, () => bytesOf);
  const batches = cut.map(([from, to]): Part => (
    { kind: "samples", section, batch: packBatch(changes.slice(from, to)) }
  ));
  return [...batches, ...pieces];
}

/** Without texts all rows have the same size and are copied without conversion. */
function plainSampleParts(
  batch: SampleBatch,
  { section, budget }: { section: SampleSection; budget: number },
): Part[] {
  return evenRuns(batch.count, budget, SAMPLE_BYTES).map(([from, to]) => ({
    kind: "samples",
    section,
    batch: sliceBatch(batch, from, to),
  }));
}

function piecesOf(
  change: SampleChange,
  { section, longest }: { section: SampleSection; longest: number },
): TextPiece[] {
  const text = textOf(change), pieces: TextPiece[] = [];
  for (let start = 0; start < text.length; start += longest) {
    const { stream } = change;
    const piece = text.slice(start, start + longest);
    pieces.push({ kind: "text", section, stream, time: timeOf(change), index: pieces.length, text: piece });
  }
  return pieces;
}
