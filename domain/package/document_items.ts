import { JSON_LIMITS, JsonScan, scanProblem } from "../shared/json_size.ts";
import type { Issue } from "../shared/refusal.ts";

/** The most templates and instances of a document. */
export const MOST_TEMPLATES = 1_000;
export const MOST_INSTANCES = 20_000;
/** The most bytes of one template or instance of a document, and of all else in the body together. */
export const MAX_PART_BYTES = 1024 * 1024;
/** How many bytes are read in one step. */
const STEP_BYTES = 64 * 1024;
/** The longest name of a field that may lead to a list of items, with all its letters as escapes. */
const LONGEST_FIELD = 100;

const OPEN_LIST = 0x5b, OPEN_OBJECT = 0x7b;
/** The lists of items in `document`, with the most items of each. */
const LISTS: ReadonlyMap<string, number> = new Map([
  ["templates", MOST_TEMPLATES],
  ["instances", MOST_INSTANCES],
]);

/** An import's body, in parts that are parsed one by one. */
export interface SplitImport {
  /** JSON text: the body with the number of an item in place of each item. */
  frame: string;
  items: DocumentItems;
}

/** The templates and instances of a document, as JSON text in the bytes of the body. */
export class DocumentItems {
  readonly #spans: number[] = [];

  constructor(private readonly bytes: Uint8Array) {}

  get count(): number {
    return this.#spans.length / 2;
  }

  add(from: number, to: number): void {
    this.#spans.push(from, to);
  }

  /** Parses an item. Throws a SyntaxError if it is no JSON, a TypeError if it is no UTF-8. */
  parse(number: number): unknown {
    return JSON.parse(textOf(this.bytes.subarray(this.#spans[2 * number], this.#spans[2 * number + 1])));
  }
}

/**
 * Splits the body of an import, so that each item is parsed alone. A step reads 64 KiB or tries to parse an item. Returns
 * an issue if a part of the body is too large; throws as `DocumentItems.parse()` does.
 */
export function* splitImport(bytes: Uint8Array): Generator<void, SplitImport | Issue> {
  const splitter = new Splitter(bytes);
  while (splitter.at < bytes.length) {
    const issue = splitter.step();
    if (issue !== undefined) return issue;
    yield;
  }
  const split = splitter.end();
  for (let number = 0; number < split.items.count; number++) {
    split.items.parse(number);
    yield;
  }
  return split;
}

class Splitter {
  /** The index of the next byte to read. */
  at = 0;
  readonly #items: DocumentItems;
  readonly #scan = new JsonScan();
  /** The bracket of each outer level, from 1, and the field that is being read there. */
  readonly #brackets: number[] = [];
  readonly #fields: string[] = [];
  readonly #frame: string[] = [];
  #frameFrom = 0;
  #frameBytes = 0;
  /** Values of the items so far. */
  #itemValues = 0;
  /** The item that is being read: where it begins, and the number of values before it. */
  #item: { from: number; values: number } | undefined;
  /** Items of the present list so far. */
  #listed = 0;
  #isEnded = false;
  #issue: Issue | undefined;

  constructor(private readonly bytes: Uint8Array) {
    this.#items = new DocumentItems(bytes);
  }

  /** Reads on. Returns the issue of what is too large. */
  step(): Issue | undefined {
    const to = Math.min(this.at + STEP_BYTES, this.bytes.length), scan = this.#scan;
    while (this.at < to && this.#issue === undefined) {
      const at = this.at++, byte = this.bytes[at]!;
      if (scan.skips(byte)) this.at++;
      else this.#take(byte, at);
    }
    this.#checkPart(this.at);
    return this.#issue;
  }

  end(): SplitImport {
    if (!this.#isEnded) this.#toFrame(this.bytes.length);
    return { frame: this.#frame.join(""), items: this.#items };
  }

  #take(byte: number, at: number): void {
    if (this.#isEnded && byte > 0x20) throw new SyntaxError("There is more after the end of the object");
    const { depth } = this.#scan;
    switch (this.#scan.take(byte, at)) {
      case "open":
        if (depth < 3) this.#open(byte, at);
        else if (this.#scan.depth > JSON_LIMITS.depth) this.#checkPart(at);
        return;
      case "colon":
        if (depth < 3) this.#fields[depth] = this.#lastString();
        return;
      case "comma":
        if (this.#item !== undefined && depth === 3) this.#endItem(at, { isLast: false });
        return;
      case "close":
        if (this.#item !== undefined && depth === 3) this.#endItem(at, { isLast: true });
        if (depth === 1) this.#endBody(at + 1);
    }
  }

  #open(bracket: number, at: number): void {
    const { depth, values } = this.#scan;
    this.#brackets[depth] = bracket;
    if (depth !== 3 || !this.#isListOfItems()) return;
    this.#toFrame(at + 1);
    this.#listed = 0;
    this.#item = { from: at + 1, values };
  }

  #isListOfItems(): boolean {
    const [, body, document, list] = this.#brackets, [, field, listName = ""] = this.#fields;
    return body === OPEN_OBJECT && document === OPEN_OBJECT && list === OPEN_LIST && field === "document" &&
      LISTS.has(listName);
  }

  #endItem(at: number, { isLast }: { isLast: boolean }): void {
    const { from = at } = this.#item ?? {};
    this.#checkPart(at);
    const isEmptyList = isLast && this.#listed === 0 && textOf(this.bytes.subarray(from, at)).trim() === "";
    if (!isEmptyList) {
      this.#frame.push(`${this.#items.count}${isLast ? "" : ","}`);
      this.#items.add(from, at);
      this.#countItem();
    }
    const { values } = this.#scan;
    this.#itemValues += values - (this.#item?.values ?? values);
    this.#item = isLast ? undefined : { from: at + 1, values };
    if (isLast) this.#frameFrom = at;
  }

  #countItem(): void {
    const [, , list = ""] = this.#fields, most = LISTS.get(list) ?? 0;
    if (++this.#listed <= most) return;
    const message = `Takes at most ${most.toLocaleString("en-US")} items; import them in several documents`;
    this.#issue ??= { path: `document.${list}`, message };
  }

  #checkPart(at: number): void {
    const { depth, values } = this.#scan, item = this.#item;
    const bytes = item === undefined ? this.#frameBytes + at - this.#frameFrom : at - item.from;
    const inPart = item === undefined ? values - this.#itemValues : values - item.values;
    const problem = bytes > MAX_PART_BYTES && !this.#isEnded
      ? `It takes more than ${MAX_PART_BYTES / 2 ** 20} MiB`
      : scanProblem({ depth, values: inPart });
    if (problem === undefined) return;
    const path = item === undefined ? "" : `document.${this.#fields[2]}.${this.#listed}`;
    this.#issue ??= { path, message: problem };
  }

  #endBody(at: number): void {
    this.#checkPart(at);
    this.#toFrame(at);
    this.#isEnded = true;
  }

  #toFrame(to: number): void {
    this.#frame.push(textOf(this.bytes.subarray(this.#frameFrom, to)));
    this.#frameBytes += to - this.#frameFrom;
    this.#frameFrom = to;
  }

  #lastString(): string {
    const { stringFrom, stringTo } = this.#scan;
    if (stringTo - stringFrom > LONGEST_FIELD) return "";
    return String(JSON.parse(textOf(this.bytes.subarray(stringFrom, stringTo))));
  }
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}
