import { Mutex } from "../../concurrency/mutex.ts";
import { type ChangeFeed, type FeedOpening, type FeedPosition, FeedRefused } from "../source.ts";
import { createFeedReader, type FeedReaderOptions } from "./feed_reader.ts";
import { createFeedSetup, type FeedSetupOptions, type OpenSignup, refusesSignups } from "./feed_setup.ts";
import { joinPositions, splitPosition } from "./feed_position.ts";
import type { DataHubStream, SignupPosition } from "./stream_address.ts";
import { Subscriptions } from "./subscriptions.ts";

export type FeedOptions = FeedSetupOptions & FeedReaderOptions;

/** An open feed: our streams, and the signups that contain them. */
interface Opened {
  subscriptions: Subscriptions;
  signups: OpenSignup[];
}

/** The change feed over our signups. `read` requires an `open`, which maps resources to streams. */
export function createFeed(options: FeedOptions): ChangeFeed {
  const setup = createFeedSetup(options);
  const readPage = createFeedReader(options);
  const { book } = options.settler;
  const readingOf = (stream: DataHubStream) => book.readingOf(stream);
  const mutex = new Mutex();
  let present: Opened | undefined;

  function opened(): Opened {
    if (present === undefined) throw new TypeError("The change feed is read before it is opened");
    return present;
  }

  let version = book.version;

  /** The subscriptions as the streams are listed now. */
  function current(): Subscriptions {
    const open = opened();
    if (version !== book.version) {
      version = book.version;
      open.subscriptions = open.subscriptions.changed([], []);
    }
    return open.subscriptions;
  }

  async function fit(
    before: readonly OpenSignup[],
    { subscriptions, required }: { subscriptions: Subscriptions; required: string[] },
  ): Promise<Opened> {
    const signups = await setup.fit(before, required);
    if (signups.length === 0) throw new FeedRefused("The source accepts none of the streams in a signup");
    return { subscriptions, signups };
  }

  return {
    open: (streams: DataHubStream[]) =>
      mutex.run(async () => {
        const subscriptions = new Subscriptions(streams, readingOf);
        const required = subscriptions.resources();
        present = await orFeedRefused(async () => await fit(await setup.find(), { subscriptions, required }));
        return opening(present, present.signups);
      }),
    change: (position, add: DataHubStream[], remove: DataHubStream[]) =>
      mutex.run(async () => {
        const before = opened();
        const bookmarks = bookmarksOf(position);
        const subscriptions = before.subscriptions.changed(add, remove);
        const required = worthAsking(subscriptions, { before, add });
        present = await fit(before.signups, { subscriptions, required });
        return opening(
          present,
          present.signups.map((one) => ({ ...one, bookmark: bookmarks.get(one.signupId) ?? one.bookmark })),
        );
      }),
    async read(position) {
      opened();
      return await readPage(position, current);
    },
    leave: (position, remaining) =>
      mutex.run(async () => {
        const staying = new Set(remaining ? splitPosition(remaining).map(({ signupId }) => signupId) : []);
        for (const { signupId } of splitPosition(position)) {
          if (!staying.has(signupId)) await options.signups.remove(signupId);
        }
      }),
  };
}

/** A refused resource is requested again only when its stream is added again. */
function worthAsking(
  subscriptions: Subscriptions,
  { before, add }: { before: Opened; add: DataHubStream[] },
): string[] {
  const isHeld = (id: string) => before.signups.some(({ resources }) => resources.has(id));
  const added = new Set(add.map(({ source }) => source.sdsStreamId.toLowerCase()));
  return subscriptions.resources().filter((resource) => {
    const id = resource.toLowerCase();
    return added.has(id) || isHeld(id) || !before.subscriptions.has(id);
  });
}

function opening({ subscriptions, signups }: Opened, positions: readonly SignupPosition[]): FeedOpening {
  const fed = new Set<string>();
  for (const { resources } of signups) {
    for (const [id, resource] of resources) if (resource.isAccessible) fed.add(id);
  }
  const refused = subscriptions.resources().filter((id) => !fed.has(id.toLowerCase()));
  return { ...joinPositions(positions), refused: subscriptions.streamsOf(refused) };
}

function bookmarksOf(position: FeedPosition): Map<string, string> {
  return new Map(splitPosition(position).map((one) => [one.signupId, one.bookmark]));
}

async function orFeedRefused<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!refusesSignups(error)) throw error;
    const reason = error instanceof Error ? error.message : "The source has no signups";
    throw new FeedRefused(reason, { cause: error });
  }
}
