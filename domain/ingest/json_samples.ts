import { LISTED_LIMITS } from "../asset/limits.ts";
import { QUALITIES, type Quality, type SampleValue } from "../sample/types.ts";
import { isMap } from "../shared/objects.ts";
import { invalid } from "../shared/refusal.ts";
import { hasAtMost } from "../shared/text.ts";
import { type Ticks, ticksFromSourceTime } from "../shared/time.ts";
import { ticksOfNumber } from "./times.ts";
import {
  checkUtf8,
  LineProblem,
  MOST_LINES,
  type Precision,
  problemOf,
  type PushedSample,
  type PushedSamples,
  tooManyLines,
} from "./types.ts";

const FIELDS: ReadonlySet<string> = new Set(["stream", "time", "value", "quality", "unit", "asset"]);

/** Reads one JSON object a line. Throws PAYLOAD_TOO_LARGE for more lines than a body may have. */
export function readJsonLines(text: string, precision: Precision): PushedSamples {
  const lines = text.split("\n", MOST_LINES + 2);
  if (lines.length > MOST_LINES && lines.slice(MOST_LINES).some((line) => line.trim() !== "")) {
    throw tooManyLines();
  }
  return readEach(lines, (line) => line.trim() === "" ? undefined : sampleOf(parsed(line), precision));
}

/**
 * Reads an array of objects, or one object. Throws VALIDATION_FAILED for anything else, PAYLOAD_TOO_LARGE for more items than
 * a body may have.
 */
export function readJson(text: string, precision: Precision): PushedSamples {
  const body = parsedWhole(text), items = Array.isArray(body) ? body : [body];
  if (items.length > MOST_LINES) throw tooManyLines();
  return readEach(items, (item) => sampleOf(item, precision));
}

function readEach<Item>(
  items: readonly Item[],
  read: (item: Item) => PushedSample | undefined,
): PushedSamples {
  const found: PushedSamples = { samples: [], lines: [], rejected: [] };
  for (const [index, item] of items.entries()) {
    try {
      const sample = read(item);
      if (sample === undefined) continue;
      found.samples.push(sample);
      found.lines.push(index + 1);
    } catch (error) {
      found.rejected.push({ line: index + 1, reason: problemOf(error) });
    }
  }
  return found;
}

function parsed(line: string): unknown {
  checkUtf8(line);
  try {
    return JSON.parse(line);
  } catch {
    throw new LineProblem("It is not JSON; a line is one object");
  }
}

function parsedWhole(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(
      "",
      "The body is not JSON; send an array of samples, or a sample a line as application/x-ndjson",
    );
  }
}

/** Throws a LineProblem. */
function sampleOf(item: unknown, precision: Precision): PushedSample {
  if (!isMap(item)) throw new LineProblem("A sample is an object with stream, time and value");
  for (const name of Object.keys(item)) {
    if (!FIELDS.has(name)) {
      throw new LineProblem(
        `Unknown field ${
          JSON.stringify(name.slice(0, 40))
        }; a sample has stream, time, value, quality, unit and asset`,
      );
    }
  }
  const { stream, time, value, quality, unit, asset } = item;
  if (typeof stream !== "string" || stream === "") {
    throw new LineProblem("`stream` must be the name of a stream");
  }
  if (unit !== undefined && typeof unit !== "string") throw new LineProblem("`unit` must be a text");
  return {
    stream,
    time: timeOf(time, precision),
    value: valueOf(value),
    quality: qualityOf(quality),
    ...unit !== undefined && { unit },
    ...asset !== undefined && { path: [assetOf(asset)] },
  };
}

function timeOf(time: unknown, precision: Precision): Ticks | null {
  if (time === undefined || time === null) return null;
  const ticks = typeof time === "string"
    ? ticksFromSourceTime(time)
    : typeof time === "number"
    ? ticksOfNumber(time, precision)
    : undefined;
  if (ticks !== undefined) return ticks;
  throw new LineProblem("`time` must be a text such as 2026-01-31T08:15:02.123Z, or a number by `precision`");
}

function valueOf(value: unknown): SampleValue | null {
  if (value === null || ["number", "string", "boolean"].includes(typeof value)) {
    return value as SampleValue | null;
  }
  throw new LineProblem("`value` must be a number, a text, a boolean or null");
}

function assetOf(asset: unknown): string {
  if (typeof asset === "string" && asset.trim() !== "" && hasAtMost(asset, LISTED_LIMITS.id)) return asset;
  throw new LineProblem(`\`asset\` must be a text of at most ${LISTED_LIMITS.id} characters`);
}

function qualityOf(quality: unknown): Quality {
  const found = quality === undefined ? "good" : QUALITIES.find((one) => one === quality);
  if (found !== undefined) return found;
  throw new LineProblem(`\`quality\` must be one of ${QUALITIES.join(", ")}`);
}
