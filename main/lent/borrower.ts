import { lineLink } from "../../actors/runtime/line.ts";
import type { ShardLink } from "../../actors/runtime/link.ts";
import { borrowLine, newNonce } from "../../connectors/holder/lent_line.ts";
import type { Seal } from "../../connectors/holder/seal.ts";
import { Avoidance } from "../../domain/lending/avoidance.ts";
import { shardPlaces } from "../../domain/lending/places.ts";
import type { Neighbours } from "../../domain/ownership/neighbours.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Log } from "../../settings/log.ts";

export interface BorrowerOptions {
  seal: Seal;
  neighbours: Neighbours;
  /** Steady. */
  now(): number;
  /** The clock that events are told by. */
  wallNow(): Ms;
  log: Log;
}

/** A process gets shards once it has lived so long: one that starts again and again gets none. */
const SETTLED_MS: Ms = 3_000;

/** The way to a worker in another process. */
interface Borrowed {
  to: string;
  link: ShardLink;
  /** Whether the other process lent one. */
  opened: Promise<boolean>;
  /** It is given up by this process: that it ends is nobody's fault. */
  isLeft: boolean;
}

interface Lender {
  id: string;
  address: string;
}

/** Where the shards of the process that holds the store live: in its own workers, and in those that others lend. */
export class Borrower {
  #places: (string | undefined)[] = [];
  /** Changes when the shards are placed anew, and at the end: what was under way before counts no more. */
  #term = 0;
  readonly #avoidance = new Avoidance();
  /** Of the shards that live elsewhere. */
  readonly #lines = new Map<number, Borrowed>();
  /** Of those that are about to. */
  readonly #ahead = new Map<number, Borrowed>();

  constructor(readonly options: BorrowerOptions) {}

  /** The shards that live in a process. */
  shardsIn(process: string): number[] {
    return this.#places.flatMap((place, shard) => place === process ? [shard] : []);
  }

  /** From now on so many shards are to be placed, wherever those before have lived. */
  begin(shards: number): void {
    this.end();
    this.#lines.clear();
    this.#places = new Array(shards).fill(undefined);
  }

  /** The shards are about to end: nothing moves any more, and it is nobody's fault when a line ends. */
  end(): void {
    this.#term++;
    this.#forgetMoves();
    for (const line of this.#lines.values()) line.isLeft = true;
  }

  /** The way to a shard in another process; undefined when it is to live in this one. */
  linkTo(shard: number): ShardLink | undefined {
    const ahead = this.#ahead.get(shard);
    this.#ahead.delete(shard);
    const borrowed = ahead ?? this.#borrow(shard, this.#wanted()[shard]);
    this.#places[shard] = borrowed?.to ?? this.#self;
    if (borrowed === undefined) this.#lines.delete(shard);
    else this.#lines.set(shard, borrowed);
    return borrowed?.link;
  }

  /**
   * The shards that should live elsewhere than they do, and can: there is a line to their new place. Those of processes
   * that live no more are among them.
   */
  async movable(): Promise<number[]> {
    this.#forgetMoves();
    // While the store is away nobody is seen, and that says nothing.
    if (this.options.neighbours.all(this.options.now()).length === 0) return [];
    const term = this.#term;
    const misplaced = this.#wanted().flatMap((to, shard) =>
      to === this.#places[shard] ? [] : [{ shard, to, borrowed: this.#borrow(shard, to) }]
    );
    await Promise.all(misplaced.map(({ borrowed }) => borrowed?.opened));
    const movable = await Promise.all(misplaced.map((one) => this.#mayMove(one, term)));
    return misplaced.filter((_, i) => movable[i]).map(({ shard }) => shard);
  }

  /** A shard that was lost meanwhile lives somewhere else already. */
  async #mayMove(
    { shard, to, borrowed }: { shard: number; to: string; borrowed: Borrowed | undefined },
    term: number,
  ): Promise<boolean> {
    const isOpen = await borrowed?.opened ?? true;
    if (!isOpen || term !== this.#term || this.#places[shard] === to) {
      if (borrowed !== undefined) leave(borrowed);
      return false;
    }
    if (borrowed !== undefined) this.#keepAhead(shard, borrowed);
    const line = this.#lines.get(shard);
    if (line !== undefined) line.isLeft = true;
    return true;
  }

  #keepAhead(shard: number, borrowed: Borrowed): void {
    this.#ahead.set(shard, borrowed);
    borrowed.link.onLost(() => {
      if (this.#ahead.get(shard) === borrowed) this.#ahead.delete(shard);
    });
  }

  /** Those of the last time that did not come about. */
  #forgetMoves(): void {
    for (const borrowed of this.#ahead.values()) leave(borrowed);
    this.#ahead.clear();
    for (const line of this.#lines.values()) line.isLeft = false;
  }

  get #self(): string {
    return this.options.neighbours.self;
  }

  /** Undefined for what is to live in this process. */
  #borrow(shard: number, to: string): Borrowed | undefined {
    const { seal, neighbours: { self: from, program }, wallNow, now } = this.options;
    const lender = this.#lenders().find(({ id }) => id === to);
    if (lender === undefined) return undefined;
    const borrowing = { v: 1, program, from, to, shard, nowMs: wallNow(), nonce: newNonce() } as const;
    const { line, opened } = borrowLine(lender.address, { seal, borrowing });
    const borrowed: Borrowed = { to, link: lineLink(line), opened, isLeft: false };
    line.onClosed((reason) => {
      if (!borrowed.isLeft) this.#blame(to, { reason, nowMs: now() });
    });
    return borrowed;
  }

  #blame(process: string, { reason, nowMs }: { reason: string; nowMs: Ms }): void {
    const avoidedMs = this.#avoidance.blame(process, nowMs);
    if (avoidedMs === undefined) return;
    const said = { process, reason, avoided_ms: avoidedMs };
    this.options.log("warn", "A process lent no worker, or lost one; it gets no shards for a while", said);
  }

  #wanted(): string[] {
    const others = this.#lenders().map(({ id }) => id);
    return shardPlaces({ shards: this.#places.length, self: this.#self, others, now: this.#places });
  }

  #lenders(): Lender[] {
    const { neighbours: { self, program }, now } = this.options;
    const nowMs = now();
    return this.options.neighbours.all(nowMs).flatMap(({ id, address, program: its, sinceMs }) => {
      const isSettled = nowMs - sinceMs >= SETTLED_MS;
      if (id === self || its !== program || !isSettled || this.#avoidance.isAvoided(id, nowMs)) return [];
      return address !== null && URL.canParse(`ws://${address}`) ? [{ id, address }] : [];
    });
  }
}

function leave(borrowed: Borrowed): void {
  borrowed.isLeft = true;
  borrowed.link.close();
}
