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
import type { ReportedChange, SampleHistory } from "./faults/sample_history.ts";
import type { FeedPlan, FollowedStream, LoadGroup } from "./feed_plan.ts";
import { type IndexCodec, indexCodec } from "./index_codec.ts";
import type { LoadBank } from "./load_streams.ts";
import { type Overlay, writtenSample } from "./overlay.ts";
import type { SdsType } from "./sds_types.ts";
import type { SignupResource } from "./signup_resource.ts";
import type { StreamEvent } from "./stream_reader.ts";

/** Approximate events of a page; a page ends between two instants, so it can hold a few more. */
export const PAGE_EVENTS = 10_000;

export interface FeedSource {
  plan: FeedPlan;
  resources: Map<string, SignupResource>;
  load: LoadBank;
  overlay: Overlay;
  changes: ChangeLog;
  /** The type of a written stream; undefined once the stream is deleted. */
  typeOf(streamId: string): SdsType | undefined;
  verbose: boolean;
  /** Spells a stream's id in the feed; by default as the client did. */
  spell?: (resourceId: string) => string;
}

export interface Page {
  /** The items of `data`, as JSON text each. */
  items: string[];
  next: FeedMark;
}

/** A range that excludes its start and includes its end, so that consecutive ranges do not overlap. */
interface Due {
  after: Ticks;
  to: Ticks;
}

/**
 * The changes between a mark and the newest visible sample: computed samples first, then the writes made by then, since
 * a write may change an existing computed sample. Undefined when the log no longer has the writes after the mark.
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

function pushPlain(items: string[], source: FeedSource, page: { follow: FollowedStream; due: Due }): void {
  const { stream, since, resourceId, history } = page.follow;
  if (history !== undefined && page.due.after < history.settledAt) {
    return pushReported(items, source, { ...page, history });
  }
  const events: StreamEvent[] = [];
  for (const at of stream.cadence.forward(Math.max(page.due.after, since) + 1, page.due.to)) {
    if (!isReplacedByWrite(source.overlay, { streamId: stream.id, at })) {
      events.push({ at, members: stream.members(at) });
    }
  }
  if (events.length > 0) {
    const text = textOf(source, { type: stream.type, events });
    items.push(itemText(source, { resourceId, operation: "Insert", events: text }));
  }
}

/** Changes of a stream under faults: one item for consecutive changes of one operation, one for each removed window. */
function pushReported(
  items: string[],
  source: FeedSource,
  page: { follow: FollowedStream; due: Due; history: SampleHistory },
): void {
  const { stream, since, resourceId } = page.follow;
  const reported = page.history.reported(Math.max(page.due.after, since), page.due.to);
  let run: ReportedChange | undefined;
  const flush = () => {
    if (run === undefined) return;
    const events = operationText(source, { ...run, type: stream.type });
    items.push(itemText(source, { resourceId, operation: run.operation, events }));
    run = undefined;
  };
  for (const each of reported) {
    const isWindow = each.operation === "RemoveWindow";
    if (
      !isWindow &&
      isReplacedByWrite(source.overlay, { streamId: stream.id, at: each.events[0]!.at, by: each.at })
    ) {
      continue;
    }
    if (isWindow || run?.operation !== each.operation) flush();
    if (run === undefined) run = { ...each, events: [...each.events] };
    else run.events.push(...each.events);
  }
  flush();
}

/** True when a client wrote a sample for a future time: it replaces the computed one. */
function isReplacedByWrite(overlay: Overlay, sample: { streamId: string; at: Ticks; by?: Ticks }): boolean {
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

/** Pushes the due samples of load streams, instant by instant, each with the streams of its slot. */
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
  const round = Math.floor(due.step / load.slots);
  const head = `,"operation":"Insert","events":[{"Timestamp":"${sourceTimeFromTicks(at)}","Value":`;
  for (const [i, index] of group.indexes.entries()) {
    const streamId = group.resourceIds[i]!;
    const spelled = source.spell?.(streamId) ?? streamId;
    if (isReplacedByWrite(source.overlay, { streamId, at })) continue;
    items.push(`{"resourceId":"${spelled}"${head}${load.value(index, round)}}]}`);
  }
}

interface WritesDue {
  changes: readonly Change[];
  seq: number;
  madeBy: Ticks;
}

/** Appends writes in their order, up to the limit of a page. Returns the number of the last one. */
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

/** The events of a removal contain only the key. */
function operationText(
  source: FeedSource,
  of: { operation: string; events: StreamEvent[]; type: SdsType },
): string {
  if (!of.operation.startsWith("Remove")) return textOf(source, of);
  const codec = codecOf(of.type);
  return JSON.stringify(of.events.map((event) => ({ [codec.property]: codec.toJson(event.at) })));
}
