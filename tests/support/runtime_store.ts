import type {
  Commit,
  CommitResult,
  Entry,
  Key,
  ListSelector,
  StorePort,
} from "../../domain/shared/commit.ts";

/** A point in the store at which calls wait for the test. */
export interface Hold {
  /** How many wait here. */
  waiting(): number;
  release(): void;
}

/** A small real store over a Deno.Kv in memory, whose calls a test can hold open and make fail. */
export class RuntimeStore implements StorePort {
  /** The written commits in the order in which they were handed in: lane and first key. */
  readonly received: { lane: number; key: string }[] = [];
  #holds = new Map<string, { waiting: number; released: Promise<void> }>();
  #failures = new Map<string, Error>();
  #lanes = new Map<number, Promise<unknown>>();
  #lastId = 0;

  private constructor(readonly kv: Deno.Kv) {}

  static async open(): Promise<RuntimeStore> {
    return new RuntimeStore(await Deno.openKv(":memory:"));
  }

  close(): void {
    this.kv.close();
  }

  /** Reads of the key, and commits whose first mutation is on it, wait from now on. */
  hold(key: Key): Hold {
    let release = () => {};
    const entry = { waiting: 0, released: new Promise<void>((resolve) => release = resolve) };
    this.#holds.set(text(key), entry);
    return { waiting: () => entry.waiting, release: () => (this.#holds.delete(text(key)), release()) };
  }

  /** Reads of the key, and commits whose first mutation is on it, throw; undefined ends that. */
  fail(key: Key, error: Error | undefined): void {
    if (error === undefined) this.#failures.delete(text(key));
    else this.#failures.set(text(key), error);
  }

  async get<T>(key: Key): Promise<Entry<T> | undefined> {
    await this.#passHold(key);
    return found(await this.kv.get<T>([...key]));
  }

  async getMany<T>(keys: readonly Key[]): Promise<(Entry<T> | undefined)[]> {
    const entries = await this.kv.getMany<T[]>(keys.map((key) => [...key]));
    return entries.map((entry) => found<T>(entry));
  }

  async list<T>({ prefix, limit, reverse }: ListSelector): Promise<Entry<T>[]> {
    const entries: Entry<T>[] = [];
    const cursor = this.kv.list<T>({ prefix: [...prefix] }, { limit, reverse });
    for await (const { key, value, versionstamp } of cursor) {
      entries.push({ key: storedKey(key), value, versionstamp });
    }
    return entries;
  }

  commit(commit: Commit, lane: number): Promise<CommitResult> {
    this.received.push({ lane, key: text(commit.mutations[0].key) });
    const before = this.#lanes.get(lane) ?? Promise.resolve();
    const written = (async () => {
      await this.#passHold(commit.mutations[0].key);
      return await this.#write(commit);
    })();
    this.#lanes.set(lane, Promise.allSettled([before, written]));
    return written;
  }

  // deno-lint-ignore require-await -- the contract's shape
  async allocateIds(_noun: string, count: number): Promise<number> {
    const first = this.#lastId + 1;
    this.#lastId += count;
    return first;
  }

  async #passHold(key: Key): Promise<void> {
    const hold = this.#holds.get(text(key));
    if (hold !== undefined) {
      hold.waiting++;
      await hold.released;
      hold.waiting--;
    }
    const failure = this.#failures.get(text(key));
    if (failure !== undefined) throw failure;
  }

  async #write(commit: Commit): Promise<CommitResult> {
    const atomic = this.kv.atomic();
    for (const { key, versionstamp } of commit.checks ?? []) atomic.check({ key: [...key], versionstamp });
    for (const mutation of commit.mutations) {
      if (mutation.type === "set") atomic.set([...mutation.key], mutation.value);
      else if (mutation.type === "delete") atomic.delete([...mutation.key]);
      else atomic.sum([...mutation.key], BigInt.asUintN(64, BigInt(mutation.value)));
    }
    const result = await atomic.commit();
    return result.ok ? { ok: true, versionstamp: result.versionstamp } : { ok: false };
  }
}

function text(key: Key): string {
  return key.join("/");
}

function found<T>(entry: Deno.KvEntryMaybe<T>): Entry<T> | undefined {
  if (entry.versionstamp === null) return undefined;
  return { key: storedKey(entry.key), value: entry.value, versionstamp: entry.versionstamp };
}

/** Nothing here writes symbols. */
function storedKey(key: Deno.KvKey): Key {
  return key as Key;
}
