import { deflateRawSync, inflateRawSync } from "node:zlib";
import { joinedBytes } from "../../domain/shared/bytes.ts";
import type { DataType, Sample, SampleValue } from "../../domain/sample/types.ts";
import { QUALITIES } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { VarintReader, VarintWriter } from "./varint.ts";

/** Units of time in ticks, largest first: s, ms, µs, tick. */
const UNITS = [10_000_000, 10_000, 10, 1];
const MOST_DECIMALS = 6;
const LARGEST = 2 ** 50;
/** Of a code: bits 0-1 are the quality, this one says that there is no value. */
const NONE = 4;

interface Header {
  count: number;
  first: Ticks;
  unit: number;
  /** Numbers: digits after the point; null: as they are in memory. */
  decimals?: number | null;
  texts?: string[];
  /** The lengths of the columns: times, codes (0: all good), values. */
  lengths: [number, number, number];
}

/**
 * Samples of one stream in order of time as few bytes: times as changes of their distance, numbers as differences of
 * decimals where that is exact, all deflated.
 */
export function encodeSamples(samples: readonly Sample[], type: DataType): Uint8Array<ArrayBuffer> {
  const first = samples[0]!.time;
  const unit = UNITS.find((one) => samples.every(({ time }) => (time - first) % one === 0))!;
  const times = new VarintWriter();
  let before = first, distance = 0;
  for (const { time } of samples) {
    const next = (time - before) / unit;
    times.add(next - distance);
    distance = next;
    before = time;
  }
  const values = samples.flatMap(({ value }) => value === null ? [] : [value]);
  const column = encodeValues(values, type);
  const columns = [times.take(), encodeCodes(samples), column.bytes] as const;
  const header: Header = {
    count: samples.length,
    first,
    unit,
    ...column.header,
    lengths: [columns[0].length, columns[1].length, columns[2].length],
  };
  const head = new TextEncoder().encode(JSON.stringify(header) + "\n");
  return deflateRawSync(joinedBytes<Uint8Array>([head, ...columns])) as Uint8Array<ArrayBuffer>;
}

export function decodeSamples(packed: Uint8Array, type: DataType): Sample[] {
  const bytes = inflateRawSync(packed);
  const end = bytes.indexOf(10);
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Header;
  const { count, unit, lengths } = header;
  const column = (i: number) => {
    const from = end + 1 + lengths.slice(0, i).reduce((sum, length) => sum + length, 0);
    return bytes.subarray(from, from + lengths[i]!);
  };
  const times = new VarintReader(column(0)), codes = column(1);
  const next = decodeValues(column(2), { header, type });
  const samples: Sample[] = [];
  let time = header.first, distance = 0;
  for (let i = 0; i < count; i++) {
    distance += times.next();
    time += distance * unit;
    const code = codes.length === 0 ? 0 : codes[i]!;
    samples.push({ time, value: (code & NONE) === 0 ? next() : null, quality: QUALITIES[code & 3]! });
  }
  return samples;
}

function encodeCodes(samples: readonly Sample[]): Uint8Array {
  const codes = Uint8Array.from(
    samples,
    ({ value, quality }) => QUALITIES.indexOf(quality) | (value === null ? NONE : 0),
  );
  return codes.some((code) => code !== 0) ? codes : new Uint8Array();
}

interface Column {
  header: Pick<Header, "decimals" | "texts">;
  bytes: Uint8Array;
}

function encodeValues(values: readonly SampleValue[], type: DataType): Column {
  if (type === "BOOL") return { header: {}, bytes: Uint8Array.from(values, Number) };
  if (type === "NUM") return encodeNumbers(values as number[]);
  const texts = [...new Set(values.map(String))];
  const index = new Map(texts.map((text, i) => [text, i]));
  const writer = new VarintWriter();
  for (const value of values) writer.add(index.get(String(value))!);
  return { header: { texts }, bytes: writer.take() };
}

function encodeNumbers(numbers: readonly number[]): Column {
  for (let decimals = 0; decimals <= MOST_DECIMALS; decimals++) {
    const scaled = scaledBy(numbers, 10 ** decimals);
    if (scaled === undefined) continue;
    const writer = new VarintWriter();
    scaled.forEach((one, i) => writer.add(one - (scaled[i - 1] ?? 0)));
    return { header: { decimals }, bytes: writer.take() };
  }
  return {
    header: { decimals: null },
    bytes: transposed(new Uint8Array(Float64Array.from(numbers).buffer), 8),
  };
}

/** Whole numbers that give exactly these when they are divided by the scale. */
function scaledBy(numbers: readonly number[], scale: number): number[] | undefined {
  const scaled: number[] = [];
  for (const number of numbers) {
    const whole = Math.round(number * scale);
    if (Math.abs(whole) > LARGEST || Object.is(whole, -0) || whole / scale !== number) return undefined;
    scaled.push(whole);
  }
  return scaled;
}

function decodeValues(
  bytes: Uint8Array,
  { header, type }: { header: Header; type: DataType },
): () => SampleValue {
  let i = 0;
  if (type === "BOOL") return () => bytes[i++] === 1;
  const { decimals, texts = [] } = header;
  if (decimals === null) {
    const numbers = new Float64Array(transposed(bytes, bytes.length / 8).buffer);
    return () => numbers[i++]!;
  }
  const reader = new VarintReader(bytes);
  if (type === "STR") return () => texts[reader.next()]!;
  const scale = 10 ** (decimals ?? 0);
  let scaled = 0;
  return () => (scaled += reader.next()) / scale;
}

/** A table of bytes by columns instead of rows: the bytes of one place are alike, so that they deflate well. */
function transposed(bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> {
  const turned = new Uint8Array(bytes.length), height = bytes.length / width;
  for (let row = 0; row < height; row++) {
    for (let column = 0; column < width; column++) {
      turned[column * height + row] = bytes[row * width + column]!;
    }
  }
  return turned;
}
