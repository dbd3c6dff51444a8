import { lineLink } from "../../actors/runtime/line.ts";
import type { ShardLink } from "../../actors/runtime/link.ts";
import { borrowLine, newNonce } from "../../connectors/holder/lent_line.ts";
import type { Seal } from "../../connectors/holder/seal.ts";
import { shardPlaces } from "../../domain/lending/places.ts";
import type { Neighbour, Neighbours } from "../../domain/ownership/neighbours.ts";
import type { Ms } from "../../domain/shared/time.ts";

export interface BorrowerOptions {
  seal: Seal;
  neighbours: Neighbours;
  /** Steady. */
  now(): number;
  /** The clock that events are told by. */
  wallNow(): Ms;
}

/** A process gets shards once it has lived so long: one that starts again and again gets none. */
const SETTLED_MS: Ms = 3_000;
/** One that lost a shard, or took none, gets none for so long, and twice as long each time. */
const AVOIDED_MS: Ms = 10_000;
const LONGEST_AVOIDED_MS: Ms = 600_000;

/** Of a process that has just gone: nothing listens there. */
const NOWHERE = "127.0.0.1:1";

interface Avoided {
  untilMs: Ms;
  forMs: Ms;
}

/** Where the shards of the process that holds the store live: in its own workers, and in those that others lend. */
export class Borrower {
  #places: (string | undefined)[] = [];
  readonly #avoided = new Map<string, Avoided>();
  /** Lines that are open, for shards that are about to move. */
  readonly #opened = new Map<number, { to: string; link: ShardLink }>();
  /** Shards that leave where they live: that their line ends is nobody's fault. */
  readonly #moving = new Set<number>();

  constructor(readonly options: BorrowerOptions) {}

  /** How many shards live in a process. */
  placed(process: string): number {
    return this.#places.filter((place) => place === process).length;
  }

  /** From now on so many shards are to be placed, wherever those before have lived. */
  begin(shards: number): void {
    this.#places = new Array(shards).fill(undefined);
  }

  /** The way to a shard in another process; undefined when it is to live in this one. */
  linkTo(shard: number): ShardLink | undefined {
    const opened = this.#opened.get(shard);
    this.#opened.delete(shard);
    this.#moving.delete(shard);
    const to = opened?.to ?? this.#wanted()[shard] ?? this.#self;
    this.#places[shard] = to;
    return to === this.#self ? undefined : opened?.link ?? lineLink(this.#borrow(shard, to).line);
  }

  /**
   * The shards that should live elsewhere than they do, and can: there is a line to their new place. Those of processes
   * that live no more are among them.
   */
  async movable(): Promise<number[]> {
    this.#forgetMoves();
    // While the store is away nobody is seen, and that says nothing.
    if (this.options.neighbours.all(this.options.now()).length === 0) return [];
    const wanted = this.#wanted();
    const misplaced = wanted.flatMap((to, shard) => to === this.#places[shard] ? [] : [{ shard, to }]);
    const tried = await Promise.all(misplaced.map((one) => this.#reach(one)));
    const movable = misplaced.filter((_, i) => tried[i]).map(({ shard }) => shard);
    for (const shard of movable) this.#moving.add(shard);
    return movable;
  }

  /** Those of the last time that did not come about. */
  #forgetMoves(): void {
    for (const { link } of this.#opened.values()) link.close();
    this.#opened.clear();
    this.#moving.clear();
  }

  async #reach({ shard, to }: { shard: number; to: string }): Promise<boolean> {
    if (to === this.#self) return true;
    const { line, opened } = this.#borrow(shard, to);
    if (!await opened) return false;
    this.#opened.set(shard, { to, link: lineLink(line) });
    return true;
  }

  get #self(): string {
    return this.options.neighbours.self;
  }

  #borrow(shard: number, to: string) {
    const { seal, neighbours: { self: from, program }, wallNow, now } = this.options;
    const address = this.#lenders().find(({ id }) => id === to)?.address ?? NOWHERE;
    const borrowing = { v: 1, program, from, to, shard, nowMs: wallNow(), nonce: newNonce() } as const;
    const borrowed = borrowLine(address, { seal, borrowing });
    borrowed.line.onClosed(() => {
      if (!this.#moving.has(shard)) this.#avoid(to, now());
    });
    return borrowed;
  }

  #avoid(process: string, nowMs: Ms): void {
    const before = this.#avoided.get(process);
    if (before !== undefined && before.untilMs > nowMs) return;
    const forMs = Math.min(LONGEST_AVOIDED_MS, 2 * (before?.forMs ?? AVOIDED_MS / 2));
    this.#avoided.set(process, { forMs, untilMs: nowMs + forMs });
  }

  #wanted(): string[] {
    const others = this.#lenders().map(({ id }) => id);
    return shardPlaces({ shards: this.#places.length, self: this.#self, others, now: this.#places });
  }

  #lenders(): Neighbour[] {
    const { neighbours: { self, program }, now } = this.options;
    const nowMs = now();
    return this.options.neighbours.all(nowMs).filter((one) => {
      const isSettled = nowMs - one.sinceMs >= SETTLED_MS;
      const isAvoided = (this.#avoided.get(one.id)?.untilMs ?? -Infinity) > nowMs;
      return one.id !== self && one.address !== null && one.program === program && isSettled && !isAvoided;
    });
  }
}
