import { addedDigest, addedSample } from "../../domain/sample/digest.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";

/** An evaluated span of time, with a digest of the samples that each polled stream had in it. */
export interface Piece {
  /** Contains the samples with from < time ≤ to. */
  from: Ticks;
  to: Ticks;
  /** Its length is 2^level times the shortest one. */
  level: number;
  /** How many pieces of its length fit before it, counted from time 0. */
  index: number;
  /** Checked since it has its present length. */
  isChecked: boolean;
  /** What was evaluated in it is unknown. */
  isUnknown: boolean;
  digests: Map<number, number>;
  /** Streams polled only since a time within the piece. */
  since: Map<number, Ticks>;
  /** Streams to check again at once, because a change was found in this piece or right after it. Null: none. */
  again: ReadonlySet<number> | null;
}

export interface PastPiecesOptions {
  /** The length of the shortest, in ticks. */
  unit: number;
  /** How far back there are any, in ticks. */
  horizon: number;
}

/**
 * The evaluated past of the polled streams in pieces, which are longer the older they are. A piece is due for a check
 * when its age equals its length; then two adjacent pieces are merged. Late data is found before it is
 * four times as old, and a stream costs some twenty numbers a day.
 */
export class PastPieces {
  /** The oldest first, each beginning where the one before ends; the last one is open. */
  #pieces: Piece[] = [];
  /** Samples that wait for evaluation, by stream and time. */
  readonly #waiting = new Map<number, Map<Ticks, number>>();
  /** Up to where samples have been taken in. */
  #upTo: Ticks = -Infinity;
  readonly #changed = new Set<Piece>();

  constructor(private readonly options: PastPiecesOptions) {}

  get pieces(): readonly Piece[] {
    return this.#pieces;
  }

  get upTo(): Ticks {
    return this.#upTo;
  }

  /** Continues from what was stored, unless more has been evaluated since: then it starts empty. */
  load(pieces: Piece[], { upTo, watermark }: { upTo: Ticks; watermark: Ticks }): void {
    this.#pieces = upTo < watermark ? [] : pieces;
    this.#upTo = upTo;
  }

  /** Those that changed since the last call. */
  takeChanged(): Piece[] {
    const changed = this.#pieces.filter((piece) => this.#changed.has(piece));
    this.#changed.clear();
    return changed;
  }

  /** Forgets everything evaluated up to now. */
  clear(): void {
    this.#pieces = [];
    this.#waiting.clear();
  }

  /** Streams were read with from < time ≤ upTo: this replaces what waits there. */
  read(
    streams: readonly { id: number }[],
    { from, upTo, changes }: { from: Ticks; upTo: Ticks; changes: readonly SampleChange[] },
  ): void {
    for (const { id } of streams) {
      const waiting = this.#waiting.get(id);
      if (waiting === undefined) this.#waiting.set(id, new Map());
      else for (const time of waiting.keys()) if (time > from && time <= upTo) waiting.delete(time);
    }
    for (const change of changes) {
      if (change.op !== "upsert") continue;
      this.#waiting.get(change.stream)?.set(change.sample.time, addedSample(0, change.sample));
    }
  }

  /** Everything up to the watermark is evaluated; `before`: the previous watermark. */
  evaluated(polled: ReadonlySet<number>, { before, watermark }: { before: Ticks; watermark: Ticks }): void {
    if (polled.size === 0) return this.clear();
    this.#forgetOthers(polled);
    if (this.#pieces.length === 0) this.#begin(before);
    const since = Math.max(before, this.#upTo);
    const first = this.#pieces.length - 1;
    while (this.#last.to <= watermark) this.#begin(this.#last.to);
    const reached = this.#pieces.slice(first);
    for (const stream of polled) this.#takeIn(stream, { reached, since, watermark });
    for (const piece of reached) this.#changed.add(piece);
    this.#upTo = Math.max(this.#upTo, watermark);
    this.#pieces = this.#pieces.filter(({ to }) => to > watermark - this.options.horizon);
  }

  /** The piece whose check has been due for longest; undefined when none is due. */
  due(watermark: Ticks): Piece | undefined {
    this.#joinOverdue(watermark);
    const due = this.#pieces.filter((piece) =>
      piece.again !== null || (!piece.isChecked && this.#dueAt(piece) <= watermark)
    );
    return due.toSorted((a, b) => this.#dueAt(a) - this.#dueAt(b))[0];
  }

  /**
   * Marks the piece as unknown. Streams that have `changed` are evaluated again from the previous piece on,
   * which is checked again.
   */
  forget(piece: Piece, changed: ReadonlySet<number> = new Set()): void {
    piece.isUnknown = true;
    this.#changed.add(piece);
    this.#checkAgainBefore(piece, changed);
  }

  /** Sets the piece's digests. Streams that have `changed` are checked again, since they may have changed meanwhile. */
  checked(piece: Piece, found: ReadonlyMap<number, number>, changed: ReadonlySet<number> = new Set()): void {
    if (piece.again === null) piece.isChecked = true;
    piece.again = changed.size === 0 ? null : changed;
    piece.isUnknown = false;
    this.#changed.add(piece);
    for (const [stream, digest] of found) if (piece.digests.has(stream)) piece.digests.set(stream, digest);
    for (let at = this.#firstToJoin(); at >= 0; at = this.#firstToJoin()) this.#join(at);
  }

  #checkAgainBefore(piece: Piece, changed: ReadonlySet<number>): void {
    const before = this.#pieces[this.#pieces.indexOf(piece) - 1];
    const both = [...changed].filter((stream) => before?.digests.has(stream));
    if (before === undefined || both.length === 0 || before.isUnknown) return;
    before.again = new Set([...before.again ?? [], ...both]);
    this.#changed.add(before);
  }

  #dueAt({ to, level }: Piece): Ticks {
    return to + this.options.unit * 2 ** level;
  }

  /** When checks fall behind, adjacent pieces that are due are checked as one. */
  #joinOverdue(watermark: Ticks): void {
    const isOverdue = (piece: Piece, at: number) => {
      const next = this.#pieces[at + 1];
      return isLeftOf(piece, next) && this.#dueAt({ ...next, level: piece.level + 1 }) <= watermark;
    };
    for (let at = this.#pieces.findIndex(isOverdue); at >= 0; at = this.#pieces.findIndex(isOverdue)) {
      this.#join(at);
    }
  }

  get #last(): Piece {
    return this.#pieces.at(-1)!;
  }

  #begin(from: Ticks): void {
    const { unit } = this.options, index = Math.floor(from / unit);
    const piece = { from, to: (index + 1) * unit, level: 0, index, isChecked: false, isUnknown: false };
    this.#pieces.push({ ...piece, digests: new Map(), since: new Map(), again: null });
  }

  #takeIn(
    stream: number,
    { reached, since, watermark }: { reached: readonly Piece[]; since: Ticks; watermark: Ticks },
  ): void {
    for (const piece of reached) {
      if (piece.digests.has(stream)) continue;
      piece.digests.set(stream, 0);
      if (since > piece.from) piece.since.set(stream, since);
    }
    const waiting = this.#waiting.get(stream);
    for (const [time, hash] of waiting ?? []) {
      if (time > watermark) continue;
      waiting?.delete(time);
      const piece = time > since ? reached.find(({ to }) => time <= to) : undefined;
      piece?.digests.set(stream, addedDigest(piece.digests.get(stream) ?? 0, hash));
    }
  }

  /** Drops streams that are no longer polled. */
  #forgetOthers(polled: ReadonlySet<number>): void {
    for (const stream of this.#waiting.keys()) {
      if (polled.has(stream)) continue;
      this.#waiting.delete(stream);
      for (const piece of this.#pieces) piece.digests.delete(stream);
    }
  }

  /** Merges a checked piece with its checked neighbour. */
  #firstToJoin(): number {
    return this.#pieces.findIndex((piece, at) => {
      if (!isDone(piece)) return false;
      const next = this.#pieces[at + 1];
      return isLeftOf(piece, next) ? isDone(next) : piece.index % 2 === 1 && at === 0;
    });
  }

  #join(at: number): void {
    const piece = this.#pieces[at]!, longer = { level: piece.level + 1, index: Math.floor(piece.index / 2) };
    const isAlone = piece.index % 2 === 1;
    const long = isAlone
      ? { ...piece, ...longer, isChecked: false }
      : { ...joined(piece, this.#pieces[at + 1]!), ...longer };
    this.#pieces.splice(at, isAlone ? 1 : 2, long);
    this.#changed.add(long);
  }
}

/** Whether no check is due before the piece is merged into a longer one. */
export function isDone({ isChecked, again }: Piece): boolean {
  return isChecked && again === null;
}

function isLeftOf(piece: Piece, next: Piece | undefined): next is Piece {
  return piece.index % 2 === 0 && next?.level === piece.level && next.index === piece.index + 1;
}

/** A stream that the later piece knows only in part is known since then. */
function joined(left: Piece, right: Piece): Piece {
  const isUnknown = left.isUnknown || right.isUnknown;
  const piece = {
    ...right,
    from: left.from,
    isUnknown,
    isChecked: false,
    again: null,
    digests: new Map(right.digests),
  };
  const since = new Map(right.since);
  for (const stream of right.digests.keys()) {
    const before = left.digests.get(stream);
    if (since.has(stream)) continue;
    if (before === undefined) since.set(stream, right.from);
    else {
      piece.digests.set(stream, addedDigest(before, piece.digests.get(stream) ?? 0));
      const from = left.since.get(stream);
      if (from !== undefined) since.set(stream, from);
    }
  }
  return { ...piece, since };
}
