import { LISTED_LIMITS } from "../../domain/asset/limits.ts";
import { DATA_TYPES, type DataType, type Sample } from "../../domain/sample/types.ts";
import { hasAtMost } from "../../domain/shared/text.ts";
import type { Database } from "./database.ts";
import { collectedId } from "./identity.ts";
import type { Announced } from "./inlet.ts";

/** The most streams of one source. */
export const MOST_STREAMS = 10_000;

export interface StoredStream {
  readonly key: number;
  readonly name: string;
  /** Null until its first value. */
  type: DataType | null;
  unit: string | null;
  path: readonly string[];
  /** Its newest sample; null: it has none; undefined: it has to be read. */
  last: Sample | null | undefined;
  /** Samples since the start. */
  received: number;
}

/** The streams by name. Grows `version` when one comes, goes or changes. */
export class StreamTable {
  readonly #byName = new Map<string, StoredStream>();
  readonly #byKey = new Map<number, StoredStream>();
  version = 0;

  constructor(private readonly database: Database) {
    this.reload();
  }

  /** A transaction that made or changed streams was rolled back. */
  reload(): void {
    const received = new Map([...this.#byKey].map(([key, stream]) => [key, stream.received]));
    this.#byName.clear();
    this.#byKey.clear();
    for (const [key, name, type, unit, path] of this.database.rows("SELECT * FROM streams ORDER BY name")) {
      this.#add({
        key: Number(key),
        name: String(name),
        type: DATA_TYPES.find((one) => one === type) ?? null,
        unit: unit === null ? null : String(unit),
        path: JSON.parse(String(path)) as string[],
        last: undefined,
        received: received.get(Number(key)) ?? 0,
      });
    }
  }

  all(): StoredStream[] {
    return [...this.#byName.values()];
  }

  get(name: string): StoredStream | undefined {
    return this.#byName.get(name);
  }

  byKey(key: number): StoredStream | undefined {
    return this.#byKey.get(key);
  }

  get size(): number {
    return this.#byName.size;
  }

  /** The stream of this name, made if it is new; a text: why it cannot be taken. Within a transaction. */
  take({ stream: name, type, unit, path }: Announced): StoredStream | string {
    const stream = this.#byName.get(name) ?? this.#make(name);
    if (typeof stream !== "string") this.#describe(stream, { type, unit, path });
    return stream;
  }

  /** Within a transaction. */
  remove(stream: StoredStream): void {
    this.database.run("DELETE FROM samples WHERE stream = ?", stream.key);
    this.database.run("DELETE FROM hours WHERE stream = ?", stream.key);
    this.database.run("DELETE FROM streams WHERE key = ?", stream.key);
    this.#byName.delete(stream.name);
    this.#byKey.delete(stream.key);
    this.version++;
  }

  #make(name: string): StoredStream | string {
    const problem = nameProblem(name);
    if (problem !== undefined) return problem;
    if (this.size >= MOST_STREAMS) {
      return `A source takes at most ${MOST_STREAMS} streams; name fewer, or make another source`;
    }
    const { key } = this.database.run("INSERT INTO streams (name, path) VALUES (?, '[]')", name);
    this.version++;
    return this.#add({ key, name, type: null, unit: null, path: [], last: null, received: 0 });
  }

  #add(stream: StoredStream): StoredStream {
    this.#byName.set(stream.name, stream);
    this.#byKey.set(stream.key, stream);
    return stream;
  }

  #describe(stream: StoredStream, { type, unit, path }: Omit<Announced, "stream">): void {
    const isKnown = (type === undefined || stream.type !== null) &&
      (unit === undefined || unit === stream.unit) && (path === undefined || isSamePath(path, stream.path));
    if (isKnown) return;
    stream.type ??= type ?? null;
    if (unit !== undefined) stream.unit = unit;
    if (path !== undefined) stream.path = path;
    this.database.run(
      "UPDATE streams SET type = ?, unit = ?, path = ? WHERE key = ?",
      stream.type,
      stream.unit,
      JSON.stringify(stream.path),
      stream.key,
    );
    this.version++;
  }
}

function isSamePath(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name, i) => name === other[i]);
}

function nameProblem(name: string): string | undefined {
  if (name === "") return "A stream needs a name";
  if (!hasAtMost(collectedId(name), LISTED_LIMITS.id)) {
    return `A stream's name takes at most ${LISTED_LIMITS.id} characters, where capitals count twice`;
  }
  // deno-lint-ignore no-control-regex -- they are what it looks for
  if (!name.isWellFormed() || /[\u0000-\u001f\u007f]/.test(name)) {
    return "A stream's name may hold no control characters and no half of a Unicode character";
  }
  if (name.startsWith("SYS.")) return 'Names that start with "SYS." are reserved for system tags';
  return undefined;
}
