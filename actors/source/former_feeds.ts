import { type DataSource, FeedExpired, type FeedPosition } from "../../connectors/source.ts";
import { isUpsert, type SampleBatch, someRows } from "../../domain/sample/batch.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { GenerationPointer, MergedFeeds } from "../evaluation/contract.ts";
import type { ActorContext } from "../runtime/types.ts";
import { positionOf, storedPosition } from "./generations.ts";

export interface FormerReads {
  /** From here on windows read what the former feeds may have missed. */
  watermark: Ticks;
  evaluate: (batch: SampleBatch) => Promise<void>;
}

/**
 * What is left of the feeds of a store that had several: their positions, each to be read to its end, and the watermark
 * up to which some shards are ahead of the source's.
 */
export class FormerFeeds {
  #floor: Ticks = -Infinity;
  #positions: FeedPosition[] = [];
  /** Those that have not been read to their end, as far as they have been read. */
  #unread: FeedPosition[] = [];
  /** A restart continues from the position of the one feed: these are read no more. */
  #areReplaced = false;

  constructor(private readonly context: ActorContext) {}

  restore({ merged, position }: GenerationPointer): void {
    if (merged === undefined) return;
    this.#floor = merged.floor;
    this.#positions = merged.former.flatMap((stored) => positionOf(stored) ?? []);
    this.#unread = [...this.#positions];
    this.#areReplaced = position !== null;
    const feeds = this.#positions.length;
    this.context.log("info", "The store had several feeds; what they have left is read first", { feeds });
  }

  get arePending(): boolean {
    return this.#positions.length > 0;
  }

  /** Whether every shard has the source's watermark. */
  areReachedBy(watermark: Ticks): boolean {
    return watermark >= this.#floor;
  }

  /** What the pointer of a generation still has to name. */
  at(watermark: Ticks): MergedFeeds | undefined {
    if (!this.arePending && this.areReachedBy(watermark)) return undefined;
    const former = this.#positions.flatMap((position) => storedPosition(position) ?? []);
    return { floor: this.#floor, former };
  }

  /** Reads each to its end. Of a feed that has expired, what came late before the watermark is lost. */
  async read(source: DataSource, { watermark, evaluate }: FormerReads): Promise<void> {
    if (this.#areReplaced) return;
    for (
      let [position, ...others] = this.#unread;
      position !== undefined;
      [position, ...others] = this.#unread
    ) {
      try {
        const page = await source.feed.read(position);
        await evaluate(notInWindows(page.batch, watermark));
        this.#unread = page.complete ? others : [{ ...position, cursor: page.cursor }, ...others];
      } catch (error) {
        if (!(error instanceof FeedExpired)) throw error;
        const { subscription } = position;
        this.context.log("warn", "A former feed has expired: late changes since then are not found", {
          subscription,
        });
        this.#unread = others;
      }
    }
  }

  /** A pointer with a position of the one feed is stored, or there is no feed any more. */
  replaced(): void {
    this.#areReplaced = true;
  }

  /** Deletes the former subscriptions once they are not needed, except what the present one took over. */
  async leave(source: DataSource, present: FeedPosition | null): Promise<void> {
    if (!this.#areReplaced) return;
    for (const position of this.giveUp()) {
      try {
        await source.feed.leave(position, present);
      } catch (error) {
        const reason = String(error);
        this.context.log("warn", "A former subscription could not be deleted; it will expire", { reason });
      }
    }
  }

  /** Forgets the positions: another source would not know them. */
  giveUp(): FeedPosition[] {
    this.#unread = [];
    return this.#positions.splice(0);
  }
}

/** Removals, and samples at or before the watermark: windows from it on find all the rest. */
function notInWindows(batch: SampleBatch, watermark: Ticks): SampleBatch {
  const rows = Array.from({ length: batch.count }, (_, row) => row)
    .filter((row) => !isUpsert(batch, row) || batch.times[row]! <= watermark);
  return rows.length === batch.count ? batch : someRows(batch, Int32Array.from(rows));
}
