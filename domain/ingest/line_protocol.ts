import type { SampleValue } from "../sample/types.ts";
import type { Ticks } from "../shared/time.ts";
import { type Series, type SeriesName, StreamNames } from "./stream_names.ts";
import { ticksOfDigits } from "./times.ts";
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

const LINE_FEED = 10, RETURN = 13, SPACE = 32, QUOTE = 34, HASH = 35, COMMA = 44, EQUALS = 61, BACKSLASH = 92;
/** Series whose names are remembered: more than a sender with 10,000 streams has. */
const MOST_SERIES = 20_000;
const FORM = "a line is `measurement,tag=value field=1,other=2 time`";
const TRUE = new Set(["t", "T", "true", "True", "TRUE"]);
const FALSE = new Set(["f", "F", "false", "False", "FALSE"]);
const INTEGER = /^-?\d+i$|^\d+u$/;
const FLOAT = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;

export interface LineProtocolOptions {
  precision: Precision;
  /** Whether the text may have come from bytes that are not UTF-8. */
  mayBeBroken: boolean;
}

/**
 * Reads InfluxDB's line protocol. A line that cannot be read is rejected whole and stops no other one. Remembers the names
 * of series, which a sender repeats in each body.
 */
export class LineProtocol {
  readonly #names: StreamNames;
  readonly #series = new Map<string, SeriesName>();

  constructor(streamName: string) {
    this.#names = new StreamNames(streamName);
  }

  /** Throws PAYLOAD_TOO_LARGE for more lines than a body may have. */
  read(text: string, options: LineProtocolOptions): PushedSamples {
    const found: PushedSamples = { samples: [], lines: [], rejected: [] };
    const scanner = new Scanner(text, options.precision, (series) => this.#nameOf(series));
    const seen = this.#names.mayMeet ? new Meetings() : undefined;
    while (scanner.findLine()) {
      const { line } = scanner, { length } = found.samples;
      if (line > MOST_LINES) throw tooManyLines();
      try {
        if (options.mayBeBroken) checkUtf8(scanner.restOfLine());
        scanner.readLine(found.samples);
        seen?.check(found.samples, { from: length, series: scanner.series });
        while (found.lines.length < found.samples.length) found.lines.push(line);
      } catch (error) {
        found.rejected.push({ line, reason: problemOf(error) });
        found.samples.length = length;
        scanner.skipLine();
      }
    }
    return found;
  }

  #nameOf(text: string): SeriesName {
    const known = this.#series.get(text);
    if (known !== undefined) return known;
    const name = this.#names.of(seriesOf(text));
    if (this.#series.size >= MOST_SERIES) this.#series.clear();
    this.#series.set(text, name);
    return name;
  }
}

/** Goes through a text line by line. */
class Scanner {
  line = 0;
  /** As it stands in the last line. */
  series = "";
  #at = 0;
  #begin = 0;
  /** The end of the last line that could be read. */
  #read = 0;
  /** The line after the last one that was counted begins here. */
  #counted = 0;

  constructor(
    private readonly text: string,
    private readonly precision: Precision,
    private readonly nameOf: (series: string) => SeriesName,
  ) {}

  /** Goes to the next line that is neither empty nor a comment; false: there is none. */
  findLine(): boolean {
    const { text } = this;
    for (;;) {
      while (isBlank(text.charCodeAt(this.#at))) this.#at++;
      if (this.#at >= text.length) return false;
      if (text.charCodeAt(this.#at) !== HASH) break;
      this.#at = this.#lineEnd(this.#at);
    }
    this.#begin = this.#at;
    this.#count();
    return true;
  }

  restOfLine(): string {
    return this.text.slice(this.#begin, this.#lineEnd(this.#begin));
  }

  /** A line that cannot be read ends where it would without texts in quotes. */
  skipLine(): void {
    this.#at = Math.max(this.#read, this.#lineEnd(this.#begin));
  }

  readLine(samples: PushedSample[]): void {
    const first = samples.length;
    this.series = this.#until(isSpace);
    if (this.text.charCodeAt(this.#at) !== SPACE) throw new LineProblem(`It has no fields; ${FORM}`);
    this.#skipSpaces();
    const { before, after } = this.nameOf(this.series);
    do {
      const field = unescaped(this.#until(endsField));
      if (field === "" || this.text.charCodeAt(this.#at) !== EQUALS) {
        throw new LineProblem(`A field has no name or no value; ${FORM}`);
      }
      this.#at++;
      samples.push({
        stream: before + field + after,
        time: null,
        value: this.#value(field),
        quality: "good",
      });
    } while (this.text.charCodeAt(this.#at++) === COMMA);
    this.#at--;
    const time = this.#time();
    for (let i = first; i < samples.length; i++) samples[i]!.time = time;
    this.#read = this.#at;
  }

  #value(field: string): SampleValue {
    if (this.text.charCodeAt(this.#at) === QUOTE) return this.#quoted(field);
    const from = this.#at;
    while (!endsValue(this.text.charCodeAt(this.#at)) && this.#at < this.text.length) this.#at++;
    const value = valueOf(this.text.slice(from, this.#at));
    if (value === undefined) {
      const shown = JSON.stringify(this.text.slice(from, Math.min(this.#at, from + 40)));
      throw new LineProblem(
        `The value ${shown} of ${JSON.stringify(field)} is no number, text in quotes or boolean`,
      );
    }
    return value;
  }

  #quoted(field: string): string {
    const { text } = this, from = this.#at + 1;
    let isEscaped = false;
    for (this.#at = from; text.charCodeAt(this.#at) !== QUOTE; this.#at++) {
      if (this.#at >= text.length) {
        throw new LineProblem(`The text of ${JSON.stringify(field)} has no quote at its end`);
      }
      if (text.charCodeAt(this.#at) !== BACKSLASH) continue;
      isEscaped = true;
      this.#at++;
    }
    const value = text.slice(from, this.#at++);
    if (!endsValue(text.charCodeAt(this.#at)) && this.#at < text.length) {
      throw new LineProblem(`Something follows the quote at the end of ${JSON.stringify(field)}`);
    }
    return isEscaped ? value.replace(/\\(["\\])/g, "$1") : value;
  }

  /** The time at the end of the line; null: it has none. */
  #time(): Ticks | null {
    const { text } = this;
    this.#skipSpaces();
    const from = this.#at;
    while (isDigit(text.charCodeAt(this.#at))) this.#at++;
    const digits = text.slice(from, this.#at);
    this.#skipSpaces();
    if (text.charCodeAt(this.#at) === RETURN) this.#at++;
    if (this.#at < text.length && text.charCodeAt(this.#at) !== LINE_FEED) {
      const rest = text.slice(from, Math.min(this.#lineEnd(from), from + 40));
      throw new LineProblem(
        `${JSON.stringify(rest)} is no time in whole ${UNITS[this.precision]} since 1970`,
      );
    }
    return digits === "" ? null : ticksOfDigits(digits, this.precision);
  }

  /** The text up to a mark that no backslash precedes, or up to the end of the line. */
  #until(isMark: (code: number) => boolean): string {
    const { text } = this, from = this.#at;
    for (; this.#at < text.length; this.#at++) {
      const code = text.charCodeAt(this.#at);
      if (code === LINE_FEED || isMark(code)) break;
      if (code === BACKSLASH && text.charCodeAt(this.#at + 1) !== LINE_FEED) this.#at++;
    }
    return text.slice(from, this.#at);
  }

  #skipSpaces(): void {
    while (this.text.charCodeAt(this.#at) === SPACE) this.#at++;
  }

  #lineEnd(from: number): number {
    const end = this.text.indexOf("\n", from);
    return end < 0 ? this.text.length : end;
  }

  /** A text in quotes may hold line feeds, so lines are counted where they begin. */
  #count(): void {
    for (; this.#counted <= this.#begin; this.line++) this.#counted = this.#lineEnd(this.#counted) + 1;
  }
}

const UNITS: Readonly<Record<Precision, string>> = {
  ns: "nanoseconds",
  us: "microseconds",
  ms: "milliseconds",
  s: "seconds",
};

/** Series that meet in one stream at one time are two quantities under one name. */
class Meetings {
  readonly #seen = new Map<string, { time: Ticks | null; series: string }>();

  check(samples: readonly PushedSample[], { from, series }: { from: number; series: string }): void {
    for (let i = from; i < samples.length; i++) {
      const { stream, time } = samples[i]!, seen = this.#seen.get(stream);
      if (seen !== undefined && seen.time === time && seen.series !== series) {
        throw new LineProblem(
          `Two series give ${JSON.stringify(stream)} a value at one time: ${seen.series.slice(0, 100)} and ` +
            `${series.slice(0, 100)}; put the tag by which they differ into the name of streams`,
        );
      }
      this.#seen.set(stream, { time, series });
    }
  }
}

/** Throws a LineProblem. */
function seriesOf(text: string): Series {
  const [measurement = "", ...parts] = splitUnescaped(text, COMMA);
  if (measurement === "") throw new LineProblem(`It has no measurement; ${FORM}`);
  const tags = parts.map((part): [string, string] => {
    const [name = "", ...values] = splitUnescaped(part, EQUALS);
    if (name === "" || values.length === 0 || values.includes("")) {
      throw new LineProblem(`The tag ${JSON.stringify(part.slice(0, 40))} has no name or no value; ${FORM}`);
    }
    return [unescaped(name), unescaped(values.join("="))];
  });
  return { measurement: unescaped(measurement), tags: new Map(tags.sort(([a], [b]) => a < b ? -1 : 1)) };
}

function splitUnescaped(text: string, mark: number): string[] {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === mark) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** A backslash before anything else than a mark stands for itself. */
function unescaped(text: string): string {
  return text.includes("\\") ? text.replace(/\\([,= ])/g, "$1") : text;
}

function valueOf(text: string): SampleValue | undefined {
  if (FLOAT.test(text)) {
    const number = Number(text);
    return Number.isFinite(number) ? number : undefined;
  }
  if (INTEGER.test(text)) return Number(text.slice(0, -1));
  return TRUE.has(text) ? true : FALSE.has(text) ? false : undefined;
}

function isSpace(code: number): boolean {
  return code === SPACE;
}

function endsField(code: number): boolean {
  return code === EQUALS || code === COMMA || code === SPACE;
}

function endsValue(code: number): boolean {
  return code === COMMA || code === SPACE || code === LINE_FEED || code === RETURN;
}

function isBlank(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === RETURN || code === 9;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
