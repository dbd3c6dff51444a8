import type { Capabilities, DataSource, FeedPosition, SourceStream } from "../../connectors/source.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND, ticksFromMs } from "../../domain/shared/time.ts";
import { changesOf } from "./batch_changes.ts";

export interface HarnessConnection {
  /** Uses credentials that the source refuses. */
  isStranger?: boolean;
  requestsPerMinute?: number;
}

/** A running source with test controls, and connections to it as Andon makes them. */
export interface SourceHarness extends AsyncDisposable {
  connect(options?: HarnessConnection): Promise<DataSource>;
  /** New streams of numbers without samples; discovery finds them by these names. */
  make(...names: string[]): Promise<void>;
  /** Stores samples; one for a time that has a sample replaces it. */
  write(name: string, ...samples: [at: Ticks, value: number][]): Promise<void>;
  takeAway(name: string, at: Ticks): Promise<void>;
  removeStream(name: string): Promise<void>;
  /** Makes the source reject all earlier positions of its change feed. */
  forgetFeed(): Promise<void>;
  /** Makes all requests fail until `back`, and nothing new arrive. */
  goAway(): void;
  /** Holds back all data answers until `back`. */
  hold(): void;
  back(): void;
}

/**
 * What a fact may need. `credentials`: the source refuses some; `requests`: each read is a request to a server, which can be
 * away, slow and limited; `removal`: samples are removed at the source.
 */
export type Ability = keyof Capabilities | "credentials" | "requests" | "removal";

/** A fact that holds for every source with the abilities that it `needs`. */
export interface SourceFact {
  text: string;
  needs?: readonly Ability[];
  check: (harness: SourceHarness) => Promise<void>;
}

/** A whole second in the recent past; `at(n)` is n seconds later. */
const BEGIN = ticksFromMs(Math.floor(Date.now() / 1000) * 1000 - 600_000);

export function at(second: number): Ticks {
  return BEGIN + Math.round(second * TICKS_PER_SECOND);
}

/** Creates streams at the source, and returns a connection with the discovered streams. */
export async function connected(
  harness: SourceHarness,
  names: string[],
  options?: HarnessConnection,
): Promise<{ source: DataSource; streams: SourceStream[] }> {
  await harness.make(...names);
  const source = await harness.connect(options);
  return { source, streams: await streamsOf(source, names) };
}

export async function streamsOf(source: DataSource, names: string[]): Promise<SourceStream[]> {
  const { streams } = await source.discover();
  return names.map((name, i) => {
    const found = streams.find(({ stream_name }) => stream_name === name);
    if (found === undefined) throw new Error(`Discovery did not find ${name}`);
    return { id: i + 1, source: found.source };
  });
}

/** A change as short text: `1 +3=7` is the value 7 at second 3 of stream 1; `-` marks a removed time or window. */
export function shownChange(change: SampleChange): string {
  const second = (ticks: Ticks) => (ticks - BEGIN) / TICKS_PER_SECOND;
  switch (change.op) {
    case "upsert":
      return `${change.stream} +${second(change.sample.time)}=${change.sample.value}`;
    case "remove":
      return `${change.stream} -${second(change.time)}`;
    case "removeWindow":
      return `${change.stream} -${second(change.from)}..${second(change.to)}`;
  }
}

/** Reads the feed to its end. */
export async function readFeed(source: DataSource, from: FeedPosition) {
  const changes: string[] = [];
  for (let cursor = from.cursor;;) {
    const page = await source.feed.read({ subscription: from.subscription, cursor });
    changes.push(...changesOf(page.batch).map(shownChange));
    cursor = page.cursor;
    if (page.complete) return { changes, position: { subscription: from.subscription, cursor } };
  }
}
