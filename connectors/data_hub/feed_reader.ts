import { isUpsert, joinBatches, packBatch, type SampleBatch } from "../../domain/sample/batch.ts";
import { BatchWriter } from "../../domain/sample/batch_writer.ts";
import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import { FeedExpired, type FeedPage, type FeedPosition } from "../source.ts";
import type { Counters } from "./counters.ts";
import { connectionFailed } from "../source_failure.ts";
import type { Doubts } from "./doubts.ts";
import { feedChanges, type FeedScope } from "./feed_page.ts";
import { joinPositions, splitPosition } from "./feed_position.ts";
import { isEnded } from "./feed_setup.ts";
import { type ScannedPage, scanPage } from "./page_scan.ts";
import type { Settler } from "./settling.ts";
import type { Signups } from "./signups.ts";
import type { SignupPosition } from "./stream_address.ts";
import type { Subscriptions } from "./subscriptions.ts";
import { parseWire } from "../wire.ts";
import { updatesPage } from "./wire.ts";

export interface FeedReaderOptions {
  signups: Signups;
  counters: Counters;
  settler: Settler;
}

/** Reads the next page of each signup that has more, and joins them to one page. */
export type FeedReader = (position: FeedPosition, subscriptions: () => Subscriptions) => Promise<FeedPage>;

/** The page of one signup: all of its changes up to `reached`. */
interface Part extends SignupPosition {
  batch: SampleBatch;
  sentAtMs: Ms;
  isEmpty: boolean;
  reached: Ticks;
}

export function createFeedReader(options: FeedReaderOptions): FeedReader {
  /** Signups read to their end, by id; not read again until all signups have reached theirs. */
  const ended = new Map<string, Part>();
  const writer = new BatchWriter();

  return async (position, subscriptions) => {
    const reading = splitPosition(position).map(async (one) => {
      const known = ended.get(one.signupId);
      if (known?.bookmark === one.bookmark) return known;
      return await readPart(options, { position: one, subscriptions, writer });
    });
    const parts = await allOrExpired(reading).catch((error) => {
      ended.clear();
      throw error;
    });
    for (const part of parts) if (part.isEmpty) ended.set(part.signupId, part);
    const complete = parts.every((part) => part.isEmpty);
    if (complete) ended.clear();
    return {
      batch: joinBatches(parts.map((part) => part.batch)),
      cursor: joinPositions(parts).cursor,
      sentAtMs: Math.min(...parts.map((part) => part.sentAtMs)),
      complete,
      reached: complete ? Infinity : Math.min(...parts.map((part) => part.reached)),
    };
  };
}

/** Awaits every outcome. Of several failures, FeedExpired takes precedence. */
async function allOrExpired<T>(work: Promise<T>[]): Promise<T[]> {
  const outcomes = await Promise.allSettled(work);
  const failed = outcomes.filter((one) => one.status === "rejected").map((one) => one.reason);
  if (failed.length > 0) throw failed.find((error) => error instanceof FeedExpired) ?? failed[0];
  return outcomes.flatMap((one) => one.status === "fulfilled" ? [one.value] : []);
}

interface Page extends ScannedPage {
  sentAtMs: Ms;
}

interface PartRequest {
  position: SignupPosition;
  subscriptions: () => Subscriptions;
  writer: BatchWriter;
}

async function readPart(options: FeedReaderOptions, request: PartRequest): Promise<Part> {
  const { position } = request;
  const page = await readPage(options, request);
  const bookmark = page.bookmark || await nextBookmark(options.signups, position);
  const isEmpty = page.items === 0;
  if (!isEmpty && bookmark === position.bookmark) {
    throw connectionFailed("The change feed sent a page without moving its bookmark");
  }
  const { sentAtMs, batch } = page;
  const reached = isEmpty ? ticksFromMs(sentAtMs) : newestTime(batch);
  return { signupId: position.signupId, bookmark, batch, sentAtMs, isEmpty, reached };
}

/** Scans the bytes of a page in the usual form, and parses any other. */
async function readPage(
  { signups, counters, settler }: FeedReaderOptions,
  request: PartRequest,
): Promise<Page> {
  const { position, subscriptions, writer } = request;
  let bytes: Uint8Array = new Uint8Array(), doubts = settler.doubts(), scanned: ScannedPage | undefined;
  let { learnt } = settler.book;
  const scanBy = (noticed: Doubts) =>
    scanPage(bytes, { resources: subscriptions().table, writer, doubts: noticed });
  const scan = (received: Uint8Array) => {
    bytes = received;
    doubts = settler.doubts();
    learnt = settler.book.learnt;
    return scanned = scanBy(doubts);
  };
  const { body, sentAtMs } = await signups.updates(position, scan);
  const parse = (parsed: unknown, noticed: Doubts) =>
    parsePage(parsed, { subscriptions: subscriptions(), counters, doubts: noticed.cleared() });
  if (scanned === undefined) {
    return { ...await settler.decode((noticed) => parse(body, noticed), { work: "feed" }), sentAtMs };
  }
  const page = await settler.decode(
    (noticed) => scanBy(noticed) ?? parse(JSON.parse(new TextDecoder().decode(bytes)), noticed),
    { work: "feed" },
    { read: scanned, doubts, learnt },
  );
  return { ...page, sentAtMs };
}

function parsePage(body: unknown, scope: FeedScope): ScannedPage {
  const page = parseWire(updatesPage, body, "the change feed");
  const items = page.data ?? [];
  return {
    batch: packBatch(feedChanges(items, scope)),
    bookmark: page.bookmark ?? null,
    items: items.length,
  };
}

/** A page without a bookmark is valid only for a signup that has ended. */
async function nextBookmark(signups: Signups, position: SignupPosition): Promise<string> {
  const signup = await signups.get(position.signupId);
  if (isEnded(signup)) throw new FeedExpired(`The signup is ${signup.signupState}`);
  throw connectionFailed("The change feed sent a page without a bookmark");
}

function newestTime(batch: SampleBatch): Ticks {
  let newest = -Infinity;
  for (let i = 0; i < batch.count; i++) {
    if (batch.times[i]! > newest && isUpsert(batch, i)) newest = batch.times[i]!;
  }
  return newest;
}
