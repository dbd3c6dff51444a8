import { badRequest, conflict, NO_CONTENT, notFound, type ServiceError } from "../http/answers.ts";
import type { Answer } from "../http/answers.ts";
import { bodyJson } from "../http/body.ts";
import { asObjects, member } from "../http/json_input.ts";
import { type Route, route } from "../http/router.ts";
import { type OpenStream, openStream } from "../open_stream.ts";
import { type JsonObject, type Members, type SdsType, valueProperties } from "../sds_types.ts";
import { firstOf, type StreamEvent } from "../stream_reader.ts";
import { removeEvents, removeWindow, writeEvents } from "../stream_writes.ts";
import type { Call } from "../world.ts";
import { indexOf } from "./data_reads.ts";
import { NS } from "./paths.ts";

const DATA = `${NS}/Streams/{id}/Data`;

export const dataWriteRoutes: Route<Call>[] = [
  route("POST", DATA, (call, { id }) => insert(call, id)),
  route("PUT", DATA, (call, { id }) => upsert(call, id)),
  route("DELETE", DATA, (call, { id }) => remove(call, id)),
];

/** Inserts all events or, when one index already exists, none. */
async function insert(call: Call, id: string): Promise<Answer> {
  const { open, events } = await bodyEvents(call, id);
  const duplicate = events.find((event) => exists(open, event.at));
  if (duplicate !== undefined) throw indexConflict(open, duplicate);
  writeEvents(call, { open, events, operation: "Insert" });
  return NO_CONTENT;
}

function indexConflict(open: OpenStream, event: StreamEvent): ServiceError {
  const index = open.codec.toText(event.at);
  return conflict(`An event already exists in stream '${open.stream.id}' at index '${index}'.`, {
    StreamId: open.stream.id,
    Index: index,
  });
}

/** Updates existing events and inserts new ones; with `allowCreate=false` every index must exist. */
async function upsert(call: Call, id: string): Promise<Answer> {
  const { open, events } = await bodyEvents(call, id);
  const isReplace = call.query.text("allowCreate")?.toLowerCase() === "false";
  const existing = events.filter((event) => exists(open, event.at));
  const fresh = events.filter((event) => !existing.includes(event));
  if (isReplace && fresh[0] !== undefined) throw notFound("Event", open.codec.toText(fresh[0].at));
  writeEvents(call, { open, events: fresh, operation: "Insert" });
  writeEvents(call, { open, events: existing, operation: isReplace ? "Replace" : "Update" });
  return NO_CONTENT;
}

function remove(call: Call, id: string): Answer {
  const open = openStream(call.world, { id, nowMs: call.nowMs });
  if (call.query.text("startIndex") !== undefined) return removeRange(call, open);
  const indexes = call.query.all("index").map((text) => indexOf(open, "index", text));
  if (indexes.length === 0) throw badRequest("An index, or a startIndex and an endIndex, is required.");
  const missing = indexes.find((at) => !exists(open, at));
  if (missing !== undefined) throw notFound("Event", open.codec.toText(missing));
  removeEvents(call, { open, indexes });
  return NO_CONTENT;
}

function removeRange(call: Call, open: OpenStream): Answer {
  const from = indexOf(open, "startIndex", call.query.text("startIndex"));
  const to = indexOf(open, "endIndex", call.query.text("endIndex"));
  removeWindow(call, { open, range: { from, to } });
  return NO_CONTENT;
}

function exists(open: OpenStream, at: number): boolean {
  return firstOf(open.reader.forward(at, at)) !== undefined;
}

/** The events of the body; of several at one index the last. Opens the stream only once the body has arrived. */
async function bodyEvents(call: Call, id: string): Promise<{ open: OpenStream; events: StreamEvent[] }> {
  const objects = asObjects(await bodyJson(call.request));
  const open = openStream(call.world, { id, nowMs: call.nowMs });
  const byIndex = new Map<number, StreamEvent>();
  for (const object of objects) {
    const at = open.codec.parse(member(object, open.codec.property));
    if (at === undefined) {
      throw badRequest(`An event has no valid '${open.codec.property}'.`, { Event: object });
    }
    byIndex.set(at, { at, members: membersOf(object, open.type) });
  }
  return { open, events: [...byIndex.values()].sort((a, b) => a.at - b.at) };
}

/** The members that the type has, ignoring case; the name of an enumeration member becomes its number. */
function membersOf(object: JsonObject, type: SdsType): Members {
  const members: Members = {};
  for (const property of valueProperties(type)) {
    const value = member(object, property.Id);
    if (value === undefined) continue;
    const named = property.SdsType.Properties?.find((each) => each.Id === value);
    members[property.Id] = named === undefined ? value : named.Value;
  }
  return members;
}
