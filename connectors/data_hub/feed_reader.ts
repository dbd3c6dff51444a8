import type { SampleChange } from "../../domain/sample/types.ts";
import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import { FeedExpired, type FeedPage, type FeedPosition } from "./contract.ts";
import type { Counters } from "./counters.ts";
import { connectionFailed } from "./failure.ts";
import { feedChanges } from "./feed_page.ts";
import { joinPositions, splitPosition } from "./feed_position.ts";
import { isEnded } from "./feed_setup.ts";
import type { Signups } from "./signups.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { parseWire, updatesPage } from "./wire.ts";

export interface FeedReaderOptions {
  signups: Signups;
  counters: Counters;
}

/** Reads the next page of every signup that has more, as one page. */
export type FeedReader = (position: FeedPosition, subscriptions: Subscriptions) => Promise<FeedPage>;

/** What one signup gave: all of its changes up to `reached`. */
interface Part extends FeedPosition {
  changes: SampleChange[];
  sentAtMs: Ms;
  isEmpty: boolean;
  reached: Ticks;
}

export function createFeedReader(options: FeedReaderOptions): FeedReader {
  /** Signups read to their end, by id, until all of them are: they are not asked again meanwhile. */
  const ended = new Map<string, Part>();

  return async (position, subscriptions) => {
    const reading = splitPosition(position).map(async (one) => {
      const known = ended.get(one.signupId);
      if (known?.bookmark === one.bookmark) return known;
      return await readPart(options, { position: one, subscriptions });
    });
    const parts = await allOrExpired(reading).catch((error) => {
      ended.clear();
      throw error;
    });
    for (const part of parts) if (part.isEmpty) ended.set(part.signupId, part);
    const complete = parts.every((part) => part.isEmpty);
    if (complete) ended.clear();
    return {
      changes: parts.flatMap((part) => part.changes),
      bookmark: joinPositions(parts).bookmark,
      sentAtMs: Math.min(...parts.map((part) => part.sentAtMs)),
      complete,
      reached: complete ? Infinity : Math.min(...parts.map((part) => part.reached)),
    };
  };
}

/** Every one's outcome is awaited; a feed that is gone tells more than any other failure. */
async function allOrExpired<T>(work: Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(work);
  const failed = outcomes.filter((one) => one.status === "rejected").map((one) => one.reason);
  if (failed.length > 0) throw failed.find((error) => error instanceof FeedExpired) ?? failed[0];
  return outcomes.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
}

interface Asked {
  position: FeedPosition;
  subscriptions: Subscriptions;
}

async function readPart({ signups, counters }: FeedReaderOptions, asked: Asked): Promise<Part> {
  const { position, subscriptions } = asked;
  const { body, sentAtMs } = await signups.updates(position);
  const page = parseWire(updatesPage, body, "the change feed");
  const data = page.data ?? [];
  const bookmark = page.bookmark || await nextBookmark(signups, position);
  if (data.length > 0 && bookmark === position.bookmark) {
    throw connectionFailed("The change feed gave a page without moving its bookmark on");
  }
  const changes = feedChanges(data, { subscriptions, counters });
  const isEmpty = data.length === 0;
  const reached = isEmpty ? ticksFromMs(sentAtMs) : newestTime(changes);
  return { signupId: position.signupId, bookmark, changes, sentAtMs, isEmpty, reached };
}

/** A page without a bookmark comes from a signup that ended; any other is the source's mistake. */
async function nextBookmark(signups: Signups, position: FeedPosition): Promise<string> {
  const signup = await signups.get(position.signupId);
  if (isEnded(signup)) throw new FeedExpired(`The signup is ${signup.signupState}`);
  throw connectionFailed("The change feed gave a page without a bookmark");
}

function newestTime(changes: readonly SampleChange[]): Ticks {
  let newest = -Infinity;
  for (const change of changes) {
    if (change.op === "upsert" && change.sample.time > newest) newest = change.sample.time;
  }
  return newest;
}
