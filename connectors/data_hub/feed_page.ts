import { EARLIEST_SOURCE_TIME, isSourceTime, LATEST_SOURCE_TIME } from "../../domain/sample/source_time.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { Counters } from "./counters.ts";
import type { Doubts } from "./doubts.ts";
import { connectionFailed, cutText } from "../source_failure.ts";
import { createMember, isJsonObject, type JsonObject } from "./member.ts";
import type { Subscriber, Subscriptions } from "./subscriptions.ts";

type Operation = "upsert" | "remove" | "removeWindow";

/** The vendor's reference has Remove and RemoveWindow, its Python library Delete and DeleteWindow. */
const OPERATIONS: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["insert", "upsert"],
  ["update", "upsert"],
  ["upsert", "upsert"],
  ["replace", "upsert"],
  ["remove", "remove"],
  ["delete", "remove"],
  ["removewindow", "removeWindow"],
  ["deletewindow", "removeWindow"],
]);

/** In the spelling of the vendor's service. */
const AS_WRITTEN: ReadonlyMap<string, Operation> = new Map<string, Operation>([
  ["Insert", "upsert"],
  ["Update", "upsert"],
]);

const resourceOf = createMember("resourceId");
const operationOf = createMember("operation");
const eventsOf = createMember("events");

export interface FeedScope {
  subscriptions: Subscriptions;
  counters: Pick<Counters, "unknownResources">;
  doubts: Doubts;
}

/** Converts the items of a page to changes of our streams, in their order. Refuses unknown items. */
export function feedChanges(
  items: unknown[],
  { subscriptions, counters, doubts }: FeedScope,
): SampleChange[] {
  const changes: SampleChange[] = [];
  for (const item of items) {
    const { resource, operation, events } = readItem(item);
    const subscribers = subscriptions.subscribers(resource);
    if (subscribers.length === 0) counters.unknownResources++;
    for (const subscriber of subscribers) append(changes, { subscriber, operation, events, doubts });
  }
  return changes;
}

interface FeedItem {
  resource: string;
  operation: Operation;
  events: unknown[];
}

function readItem(item: unknown): FeedItem {
  if (!isJsonObject(item)) throw connectionFailed("The change feed holds an item that is not an object");
  const resource = resourceOf(item);
  const events = eventsOf(item) ?? [];
  if (typeof resource !== "string" || !Array.isArray(events)) {
    throw connectionFailed("The change feed holds an item without resourceId and events");
  }
  return { resource, operation: readOperation(item), events };
}

function readOperation(item: JsonObject): Operation {
  const text = String(operationOf(item));
  const operation = AS_WRITTEN.get(text) ?? OPERATIONS.get(text.toLowerCase());
  if (operation === undefined) {
    throw connectionFailed(`The change feed holds an unknown operation "${cutText(text)}"`);
  }
  return operation;
}

interface Appended {
  subscriber: Subscriber;
  operation: Operation;
  events: unknown[];
  doubts: Doubts;
}

function append(changes: SampleChange[], { operation, ...scope }: Appended): void {
  switch (operation) {
    case "upsert":
      return appendSamples(changes, scope);
    case "remove":
      for (const time of times(scope)) {
        if (isSourceTime(time)) changes.push({ op: "remove", stream: scope.subscriber.stream.id, time });
        else scope.doubts.impossibleTimes++;
      }
      return;
    case "removeWindow":
      return appendWindow(changes, scope);
  }
}

type EventScope = Omit<Appended, "operation">;

function appendSamples(changes: SampleChange[], { subscriber, events, doubts }: EventScope): void {
  const { stream, decoder } = subscriber, fit = doubts.of(stream);
  for (const event of events) {
    const sample = decoder.sample(event, fit);
    if (sample !== undefined) changes.push({ op: "upsert", stream: stream.id, sample });
  }
}

/** The two events of a removed window are its bounds, both included. */
function appendWindow(changes: SampleChange[], scope: EventScope): void {
  const bounds = times(scope).map((time) =>
    Math.min(Math.max(time, EARLIEST_SOURCE_TIME), LATEST_SOURCE_TIME)
  );
  if (bounds.length === 0) return;
  changes.push({
    op: "removeWindow",
    stream: scope.subscriber.stream.id,
    from: Math.min(...bounds),
    to: Math.max(...bounds),
  });
}

function times({ subscriber: { stream, decoder }, events, doubts }: EventScope): Ticks[] {
  const fit = doubts.of(stream);
  return events.flatMap((event) => decoder.time(event, fit) ?? []);
}
