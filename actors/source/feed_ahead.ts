import type { FeedPage, FeedPosition } from "../../connectors/source.ts";
import { joinBatches } from "../../domain/sample/batch.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";

/** No further page is requested while this many changes are buffered. */
const MOST_CHANGES = 50_000;
/** With this many buffered, changes that arrive within this time are evaluated along with them, in fewer commits. */
const MUCH = 10_000, GATHER_MS = 10;

export interface FeedAheadOptions {
  read: (position: FeedPosition) => Promise<FeedPage>;
  /** Whether a further page may be requested. */
  mayRead: () => boolean;
}

/**
 * Reads ahead while the previous page is evaluated. Everything read by then is evaluated as one page; under load,
 * what arrives shortly after joins it, since each evaluation costs messages and commits.
 */
export class FeedAhead {
  #pages: FeedPage[] = [];
  #reading: Promise<void> | null = null;

  constructor(private readonly options: FeedAheadOptions) {}

  /** More is buffered or being read. */
  get hasMore(): boolean {
    return this.#pages.length > 0 || this.#reading !== null;
  }

  /** Reads from here to the feed's end, as far as allowed, unless a read is running. A failure only ends the reading. */
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

  /** What has been read since the last call, at least the page being read; undefined when there is none. */
  async take(): Promise<FeedPage | undefined> {
    if (this.#pages.length === 0) await this.#reading;
    if (this.#changes >= MUCH) await this.#gather();
    const pages = this.#pages.splice(0);
    return pages.length < 2 ? pages[0] : joined(pages);
  }

  /** Resolves after the time, or when nothing is being read. */
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
    ...pages.at(-1)!,
    batch: joinBatches(pages.map(({ batch }) => batch)),
    reached: Math.max(...reached),
  };
}
