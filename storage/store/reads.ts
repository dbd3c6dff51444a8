import { type Entry, isInShare, type Key, type ListSelector } from "../../domain/shared/commit.ts";
import type { KvBackend } from "./backend.ts";
import { sleep } from "../../concurrency/sleep.ts";
import { type CallDeadline, jittered } from "./deadline.ts";
import type { Health } from "./health.ts";
import { LIMITS } from "./size.ts";
import { isTransient, LATE_READ, refusalOf, troubleOf } from "./trouble.ts";
import { isUndecodable, UndecodableValue } from "./undecodable.ts";
import { hasSaneParts, isWideHead, joinParts, partKeys } from "./wide.ts";

export interface ReadContext {
  backend: KvBackend;
  health: Health;
  deadline: CallDeadline;
  random: () => number;
}

/** How many getMany calls of ten keys run in parallel. */
const PARALLEL = 16;
const RETRY_MS = 20;

/** Reads of any size, each within its deadline or refused with UNAVAILABLE. A damaged value: UndecodableValue. */
export class Reads {
  /** Entries returned by lists and keys looked up, found or not. */
  entriesRead = 0;

  constructor(readonly context: ReadContext) {}

  async getMany<T>(requested: readonly Key[]): Promise<(Entry<T> | undefined)[]> {
    const tens = tensOf(requested);
    const found: (Entry | undefined)[] = [];
    for (let i = 0; i < tens.length; i += PARALLEL) {
      const some = await Promise.all(tens.slice(i, i + PARALLEL).map((ten) => this.#ten(ten)));
      found.push(...some.flat());
    }
    return await this.#allWhole<T>(found);
  }

  /** The deadline counts from the last batch, so a list may be of any length. */
  async list<T>(selector: ListSelector): Promise<Entry<T>[]> {
    const all = await this.#guarded([selector.prefix], (alive) => this.#collect(selector, alive));
    const heads = all.filter(({ key }) => isInShare(key, selector.every));
    const whole = await this.#allWhole<T>(heads);
    return whole.filter((entry) => entry !== undefined);
  }

  /** Values in parts are read one by one, so that a long list never reads all of them at once. */
  async #allWhole<T>(found: (Entry | undefined)[]): Promise<(Entry<T> | undefined)[]> {
    const whole: (Entry<T> | undefined)[] = [];
    for (const entry of found) {
      const wide = entry !== undefined && isWideHead(entry.value);
      whole.push(wide ? await this.#whole<T>(entry) : entry && asRead<T>(entry));
    }
    return whole;
  }

  #ten(ten: Key[]): Promise<(Entry | undefined)[]> {
    return this.#guarded(ten, async () => {
      this.entriesRead += ten.length;
      const found = await this.context.backend.getMany(ten);
      return found.map((entry) => entry.versionstamp === null ? undefined : entryOf(entry));
    });
  }

  async #collect(selector: ListSelector, alive: () => void): Promise<Entry[]> {
    const { limit, reverse = false, atOnce = LIMITS.listBatch } = selector;
    const batchSize = Math.min(limit ?? atOnce, atOnce, LIMITS.listBatch);
    if (batchSize < 1) return [];
    const entries: Entry[] = [];
    for await (
      const entry of this.context.backend.list(kvSelector(selector), { limit, reverse, batchSize })
    ) {
      this.entriesRead++;
      if (entries.push(entryOf(entry)) % batchSize === 0) alive();
    }
    return entries;
  }

  /** Head and parts must be of one commit. If the value was rewritten between the two reads, it is read again. */
  async #whole<T>(head: Entry): Promise<Entry<T> | undefined> {
    if (!isWideHead(head.value)) return asRead<T>(head);
    if (!hasSaneParts(head.value)) throw new UndecodableValue([head.key]);
    const parts = (await Promise.all(tensOf(partKeys(head.key, head.value)).map((ten) => this.#ten(ten))))
      .flat();
    const bytes: Uint8Array[] = [];
    for (const part of parts) {
      if (part?.versionstamp === head.versionstamp && part.value instanceof Uint8Array) {
        bytes.push(part.value);
      }
    }
    if (bytes.length < parts.length) {
      const [again] = await this.#ten([head.key]);
      if (again?.versionstamp === head.versionstamp) throw new UndecodableValue([head.key]);
      return again && await this.#whole<T>(again);
    }
    try {
      return asRead<T>({ ...head, value: joinParts(bytes) });
    } catch {
      throw new UndecodableValue([head.key]);
    }
  }

  /** Runs a read within the deadline, which `alive` restarts; retries transient errors. */
  async #guarded<T>(keys: readonly Key[], read: (alive: () => void) => Promise<T>): Promise<T> {
    const { deadline } = this.context, until = deadline.now() + deadline.ms;
    for (;;) {
      try {
        const value = await this.#inTime(read);
        this.context.health.up("reads");
        return value;
      } catch (error) {
        if (isUndecodable(error)) throw new UndecodableValue(keys);
        if (!isTransient(error) || deadline.now() > until) throw this.#refusal(error);
        await sleep(jittered(RETRY_MS, this.context.random));
      }
    }
  }

  #inTime<T>(read: (alive: () => void) => Promise<T>): Promise<T> {
    const { deadline } = this.context;
    let last = deadline.now();
    const promise = read(() => last = deadline.now());
    const wait = (ms: number): Promise<T> =>
      deadline.of(promise, () => new Late(), ms).catch((error) => {
        const left = last + deadline.ms - deadline.now();
        if (error instanceof Late && left > 1) return wait(left);
        throw error;
      });
    return wait(deadline.ms);
  }

  #refusal(error: unknown): Error {
    const trouble = error instanceof Late ? LATE_READ : troubleOf(error);
    if (trouble === undefined) return error instanceof Error ? error : new TypeError(String(error));
    this.context.health.down("reads", trouble, error instanceof Late ? undefined : error);
    return refusalOf(trouble);
  }
}

class Late extends Error {}

function tensOf<T>(items: readonly T[]): T[][] {
  const tens: T[][] = [];
  for (let i = 0; i < items.length; i += LIMITS.getMany) tens.push(items.slice(i, i + LIMITS.getMany));
  return tens;
}

function kvSelector({ prefix, start, end }: ListSelector): Deno.KvListSelector {
  if (start !== undefined && end !== undefined) return { start, end };
  if (start !== undefined) return { prefix, start };
  return end === undefined ? { prefix } : { prefix, end };
}

/** Counters are read as signed whole numbers. */
function entryOf(entry: Deno.KvEntry<unknown>): Entry {
  const { value } = entry;
  const plain = value instanceof Deno.KvU64 ? Number(BigInt.asIntN(64, value.value)) : value;
  return { key: entry.key as Key, value: plain, versionstamp: entry.versionstamp };
}

/** The caller knows the type; the kinds of records check it. */
function asRead<T>(entry: Entry): Entry<T> {
  return entry as Entry<T>;
}
