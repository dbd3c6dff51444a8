import type { Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { laneOfShard, type StateKeys, stateKeysOf } from "../../storage/keys.ts";
import type { ActorContext } from "../runtime/types.ts";
import { ownSource } from "./contract.ts";
import { isDone, type Piece } from "./past_pieces.ts";

/** Streams of a piece in one key: some 50 kB. */
const STREAMS_A_PART = 3_000;
const PARTS_PER_COMMIT = 10;

/** A stored piece, or a part of its streams. */
interface StoredPart extends Omit<Piece, "digests" | "since" | "again" | "isChecked"> {
  v: 1;
  /** Whether the piece is checked; the stored name stays. */
  isLookedAt: boolean;
  /** The source it belongs to, and the length of the shortest piece. */
  of: string;
  /** The time up to which samples are in the digests. */
  upTo: Ticks;
  streams: Int32Array;
  digests: Float64Array;
  /** Since when the stream is polled, if that is within the piece; else `from`. */
  since: Float64Array;
}

/** The stored pieces of the evaluated past, from which a restart continues. */
export class StoredPieces {
  /** How many parts each has, by its end. */
  readonly #parts = new Map<Ticks, number>();

  readonly #keys: StateKeys;

  /** Those of another plant than `of` are dropped. */
  constructor(private readonly context: ActorContext, private readonly of: string) {
    this.#keys = stateKeysOf(ownSource(context));
  }

  async load(): Promise<{ pieces: Piece[]; upTo: Ticks }> {
    const entries = await this.context.store.list<StoredPart>({
      prefix: this.#keys.pastPiece(0, 0).slice(0, -2),
    });
    const pieces = new Map<Ticks, Piece>();
    let upTo = -Infinity;
    for (const { value: part } of entries) {
      this.#parts.set(part.to, (this.#parts.get(part.to) ?? 0) + 1);
      if (part.of !== this.of) continue;
      upTo = Math.max(upTo, Math.min(part.to, part.upTo));
      const known = pieces.get(part.to);
      if (known === undefined) pieces.set(part.to, pieceOf(part));
      else takePart(known, part);
    }
    return { pieces: [...pieces.values()].toSorted((a, b) => a.to - b.to), upTo };
  }

  /** Writes these, and drops every stored piece that is not in `kept`. */
  async store(
    changed: readonly Piece[],
    { remaining, upTo }: { remaining: readonly Piece[]; upTo: Ticks },
  ): Promise<void> {
    const sets = changed.flatMap((piece) => this.#setsOf(piece, upTo));
    const ends = new Set(remaining.map(({ to }) => to));
    const removed = [...this.#parts].filter(([to]) => !ends.has(to));
    const deletes = removed.flatMap(([to, parts]) => this.#deletesOf(to, { from: 0, parts }));
    const surplus = changed.flatMap(({ to, digests }) =>
      this.#deletesOf(to, { from: partsOf(digests.size), parts: this.#parts.get(to) ?? 0 })
    );
    await this.#commit([...sets, ...surplus, ...deletes]);
    for (const [to] of removed) this.#parts.delete(to);
    for (const { to, digests } of changed) this.#parts.set(to, partsOf(digests.size));
  }

  #setsOf(piece: Piece, upTo: Ticks): Mutation[] {
    const { digests, since, again, isChecked: _, ...plain } = piece;
    const ids = [...digests.keys()];
    return Array.from({ length: partsOf(ids.length) }, (_, part): Mutation => {
      const mine = ids.slice(part * STREAMS_A_PART, (part + 1) * STREAMS_A_PART);
      const value: StoredPart = {
        v: 1,
        of: this.of,
        upTo,
        ...plain,
        isLookedAt: isDone(piece),
        isUnknown: piece.isUnknown || again !== null,
        streams: Int32Array.from(mine),
        digests: Float64Array.from(mine, (id) => digests.get(id) ?? 0),
        since: Float64Array.from(mine, (id) => since.get(id) ?? piece.from),
      };
      return { type: "set", key: this.#keys.pastPiece(piece.to, part), value };
    });
  }

  #deletesOf(to: Ticks, { from, parts }: { from: number; parts: number }): Mutation[] {
    const some: Key[] = [];
    for (let part = from; part < parts; part++) some.push(this.#keys.pastPiece(to, part));
    return some.map((key) => ({ type: "delete", key }));
  }

  async #commit(mutations: Mutation[]): Promise<void> {
    const { store, shard } = this.context;
    for (let from = 0; from < mutations.length; from += PARTS_PER_COMMIT) {
      await store.commit({ mutations: mutations.slice(from, from + PARTS_PER_COMMIT) }, laneOfShard(shard));
    }
  }
}

/** A piece without streams is written too. */
function partsOf(streams: number): number {
  return Math.max(1, Math.ceil(streams / STREAMS_A_PART));
}

function pieceOf(part: StoredPart): Piece {
  const { from, to, level, index, isLookedAt, isUnknown } = part;
  const plain = { from, to, level, index, isChecked: isLookedAt, isUnknown };
  const piece: Piece = { ...plain, digests: new Map(), since: new Map(), again: null };
  takePart(piece, part);
  return piece;
}

function takePart(piece: Piece, { streams, digests, since }: StoredPart): void {
  streams.forEach((id, i) => {
    piece.digests.set(id, digests[i]!);
    if (since[i]! > piece.from) piece.since.set(id, since[i]!);
  });
}
