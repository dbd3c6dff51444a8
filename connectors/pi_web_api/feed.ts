import { BatchWriter } from "../../domain/sample/batch_writer.ts";
import { isSourceTime } from "../../domain/sample/source_time.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { AnswerRefused } from "../source_failure.ts";
import {
  type ChangeFeed,
  FeedExpired,
  type FeedOpening,
  type FeedPage,
  type FeedPosition,
} from "../source.ts";
import { parseWire } from "../wire.ts";
import type { Api, Call } from "./api.ts";
import { BY_ID } from "./catalog.ts";
import { markersOf, positionOf } from "./feed_position.ts";
import type { PiStream } from "./identity.ts";
import type { Limits } from "./limits.ts";
import type { Meanings } from "./meanings.ts";
import { chunks, signUp } from "./signup.ts";
import { readSample, timeOf, valueFields } from "./values.ts";
import { updates } from "./wire.ts";

export interface FeedOptions {
  api: Api;
  meanings: Meanings;
  limits: Pick<Limits, "addressIds" | "fedStreams" | "markerLength">;
}

type Updates = ReturnType<typeof updates.parse>["Items"][number];
type Event = NonNullable<Updates["Events"]>[number];

/** A stream whose updates fail this often in a row is polled. */
const MOST_FAILURES = 3;
/** The actions of an event that stores a value; those of all others are named below. */
const STORES = new Set(["Add", "Update", "Insert"]);

/** The change feed by Stream Updates: a marker for each stream, which tells how far its updates were read. */
export class StreamUpdates implements ChangeFeed {
  /** By our ids. Null: not open, or left. */
  #followed: Map<number, PiStream> | null = null;
  /** Where the streams stood when they were registered. */
  readonly #registered = new Map<number, string>();
  /** By our ids, how often in a row the updates of a stream failed. */
  readonly #failures = new Map<number, number>();
  readonly #page = new BatchWriter();

  constructor(private readonly options: FeedOptions) {}

  async open(streams: PiStream[]): Promise<FeedOpening> {
    this.#registered.clear();
    const followed = new Map<number, PiStream>();
    const refused = await this.#register(streams, followed);
    this.#followed = followed;
    return { ...positionOf(this.#registered), refused };
  }

  async change(position: FeedPosition, add: PiStream[], remove: PiStream[]): Promise<FeedOpening> {
    const followed = this.#open(), markers = markersOf(position);
    for (const { id } of remove) {
      followed.delete(id);
      markers.delete(id);
      this.#registered.delete(id);
    }
    for (const { id } of add) this.#failures.delete(id);
    const refused = await this.#register(add, followed);
    for (const { id } of add) {
      const marker = this.#registered.get(id);
      if (marker !== undefined) markers.set(id, marker);
    }
    return { ...positionOf(markers), refused };
  }

  async read(position: FeedPosition): Promise<FeedPage> {
    const followed = this.#open(), known = markersOf(position);
    const markers = new Map<number, string>();
    for (const id of followed.keys()) {
      const marker = known.get(id) ?? this.#registered.get(id);
      if (marker !== undefined) markers.set(id, marker);
    }
    const calls = chunks([...markers.values()], this.options.limits.addressIds).map(updatesOf);
    const { bodies, sentAtMs } = await this.options.api.callAll(calls, { work: "feed" });
    const items = bodies.flatMap(itemsOf);
    const { changes, after } = this.#changes(items, { markers, followed });
    for (const change of changes) this.#page.add(change);
    const { cursor } = positionOf(after);
    const batch = this.#page.take(), complete = batch.count === 0;
    const reached = complete ? Infinity : newest(changes);
    return { batch, cursor, sentAtMs, complete, reached };
  }

  leave(position: FeedPosition, remaining?: FeedPosition | null): Promise<void> {
    if (remaining?.subscription !== position.subscription) this.#followed = null;
    return Promise.resolve();
  }

  #open(): Map<number, PiStream> {
    if (this.#followed === null) throw new FeedExpired("The feed was left");
    return this.#followed;
  }

  /** Returns the streams that are not taken. */
  async #register(streams: readonly PiStream[], followed: Map<number, PiStream>): Promise<PiStream[]> {
    const { fedStreams, markerLength } = this.options.limits;
    const room = Math.max(0, fedStreams - followed.size);
    const wanted = streams.filter(({ id }) => (this.#failures.get(id) ?? 0) < MOST_FAILURES).slice(0, room);
    const markers = await signUp(this.options, wanted);
    let length = positionOf(this.#registered).cursor.length;
    for (const stream of wanted) {
      const marker = markers.get(stream);
      if (marker === undefined) continue;
      length += positionOf(new Map([[stream.id, marker]])).cursor.length + 1;
      if (length > markerLength) break;
      followed.set(stream.id, stream);
      this.#registered.set(stream.id, marker);
    }
    return streams.filter(({ id }) => !followed.has(id));
  }

  /** The changes in order of time, and where each stream stands after them. */
  #changes(
    items: readonly Updates[],
    { markers, followed }: { markers: ReadonlyMap<number, string>; followed: ReadonlyMap<number, PiStream> },
  ): { changes: SampleChange[]; after: Map<number, string> } {
    const answers = Map.groupBy(items, ({ RequestedMarker }) => RequestedMarker);
    const changes: SampleChange[] = [], after = new Map<number, string>(), failed: number[] = [];
    for (const [id, marker] of markers) {
      const answer = answers.get(marker)?.[0], stream = followed.get(id);
      if (answer === undefined || stream === undefined || answer.Exception || !answer.LatestMarker) {
        failed.push(id);
        continue;
      }
      this.#failures.delete(id);
      after.set(id, answer.LatestMarker);
      for (const event of answer.Events ?? []) {
        const change = this.#changeOf(event, stream);
        if (change !== undefined) changes.push(change);
      }
    }
    for (const id of failed) this.#failures.set(id, (this.#failures.get(id) ?? 0) + 1);
    if (failed.length > 0) {
      throw new FeedExpired(`The source has no updates of ${failed.length} streams since the last read`);
    }
    return { changes: changes.sort((one, other) => timeOfChange(one) - timeOfChange(other)), after };
  }

  /** Undefined when nothing changes. */
  #changeOf(event: Event, stream: PiStream): SampleChange | undefined {
    const { Action: action } = event, { meanings } = this.options;
    if (action === "Delete") {
      const time = timeOf(event);
      return time === undefined || !isSourceTime(time)
        ? undefined
        : { op: "remove", stream: stream.id, time };
    }
    if (action === "Refresh") throw new FeedExpired("All samples of a stream may have changed");
    if (typeof action !== "string" || !STORES.has(action)) return undefined;
    const sample = readSample(event, { stream, meanings });
    return sample && { op: "upsert", stream: stream.id, sample };
  }
}

function updatesOf(markers: readonly string[]): Call {
  const fields = ["RequestedMarker", "LatestMarker", "Exception", "Events.Action"];
  const selectedFields = [...fields.map((field) => `Items.${field}`), valueFields("Items.Events.")].join(";");
  return { path: ["streamsets", "updates"], query: { marker: markers, ...BY_ID, selectedFields } };
}

/** The source refuses markers that it does not know, for example after its restart. */
function itemsOf(body: unknown): Updates[] {
  if (body instanceof AnswerRefused && body.status >= 500) throw body;
  if (body instanceof AnswerRefused) throw new FeedExpired(body.message, { cause: body });
  return parseWire(updates, body, "the updates").Items;
}

function timeOfChange(change: SampleChange): Ticks {
  switch (change.op) {
    case "upsert":
      return change.sample.time;
    case "remove":
      return change.time;
    case "removeWindow":
      return change.from;
  }
}

function newest(changes: readonly SampleChange[]): Ticks {
  return changes.reduce((most, change) => Math.max(most, timeOfChange(change)), -Infinity);
}
