import {
  type DataSource,
  FeedExpired,
  type FeedOpening,
  type FeedPage,
  type FeedPosition,
  FeedRefused,
  type SourceStream,
} from "../../connectors/source.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { Following } from "./follow.ts";
import type { Gap } from "./gap.ts";

export interface FeedWayOptions {
  context: ActorContext;
  following: Following;
  gap: Gap;
  isEnabled: boolean;
}

/** How samples arrive: by the change feed, which may come and go, or by polling where there is none. */
export class FeedWay {
  /** `null`: not known yet, or no stream is followed. */
  mode: "feed" | "poll" | null = null;
  /** The feed's position; null while there is no feed. */
  position: FeedPosition | null = null;
  #refused: SourceStream[] = [];

  constructor(private readonly options: FeedWayOptions) {}

  /** Streams without a feed: they are read by windows. */
  get polled(): SourceStream[] {
    return this.mode === "poll" ? this.options.following.streams() : this.#refused;
  }

  /** Fits the feed to the streams that are followed now. */
  async follow(
    source: DataSource,
    change: { added: SourceStream[]; removed: SourceStream[] },
  ): Promise<void> {
    if (!this.options.isEnabled || !source.capabilities.feed) this.mode = "poll";
    if (this.options.following.size === 0) return await this.#leave(source);
    if (this.mode === "poll") return;
    if (this.mode === null || this.position === null) return await this.#open(source);
    if (change.added.length + change.removed.length === 0) return;
    await this.#onFeed(source, async (position) => {
      this.#take(await source.feed.change(position, change.added, change.removed));
    });
  }

  /** The next page; undefined when the feed was lost, which leaves a gap. */
  read(source: DataSource): Promise<FeedPage | undefined> {
    return this.#onFeed(source, (position) => source.feed.read(position));
  }

  /** Where the feed continues after a page. */
  after({ cursor }: FeedPage): FeedPosition {
    return { ...this.#positionNow(), cursor };
  }

  /** A page has been evaluated. */
  wentOn(page: FeedPage): void {
    this.position = this.after(page);
  }

  /** No stream is followed any more: the source need not keep changes. */
  async #leave(source: DataSource): Promise<void> {
    if (this.mode !== "feed" || this.position === null) return;
    await source.feed.leave(this.position);
    this.mode = null;
    this.position = null;
    this.#refused = [];
  }

  #take({ subscription, cursor, refused }: FeedOpening): void {
    this.position = { subscription, cursor };
    this.#refused = refused;
    if (refused.length === 0) return;
    const streams = refused.slice(0, 10).map(({ source }) => source);
    this.options.context.log("warn", "The change feed does not take some streams; polling them", {
      count: refused.length,
      streams,
    });
  }

  /** Our subscription as it was keeps the cursor of the generation; with a new one, the time between is a gap. */
  async #open(source: DataSource): Promise<void> {
    const { following, gap, context } = this.options;
    try {
      const before = this.position;
      const opened = await source.feed.open(following.streams());
      this.#take(opened);
      if (opened.subscription === before?.subscription) this.position = before;
      else if (before !== null) gap.open();
      this.mode = "feed";
    } catch (error) {
      if (!(error instanceof FeedRefused)) throw error;
      context.log("warn", "The source refuses the change feed; polling instead");
      this.mode = "poll";
      gap.close();
    }
  }

  /** With the position gone: a new subscription, and the gap since the watermark by windows. */
  async #onFeed<T>(source: DataSource, call: (position: FeedPosition) => Promise<T>): Promise<T | undefined> {
    try {
      return await call(this.#positionNow());
    } catch (error) {
      if (!(error instanceof FeedExpired)) throw error;
      const { context, gap } = this.options;
      context.log("warn", "The change feed's position has expired; reading the gap by windows");
      this.position = null;
      gap.open();
      await this.#open(source);
      return undefined;
    }
  }

  #positionNow(): FeedPosition {
    if (this.position === null) throw new TypeError("The change feed is not open");
    return this.position;
  }
}
