import type { AnyMutation, Entry, Key, Mutation } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import { keys, PACKING_LANE } from "./keys.ts";
import type { LoadMirror } from "./mirror.ts";
import { RepeatedRun } from "../concurrency/repeated_run.ts";
import type { NounContext } from "./write.ts";
import { blockOf, IDS_A_BLOCK, isPackedNoun, PACKED_NOUNS, type PackedNoun } from "./writes/packed_blocks.ts";
import { packShare, type Share } from "./writes/packed_blocks.ts";
import { readPacked } from "./writes/read_packed.ts";
import type { After } from "../concurrency/after.ts";

export interface PackingOptions {
  /** How many shards share the instances. */
  shards: number;
  /** A block is packed once it has not been written to for this time. The default is 5,000 ms. */
  quietMs?: Ms;
  /** The default is the isolate's own timers. */
  after?: After;
}

/** A block is packed once it has not been written to for this time, or has been out of date for `LONGEST_MS`. */
const QUIET_MS = 5_000;
/** Due blocks are checked this often within that time, with a shortest interval. */
const CHECKS = 5;
const SHORTEST_MS = 20;
const LONGEST_MS = 60_000;
/** The pause between two blocks. */
const PAUSE_MS = 10;
const PARTS_A_COMMIT = 4;
const SWEPT_AT_ONCE = 50;

/** A block whose packed form is missing or out of date. */
interface Due {
  noun: PackedNoun;
  block: number;
  sinceMs: Ms;
  touchedMs: Ms;
}

/**
 * Keeps records packed (see `packed_blocks.ts`): one share per shard for instances, one for all streams. It reads a
 * block's mark, then its records, and writes the parts under a check of the mark; an interrupted packing leaves a
 * block that readers ignore. Keeps the records packed that every start reads.
 */
export class Packing {
  readonly #due = new Map<string, Due>();
  readonly #runs: RepeatedRun<number>;
  #isCleanedUp = false;

  constructor(private readonly context: NounContext, readonly options: PackingOptions) {
    this.#runs = new RepeatedRun(options.after);
    context.store.onCommit((mutations) => this.#noteWrites(mutations));
  }

  /** The function by which a mirror reads a noun, in pieces with pauses. Blocks that are not packed become due. */
  loadOf(noun: PackedNoun): LoadMirror {
    return (store) => this.#load(noun, store);
  }

  /** Starts packing due blocks. */
  start(): void {
    const everyMs = Math.max(SHORTEST_MS, this.#quietMs / CHECKS);
    this.#runs.repeat({
      firstMs: everyMs,
      everyMs,
      begin: () => this.#run(this.#quietMs),
      onError: (error) =>
        this.context.log("warn", "Records could not be packed; trying again", { reason: String(error) }),
    });
  }

  get #quietMs(): Ms {
    return this.options.quietMs ?? QUIET_MS;
  }

  /**
   * Packs the blocks that were not written to for `quietMs`, and returns how many. It also runs repeatedly on
   * its own.
   */
  run(quietMs = this.#quietMs): Promise<number> {
    return this.#runs.join(() => this.#run(quietMs));
  }

  close(): Promise<void> {
    return this.#runs.close();
  }

  async *#load(noun: PackedNoun, store: NounContext["store"]): AsyncIterable<Entry[]> {
    const of = this.#sharesOf(noun), rests = Array.from({ length: of }, (_, rest) => rest);
    for await (const { entries, isPacked } of readPacked<{ id: number }>(store, { noun, of, rests })) {
      if (!isPacked) { for (const { key } of entries) this.#note(noun, blockOf(Number(key[1]))); }
      yield entries;
      await this.#runs.pause(0);
    }
  }

  #sharesOf(noun: PackedNoun): number {
    return noun === "instance" ? Math.max(1, this.options.shards) : 1;
  }

  #noteWrites(mutations: readonly AnyMutation[]): void {
    for (const { type, key: [noun, id] } of mutations) {
      if (type !== "sum" && isPackedNoun(noun)) this.#note(noun, blockOf(Number(id)));
    }
  }

  #note(noun: PackedNoun, block: number): void {
    const touchedMs = this.context.now(), name = `${noun}/${block}`;
    const known = this.#due.get(name);
    if (known === undefined) this.#due.set(name, { noun, block, sinceMs: touchedMs, touchedMs });
    else known.touchedMs = touchedMs;
  }

  async #run(quietMs: Ms): Promise<number> {
    let packed = 0;
    if (!this.#isCleanedUp) await this.#deleteOtherShares();
    for (const [name, due] of [...this.#due]) {
      if (this.#runs.isClosed) break;
      if (!this.#isQuiet(due, quietMs)) continue;
      await this.#runs.pause(PAUSE_MS);
      if (this.context.store.stats().queued > 0) continue;
      this.#due.delete(name);
      const isPacked = await this.#pack(due).catch((error) => {
        this.#note(due.noun, due.block);
        throw error;
      });
      if (isPacked) packed++;
      else this.#note(due.noun, due.block);
    }
    return packed;
  }

  #isQuiet({ sinceMs, touchedMs }: Due, quietMs: Ms): boolean {
    const nowMs = this.context.now();
    return nowMs - touchedMs >= quietMs || nowMs - sinceMs >= LONGEST_MS;
  }

  /** False when the block was written to meanwhile. */
  async #pack({ noun, block }: Due): Promise<boolean> {
    const { store, random } = this.context, markKey = keys.blockMark(noun, block);
    const mark = (await store.get(markKey))?.versionstamp ?? null;
    const [start, end] = [block, block + 1].map((each): Key => [noun, each * IDS_A_BLOCK]);
    const entries = await store.list({ prefix: [noun], start, end });
    const of = this.#sharesOf(noun), labels = { mark, packing: random(8).toHex() };
    const writes: Mutation[] = [];
    for (let rest = 0; rest < of; rest++) {
      const own = entries.filter(({ key }) => Number(key[1]) % of === rest),
        place = { noun, block, of, rest };
      const parts = packShare(own, labels);
      writes.push(
        ...parts.map((value, part): Mutation => ({ type: "set", key: keyOf(place, part), value })),
        ...await this.#surplusParts(place, parts.length),
      );
    }
    for (let from = 0; from < writes.length; from += PARTS_A_COMMIT) {
      const mutations = writes.slice(from, from + PARTS_A_COMMIT);
      const checks = [{ key: markKey, versionstamp: mark }];
      if (!(await store.commit({ checks, mutations }, PACKING_LANE)).ok) return false;
    }
    return true;
  }

  /** Deletes of the parts that an earlier, longer packing left. */
  async #surplusParts(place: BlockLocation, count: number): Promise<Mutation[]> {
    const prefix = keyOf(place, 0).slice(0, -1);
    const surplus = await this.context.store.list({ prefix, start: keyOf(place, count) });
    return surplus.map(({ key }) => ({ type: "delete", key }));
  }

  /** Deletes what was packed for another number of shards. */
  async #deleteOtherShares(): Promise<void> {
    for (const noun of PACKED_NOUNS) {
      const share = { of: this.#sharesOf(noun), rest: 0 }, own = keys.packed(noun, share, 0, 0).slice(0, 3);
      const after = keys.packed(noun, { ...share, of: share.of + 1 }, 0, 0).slice(0, 3);
      await this.#deleteRange({ prefix: own.slice(0, 2), end: own });
      await this.#deleteRange({ prefix: own.slice(0, 2), start: after });
    }
    this.#isCleanedUp = !this.#runs.isClosed;
  }

  async #deleteRange(range: { prefix: Key; start?: Key; end?: Key }): Promise<void> {
    const { store } = this.context;
    while (!this.#runs.isClosed) {
      const some = await store.list({ ...range, limit: SWEPT_AT_ONCE });
      if (some.length === 0) return;
      const mutations = some.map(({ key }): Mutation => ({ type: "delete", key }));
      await store.commit({ mutations }, PACKING_LANE);
    }
  }
}

type BlockLocation = Share & { noun: PackedNoun; block: number };

function keyOf({ noun, block, ...share }: BlockLocation, part: number): Key {
  return keys.packed(noun, share, block, part);
}
