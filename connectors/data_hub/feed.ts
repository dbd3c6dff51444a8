import { type ChangeFeed, FeedExpired, type FeedPage, type FeedPosition, FeedRefused } from "./contract.ts";
import type { Counters } from "./counters.ts";
import { connectionFailed, refusedStatus } from "./failure.ts";
import { feedChanges } from "./feed_page.ts";
import { createFeedSetup, type FeedSetup, type FeedSetupOptions } from "./feed_setup.ts";
import type { Signups } from "./signups.ts";
import { Subscriptions } from "./subscriptions.ts";
import { parseWire, updatesPage } from "./wire.ts";

export interface FeedOptions extends FeedSetupOptions {
  counters: Counters;
}

/** Statuses of a service, or a client's rights, without signups; 409 is the tenant's last signup spent. */
const REFUSING = [403, 404, 405, 409];

/** The change feed over one signup. `read` needs an `open` before it: it tells which streams a resource feeds. */
export function createFeed(options: FeedOptions): ChangeFeed {
  const { signups, counters } = options;
  const setup = createFeedSetup(options);
  const inTurn = createTurns();
  let subscriptions: Subscriptions | undefined;

  function opened(): Subscriptions {
    if (subscriptions === undefined) throw new TypeError("The change feed is read before it is opened");
    return subscriptions;
  }

  return {
    open: (streams) =>
      inTurn(async () => {
        const wanted = new Subscriptions(streams);
        const position = await openSignup(setup, wanted);
        subscriptions = wanted;
        return position;
      }),
    change: (position, add, remove) =>
      inTurn(async () => {
        const before = opened();
        const after = before.changed(add, remove);
        await setup.apply(position.signupId, {
          add: after.resources().filter((resource) => !before.has(resource)),
          remove: before.resources().filter((resource) => !after.has(resource)),
        });
        subscriptions = after;
      }),
    async read(position) {
      opened();
      const answer = await signups.updates(position);
      const page = parseWire(updatesPage, answer.body, "the change feed");
      const data = page.data ?? [];
      const bookmark = page.bookmark || await nextBookmark(signups, position);
      if (data.length > 0 && bookmark === position.bookmark) {
        throw connectionFailed("The change feed gave a page without moving its bookmark on");
      }
      const changes = feedChanges(data, { subscriptions: opened(), counters });
      return { changes, bookmark, sentAtMs: answer.sentAtMs, complete: data.length === 0 } satisfies FeedPage;
    },
    leave: (position) => inTurn(() => signups.remove(position.signupId)),
  };
}

async function openSignup(setup: FeedSetup, wanted: Subscriptions): Promise<FeedPosition> {
  try {
    return await setup.reuse(wanted) ?? await setup.create(wanted);
  } catch (error) {
    if (!REFUSING.includes(refusedStatus(error) ?? 0)) throw error;
    throw new FeedRefused(error instanceof Error ? error.message : "The source has no signups", {
      cause: error,
    });
  }
}

/** A page without a bookmark comes from a signup that ended; any other is the source's mistake. */
async function nextBookmark(signups: Signups, position: FeedPosition): Promise<string> {
  const { signupState } = await signups.get(position.signupId);
  const state = signupState?.toLowerCase();
  if (state === "expired" || state === "failed") throw new FeedExpired(`The signup is ${state}`);
  throw connectionFailed("The change feed gave a page without a bookmark");
}

/** Changes of the signup run one after the other, in the order asked for. */
function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = last.then(work, work);
    last = turn.catch(() => undefined);
    return turn;
  };
}
