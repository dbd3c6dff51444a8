import type { DataSource, SourceIdentity, SourceStream, WindowGroup } from "../../connectors/source.ts";
import type { SourceSettings } from "../../domain/source/types.ts";
import { addedSample } from "../../domain/sample/digest.ts";
import { packBatch } from "../../domain/sample/batch.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { type Ms, type Ticks, TICKS_PER_MS, ticksOfSeconds } from "../../domain/shared/time.ts";
import type { ActorContext } from "../runtime/types.ts";
import { mapConcurrent } from "./concurrent.ts";
import { mayRead } from "./corrections.ts";
import type { MissingStreams } from "./missing_streams.ts";
import { PastPieces, type Piece } from "./past_pieces.ts";
import type { Shards } from "./shards.ts";
import { StoredPieces } from "./stored_pieces.ts";
import { READS_AT_ONCE, type Slice } from "./window_slice.ts";

/** The length of the shortest piece of the past that is checked. */
const UNIT_MS: Ms = 5 * 60_000;
/** After this share of the time between two polls nothing more is read, so that live samples do not wait. */
const POLL_SHARE = 1 / 4;
const LONGEST_ROUND_MS: Ms = 1_000;

export interface LateDataReconciliationOptions {
  context: ActorContext;
  shards: Shards;
  missing: MissingStreams;
  settings: SourceSettings | null;
  /** Stored pieces hold for the source at this place alone. */
  place: SourceIdentity["place"] | null;
  unitMs?: Ms;
}

/** A piece that is being checked. */
interface Check {
  piece: Piece;
  groups: WindowGroup[];
  /** The digests of the streams as read so far. */
  found: Map<number, number>;
}

/**
 * No feed reports changes in the past of a polled stream, so its windows are read again, at ever longer intervals.
 * A window that differs from what was evaluated is reported to the shards as changed.
 */
export class LateDataReconciliation {
  readonly #pieces: PastPieces;
  readonly #stored: StoredPieces;
  #check: Check | null = null;

  constructor(private readonly options: LateDataReconciliationOptions) {
    const { context, settings, place, unitMs = UNIT_MS } = options;
    const unit = unitMs * TICKS_PER_MS;
    const horizon = ticksOfSeconds((settings?.correctionHorizonHours ?? 0) * 3600);
    this.#pieces = new PastPieces({ unit, horizon });
    this.#stored = new StoredPieces(context, JSON.stringify([place, unit]));
  }

  async restore(watermark: Ticks): Promise<void> {
    const { pieces, upTo } = await this.#stored.load();
    this.#pieces.load(pieces, { upTo, watermark });
  }

  /** Stores, before the pointer moves, what a restart from it needs. */
  async store(): Promise<void> {
    const { pieces: remaining, upTo } = this.#pieces;
    await this.#stored.store(this.#pieces.takeChanged(), { remaining, upTo });
  }

  /** Takes the result of a poll. Waiting samples of its span that it does not contain are dropped. */
  read(streams: readonly SourceStream[], from: Ticks, { changes, upTo }: Slice): Slice {
    this.#pieces.read(streams, { from, upTo, changes });
    const anew = streams.map(({ id }): SampleChange => (
      { op: "removeWindow", stream: id, from: from + 1, to: upTo }
    ));
    return { changes: [...anew, ...changes], upTo };
  }

  /** `before`: the previous watermark. */
  evaluated(polled: readonly SourceStream[], before: Ticks): void {
    const { watermark } = this.options.shards;
    const ids = new Set(polled.map(({ id }) => id));
    if (watermark > before) this.#pieces.evaluated(ids, { before, watermark });
  }

  /** Checks the pieces that are due, while requests are left and no correction runs. */
  async round(source: DataSource, polled: readonly SourceStream[]): Promise<void> {
    const { context, settings } = this.options;
    const pollMs = 1000 * (settings?.pollSeconds ?? 0);
    const endMs = context.now() + Math.min(LONGEST_ROUND_MS, pollMs * POLL_SHARE);
    do {
      const mayCheck = mayRead(source) && this.options.shards.correcting.size === 0;
      const check = mayCheck ? this.#check ??= await this.#begin(source, polled) : null;
      if (check === null) return;
      const some = check.groups.slice(-READS_AT_ONCE);
      const read = await mapConcurrent(
        some,
        READS_AT_ONCE,
        (group) => this.#digests(source, { group, check }),
      );
      for (const digests of read) for (const [stream, digest] of digests) check.found.set(stream, digest);
      check.groups.splice(-READS_AT_ONCE);
      if (check.groups.length === 0) await this.#end(check);
    } while (context.now() < endMs);
  }

  async #begin(source: DataSource, polled: readonly SourceStream[]): Promise<Check | null> {
    const piece = this.#pieces.due(this.options.shards.watermark);
    if (piece === undefined) return null;
    const { from, to, digests, again } = piece;
    const asks = polled.filter(({ id }) => digests.has(id) && again?.has(id) !== false).map((stream) => ({
      stream,
      from,
      to,
    }));
    return { piece, groups: await source.windows.group(asks, { work: "gaps" }), found: new Map() };
  }

  /** Streams that cannot be read are skipped. */
  async #digests(
    source: DataSource,
    { group, check: { piece } }: { group: WindowGroup; check: Check },
  ): Promise<Map<number, number>> {
    const digests = new Map<number, number>();
    for await (const { stream, samples, failure } of source.windows.read(group, { work: "gaps" })) {
      this.options.missing.noteRead(stream, failure);
      const since = piece.since.get(stream.id) ?? piece.from;
      const mine = samples.filter(({ time }) => time > since);
      digests.set(stream.id, mine.reduce(addedSample, digests.get(stream.id) ?? 0));
      if (failure !== null) digests.delete(stream.id);
    }
    return digests;
  }

  /** Stores the changed pieces before the shards evaluate them, since a kill would leave unknown what they evaluated. */
  async #end({ piece, found }: Check): Promise<void> {
    const changed = [...found].filter(([stream, digest]) =>
      piece.digests.has(stream) && (piece.isUnknown || piece.digests.get(stream) !== digest)
    );
    const changes = changed.map(([stream]): SampleChange => (
      { op: "removeWindow", stream, from: (piece.since.get(stream) ?? piece.from) + 1, to: piece.to }
    ));
    const streams = new Set(changed.map(([stream]) => stream));
    if (changes.length > 0) {
      this.#pieces.forget(piece, streams);
      await this.store();
      await this.options.shards.evaluate(packBatch(changes), null);
    }
    this.#pieces.checked(piece, found, streams);
    this.#check = null;
  }
}
