import type { ChangeOperation } from "../change_log.ts";
import { badRequest, conflict, Fault, NO_CONTENT, notFound } from "../http/answers.ts";
import type { Answer } from "../http/answers.ts";
import { bodyJson } from "../http/body.ts";
import { asObjects } from "../http/json_input.ts";
import { type Route, route } from "../http/router.ts";
import { type OpenStream, openStream } from "../open_stream.ts";
import { writtenSample } from "../overlay.ts";
import { type JsonObject, type Members, type SdsType, valueProperties } from "../sds_types.ts";
import { firstOf, type StreamEvent } from "../stream_reader.ts";
import { type Call, visibleAt } from "../world.ts";
import { indexOf } from "./data_reads.ts";
import { NS } from "./paths.ts";

const DATA = `${NS}/Streams/{id}/Data`;

export const dataWriteRoutes: Route<Call>[] = [
  route("POST", DATA, (call, { id }) => insert(call, id)),
  route("PUT", DATA, (call, { id }) => upsert(call, id)),
  route("DELETE", DATA, (call, { id }) => remove(call, id)),
];

const FULL = new Fault(400, {
  Error: "The request is not valid.",
  Reason: "The simulator holds as many written events as it may.",
  Resolution: "Delete events or streams and resubmit the request.",
});

/** All or nothing: one index that is there already refuses them all. */
async function insert(call: Call, id: string): Promise<Answer> {
  const { open, events } = await bodyEvents(call, id);
  const taken = events.find((event) => exists(open, event.at));
  if (taken !== undefined) throw indexConflict(open, taken);
  write(call, { open, events, operation: "Insert" });
  return NO_CONTENT;
}

function indexConflict(open: OpenStream, event: StreamEvent): Fault {
  const index = open.codec.toText(event.at);
  return conflict(`An event already exists in stream '${open.stream.id}' at index '${index}'.`, {
    StreamId: open.stream.id,
    Index: index,
  });
}

/** Without `allowCreate=false` new events are inserted; with it every index must be there. */
async function upsert(call: Call, id: string): Promise<Answer> {
  const { open, events } = await bodyEvents(call, id);
  const isReplace = call.query.text("allowCreate")?.toLowerCase() === "false";
  const there = events.filter((event) => exists(open, event.at));
  const fresh = events.filter((event) => !there.includes(event));
  if (isReplace && fresh.length > 0) throw notFound("Event", open.codec.toText(fresh[0].at));
  write(call, { open, events: fresh, operation: "Insert" });
  write(call, { open, events: there, operation: isReplace ? "Replace" : "Update" });
  return NO_CONTENT;
}

function remove(call: Call, id: string): Answer {
  const open = openStream(call.world, { id, nowMs: call.nowMs });
  if (call.query.text("startIndex") !== undefined) return removeWindow(call, open);
  const indexes = call.query.all("index").map((text) => indexOf(open, "index", text));
  if (indexes.length === 0) throw badRequest("An index, or a startIndex and an endIndex, is needed.");
  const missing = indexes.find((at) => !exists(open, at));
  if (missing !== undefined) throw notFound("Event", open.codec.toText(missing));
  const { overlay } = call.world;
  const streamId = open.stream.id;
  for (const at of indexes) {
    if (open.stream.computed === undefined) overlay.removeWritten(streamId, at);
    else overlay.put(streamId, { at, members: null, writtenAt: visibleAt(call.world, call.nowMs).to });
  }
  logChange(call, { open, events: indexes.map((at) => ({ at, members: {} })), operation: "Remove" });
  return NO_CONTENT;
}

function removeWindow(call: Call, open: OpenStream): Answer {
  const from = indexOf(open, "startIndex", call.query.text("startIndex"));
  const to = indexOf(open, "endIndex", call.query.text("endIndex"));
  call.world.overlay.removeStretch(open.stream.id, {
    from,
    to,
    hideTo: visibleAt(call.world, call.nowMs).to,
  });
  logChange(call, { open, events: [from, to].map((at) => ({ at, members: {} })), operation: "RemoveWindow" });
  return NO_CONTENT;
}

interface Write {
  open: OpenStream;
  events: StreamEvent[];
  operation: ChangeOperation;
}

function write(call: Call, { open, events, operation }: Write): void {
  if (events.length === 0) return;
  const { overlay } = call.world;
  const held = overlay.of(open.stream.id);
  if (!overlay.hasRoom(events.filter((event) => writtenSample(held, event.at) === undefined).length)) {
    throw FULL;
  }
  const writtenAt = visibleAt(call.world, call.nowMs).to;
  for (const { at, members } of events) overlay.put(open.stream.id, { at, members, writtenAt });
  logChange(call, { open, events, operation });
}

function logChange(call: Call, { open, events, operation }: Write): void {
  const madeAt = visibleAt(call.world, call.nowMs).to;
  call.world.changes.add({ streamId: open.stream.id, operation, events, madeAt, madeAtMs: call.nowMs });
}

function exists(open: OpenStream, at: number): boolean {
  return firstOf(open.reader.forward(at, at)) !== undefined;
}

/** The body's events, the last of several at one index; opened only after the body is in, so in one moment. */
async function bodyEvents(call: Call, id: string): Promise<{ open: OpenStream; events: StreamEvent[] }> {
  const objects = asObjects(await bodyJson(call.request));
  const open = openStream(call.world, { id, nowMs: call.nowMs });
  const byIndex = new Map<number, StreamEvent>();
  for (const object of objects) {
    const at = open.codec.parse(object[open.codec.property]);
    if (at === undefined) {
      throw badRequest(`An event has no valid '${open.codec.property}'.`, { Event: object });
    }
    byIndex.set(at, { at, members: membersOf(object, open.type) });
  }
  return { open, events: [...byIndex.values()].sort((a, b) => a.at - b.at) };
}

/** The members that the type knows, as they came: an enumeration's name becomes its number. */
function membersOf(object: JsonObject, type: SdsType): Members {
  const members: Members = {};
  for (const property of valueProperties(type)) {
    const given = object[property.Id];
    if (given === undefined) continue;
    const named = property.SdsType.Properties?.find((each) => each.Id === given);
    members[property.Id] = named === undefined ? given : named.Value;
  }
  return members;
}
