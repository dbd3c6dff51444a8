import type { FeedPage, FeedPosition } from "../../connectors/source.ts";
import { joinBatches } from "../../domain/sample/batch.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";

/** With so many changes in hand no further page is asked for. */
const MOST_CHANGES = 50_000;
/** With so many in hand there is much to read: what comes within this time is judged with it, in fewer commits. */
const MUCH = 10_000, GATHER_MS = 10;

export interface FeedAheadOptions {
  read: (position: FeedPosition) => Promise<FeedPage>;
  /** Whether a further page may be asked for. */
  mayRead: () => boolean;
}

/**
 * Reads the feed on while what came before is judged: what has come by then is judged as one page. Where that is much,
 * what comes in the next moment goes with it: each judging has messages and commits of its own.
 */
export class FeedAhead {
  #pages: FeedPage[] = [];
  #reading: Promise<void> | null = null;

  constructor(private readonly options: FeedAheadOptions) {}

  /** More is in hand, or on its way. */
  get hasMore(): boolean {
    return this.#pages.length > 0 || this.#reading !== null;
  }

  /** Reads on from here to the feed's end, as far as may be, unless it is at it. A failure only ends that. */
  readOn(position: FeedPosition): void {
    const { read, mayRead } = this.options;
    if (this.#reading !== null || this.#changes >= MOST_CHANGES || !mayRead()) return;
    this.#reading = read(position).then((page) => {
      this.#reading = null;
      this.#pages.push(page);
      if (!page.complete) this.readOn({ ...position, cursor: page.cursor });
    }, () => {
      this.#reading = null;
    });
  }

  /** What has been read since the last call, at least the page that is on its way; undefined when there is none. */
  async take(): Promise<FeedPage | undefined> {
    if (this.#pages.length === 0) await this.#reading;
    if (this.#changes >= MUCH) await this.#gather();
    const pages = this.#pages.splice(0);
    return pages.length < 2 ? pages[0] : joined(pages);
  }

  /** Ends with the time, or when nothing more is on its way. */
  async #gather(): Promise<void> {
    let isOver = false;
    const { promise: over, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => (isOver = true, resolve()), GATHER_MS);
    while (this.#reading !== null && !isOver) await Promise.race([over, this.#reading]);
    clearTimeout(timer);
  }

  get #changes(): number {
    return this.#pages.reduce((sum, { batch }) => sum + batch.count, 0);
  }
}

function joined(pages: readonly FeedPage[]): FeedPage {
  const reached = pages.map((page) => Math.min(page.reached, ticksFromMs(page.sentAtMs)));
  return {
    ...pages[pages.length - 1],
    batch: joinBatches(pages.map(({ batch }) => batch)),
    reached: Math.max(...reached),
  };
}
