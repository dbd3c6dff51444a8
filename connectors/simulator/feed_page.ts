import {
  msFromTicks,
  sourceTimeFromTicks,
  type Ticks,
  TICKS_PER_SECOND,
  ticksFromMs,
} from "../../domain/shared/time.ts";
import type { FeedMark } from "./bookmark.ts";
import type { Change, ChangeLog } from "./change_log.ts";
import { eventsText } from "./event_json.ts";
import type { SampleHistory, Told } from "./faults/sample_history.ts";
import type { FeedPlan, LoadGroup, PlainFollow } from "./feed_plan.ts";
import { type IndexCodec, indexCodec } from "./index_codec.ts";
import type { LoadBank } from "./load_streams.ts";
import { type Overlay, writtenSample } from "./overlay.ts";
import type { SdsType } from "./sds_types.ts";
import type { SignupResource } from "./signup_resource.ts";
import type { StreamEvent } from "./stream_reader.ts";

/** About so many events a page; a page ends between two instants, so it may hold a few more. */
export const PAGE_EVENTS = 10_000;

export interface FeedSource {
  plan: FeedPlan;
  resources: Map<string, SignupResource>;
  load: LoadBank;
  overlay: Overlay;
  changes: ChangeLog;
  /** The type of a stream that was written to; undefined once it is gone. */
  typeOf(streamId: string): SdsType | undefined;
  verbose: boolean;
  /** How the feed spells a stream's id; as the client did unless said. */
  spell?: (resourceId: string) => string;
}

export interface Page {
  /** The items of `data`, as JSON text each. */
  items: string[];
  next: FeedMark;
}

/** A stretch open at its start and closed at its end: the next one begins where it stops. */
interface Due {
  after: Ticks;
  to: Ticks;
}

/**
 * What came between a mark and the newest visible sample: computed samples first, then the writes made by then,
 * since a write may change a computed sample that is already there. Undefined when the mark's writes are forgotten.
 */
export function feedPage(source: FeedSource, read: { mark: FeedMark; visibleTo: Ticks }): Page | undefined {
  const { mark, visibleTo } = read;
  const since = source.changes.since(mark.seq);
  if (since === undefined) return undefined;
  const span = Math.ceil(PAGE_EVENTS / Math.max(source.plan.perSecond, 1e-6)) * TICKS_PER_SECOND;
  const items: string[] = [];
  let at = mark.at;
  while (items.length === 0 && at < visibleTo) {
    const due = { after: at, to: Math.min(visibleTo, at + span) };
    for (const follow of source.plan.plain) pushPlain(items, source, { follow, due });
    pushLoad(items, source, due);
    at = due.to;
  }
  const seq = pushWrites(items, source, { changes: since, seq: mark.seq, madeBy: at });
  return { items, next: { at, seq } };
}

interface Item {
  resourceId: string;
  operation: string;
  /** JSON text. */
  events: string;
}

function itemText(source: FeedSource, { resourceId, operation, events }: Item): string {
  const id = JSON.stringify(source.spell?.(resourceId) ?? resourceId);
  return `{"resourceId":${id},"operation":"${operation}","events":${events}}`;
}

function pushPlain(items: string[], source: FeedSource, page: { follow: PlainFollow; due: Due }): void {
  const { stream, since, resourceId, history } = page.follow;
  if (history !== undefined && page.due.after < history.settledAt) {
    return pushTold(items, source, { ...page, history });
  }
  const events: StreamEvent[] = [];
  for (const at of stream.cadence.forward(Math.max(page.due.after, since) + 1, page.due.to)) {
    if (!wasForestalled(source.overlay, { streamId: stream.id, at })) {
      events.push({ at, members: stream.members(at) });
    }
  }
  if (events.length > 0) {
    const text = textOf(source, { type: stream.type, events });
    items.push(itemText(source, { resourceId, operation: "Insert", events: text }));
  }
}

/** What a stream under faults told: an item for each run of one operation, a removed window by itself. */
function pushTold(
  items: string[],
  source: FeedSource,
  page: { follow: PlainFollow; due: Due; history: SampleHistory },
): void {
  const { stream, since, resourceId } = page.follow;
  const told = page.history.told(Math.max(page.due.after, since), page.due.to);
  let run: Told | undefined;
  const flush = () => {
    if (run === undefined) return;
    const events = operationText(source, { ...run, type: stream.type });
    items.push(itemText(source, { resourceId, operation: run.operation, events }));
    run = undefined;
  };
  for (const each of told) {
    const isWindow = each.operation === "RemoveWindow";
    if (
      !isWindow && wasForestalled(source.overlay, { streamId: stream.id, at: each.events[0].at, by: each.at })
    ) {
      continue;
    }
    if (isWindow || run?.operation !== each.operation) flush();
    if (run === undefined) run = { ...each, events: [...each.events] };
    else run.events.push(...each.events);
  }
  flush();
}

/** A sample written for a time that had not come yet stands in the computed one's place. */
function wasForestalled(overlay: Overlay, sample: { streamId: string; at: Ticks; by?: Ticks }): boolean {
  if (overlay.size === 0) return false;
  const written = writtenSample(overlay.of(sample.streamId), sample.at);
  return written !== undefined && written.writtenAt < (sample.by ?? sample.at);
}

function textOf(source: FeedSource, of: { type: SdsType; events: StreamEvent[] }): string {
  return eventsText(of.events, { codec: codecOf(of.type), type: of.type, verbose: source.verbose });
}

function codecOf(type: SdsType): IndexCodec {
  const codec = indexCodec(type);
  if (codec === undefined) throw new Error(`The type "${type.Id}" has no key that can be ordered`);
  return codec;
}

/** Walks the instants of the load streams that are due, each with the streams of its slot only. */
function pushLoad(items: string[], source: FeedSource, due: Due): void {
  const { load, plan } = source;
  if (plan.load.size === 0) return;
  const last = Math.floor(msFromTicks(due.to) / load.stepMs);
  for (let step = Math.floor(msFromTicks(due.after) / load.stepMs) + 1; step <= last; step++) {
    for (const group of plan.load.get(step % load.slots) ?? []) pushGroup(items, source, { group, step });
  }
}

function pushGroup(items: string[], source: FeedSource, due: { group: LoadGroup; step: number }): void {
  const { load } = source;
  const { group } = due;
  const ms = due.step * load.stepMs;
  const at = ticksFromMs(ms);
  if (at <= group.since) return;
  const turn = Math.floor(due.step / load.slots);
  const head = `,"operation":"Insert","events":[{"Timestamp":"${sourceTimeFromTicks(at)}","Value":`;
  for (let i = 0; i < group.indexes.length; i++) {
    const streamId = group.resourceIds[i];
    const spelled = source.spell?.(streamId) ?? streamId;
    if (wasForestalled(source.overlay, { streamId, at })) continue;
    items.push(`{"resourceId":"${spelled}"${head}${load.value(group.indexes[i], turn)}}]}`);
  }
}

interface WritesDue {
  changes: readonly Change[];
  seq: number;
  madeBy: Ticks;
}

/** Appends writes in the order they were made, to the page's limit; answers how far they go. */
function pushWrites(items: string[], source: FeedSource, due: WritesDue): number {
  let { seq } = due;
  let events = 0;
  for (const change of due.changes) {
    if (change.madeAt > due.madeBy || events >= PAGE_EVENTS) break;
    seq = change.seq;
    const resource = source.resources.get(change.streamId.toLowerCase());
    const type = source.typeOf(change.streamId);
    if (resource === undefined || change.seq <= resource.sinceSeq || type === undefined) continue;
    events += change.events.length;
    const text = operationText(source, { ...change, type });
    items.push(itemText(source, { resourceId: resource.id, operation: change.operation, events: text }));
  }
  return seq;
}

/** Removals carry the key alone. */
function operationText(
  source: FeedSource,
  of: { operation: string; events: StreamEvent[]; type: SdsType },
): string {
  if (!of.operation.startsWith("Remove")) return textOf(source, of);
  const codec = codecOf(of.type);
  return JSON.stringify(of.events.map((event) => ({ [codec.property]: codec.toJson(event.at) })));
}
