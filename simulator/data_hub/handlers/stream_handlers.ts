import { isoFromMs } from "../../../domain/shared/time.ts";
import {
  type Answer,
  answer,
  answerText,
  badRequest,
  conflict,
  NO_CONTENT,
  notFound,
  ServiceError,
} from "../http/answers.ts";
import { childError, partError } from "../faults/part_errors.ts";
import { bodyJson } from "../http/body.ts";
import { asObject, asTexts, member, textMember } from "../http/json_input.ts";
import { type Route, route } from "../http/router.ts";
import { catalogStream, streamType } from "../open_stream.ts";
import type { JsonObject } from "../sds_types.ts";
import type { CatalogStream } from "../stream_catalog.ts";
import type { Call, StreamNotes } from "../world.ts";
import { asksForAll, objectFilter } from "./object_search.ts";
import { NS } from "./paths.ts";

const STREAM = `${NS}/Streams/{id}`;
const MAX_PAGE = 1000;
const MAX_CLIENT_STREAMS = 100_000;

export const streamRoutes: Route<Call>[] = [
  route("GET", `${NS}/Streams`, listStreams),
  route("GET", STREAM, (call, { id }) => answer(200, catalogStream(call.world, id).json)),
  route("POST", STREAM, (call, { id }) => getOrCreateStream(call, id)),
  route("PUT", STREAM, (call, { id }) => putStream(call, id)),
  route("DELETE", STREAM, (call, { id }) => deleteStream(call, id)),
  route(
    "GET",
    `${STREAM}/Type`,
    (call, { id }) => answer(200, streamType(call.world, catalogStream(call.world, id))),
  ),
  route(
    "GET",
    `${STREAM}/Resolved`,
    (call, { id }) => answer(200, resolved(call, catalogStream(call.world, id))),
  ),
  route("POST", `${NS}/Bulk/Streams/Resolved`, bulkResolved),
  route("GET", `${STREAM}/Tags`, (call, { id }) => answer(200, notesOf(call, id).tags)),
  route("PUT", `${STREAM}/Tags`, (call, { id }) => putTags(call, id)),
  route("GET", `${STREAM}/Metadata`, (call, { id }) => answer(200, notesOf(call, id).metadata)),
  route("PUT", `${STREAM}/Metadata`, (call, { id }) => putMetadata(call, id)),
  route("GET", `${STREAM}/Metadata/{key}`, (call, { id, key }) => oneMetadata(call, { id, key })),
];

function listStreams(call: Call): Answer {
  const { catalog } = call.world;
  const skip = call.query.integer("skip", { min: 0, max: 1e9, default: 0 });
  const count = call.query.integer("count", { min: 0, max: MAX_PAGE, default: 100 });
  const order = call.query.text("orderby");
  if (asksForAll(call.query) && order === undefined) {
    const at = { key: `${skip}:${count}`, version: catalog.version };
    const render = () => JSON.stringify(catalog.page(skip, count).map((stream) => stream.json));
    return answerText(call.world.streamPages.page(at, render));
  }
  const passes = objectFilter(call.query);
  const found: JsonObject[] = [];
  for (const stream of catalog.all()) {
    if (passes(stream.json)) found.push(stream.json);
    if (order === undefined && found.length >= skip + count) break;
  }
  return answer(200, ordered(found, order).slice(skip, skip + count));
}

/** Sorts by any member, ignoring case: `name`, `id desc`. */
function ordered(objects: JsonObject[], order: string | undefined): JsonObject[] {
  if (order === undefined) return objects;
  const [field = "", direction = "asc"] = order.trim().toLowerCase().split(/\s+/);
  const text = (object: JsonObject) => String(member(object, field) ?? "").toLowerCase();
  const sign = direction === "desc" ? -1 : 1;
  return objects.sort((a, b) => text(a) < text(b) ? -sign : text(a) > text(b) ? sign : 0);
}

function resolved(call: Call, stream: CatalogStream): JsonObject {
  const type = JSON.parse(JSON.stringify(streamType(call.world, stream)));
  return {
    ...stream.json,
    Resolved: true,
    Type: type,
    InterpolationMode: "Default",
    ExtrapolationMode: "All",
  };
}

/** Always 207: the streams found, and an error for each other id. */
async function bulkResolved(call: Call): Promise<Answer> {
  const ids = asTexts(await bodyJson(call.request));
  const data: JsonObject[] = [];
  const errors: JsonObject[] = [];
  for (const id of ids) {
    const stream = call.world.catalog.find(id);
    const error = partError(call, id) ?? (stream === undefined ? notFound("Stream", id) : undefined);
    if (stream !== undefined && error === undefined) data.push(resolved(call, stream));
    if (error !== undefined) errors.push({ ...childError(call, error), StreamId: id });
  }
  return answer(207, { Data: data, ChildErrors: errors });
}

const KEPT = [
  "TypeId",
  "Name",
  "Description",
  "Indexes",
  "InterpolationMode",
  "ExtrapolationMode",
  "PropertyOverrides",
];

async function bodyStream(call: Call, id: string): Promise<JsonObject> {
  const input = asObject(await bodyJson(call.request));
  const typeId = textMember(input, "TypeId");
  if (typeId === undefined || call.world.catalog.type(typeId) === undefined) {
    throw badRequest(`The type '${typeId ?? ""}' of the stream does not exist.`, { TypeId: typeId ?? "" });
  }
  const stream: JsonObject = { Id: id };
  for (const name of KEPT) {
    const value = member(input, name);
    if (value !== undefined && value !== null) stream[name] = value;
  }
  return stream;
}

function withoutDates(stream: JsonObject): string {
  const { CreatedDate: _created, ModifiedDate: _modified, ...rest } = stream;
  return JSON.stringify(Object.entries(rest).sort());
}

async function getOrCreateStream(call: Call, id: string): Promise<Answer> {
  const wanted = await bodyStream(call, id);
  const existing = call.world.catalog.find(id);
  if (existing === undefined) return keep(call, wanted);
  if (withoutDates(existing.json) === withoutDates(wanted)) return answer(200, existing.json);
  throw conflict(`A different stream with the id '${id}' exists.`, { StreamId: id });
}

async function putStream(call: Call, id: string): Promise<Answer> {
  const wanted = await bodyStream(call, id);
  const existing = call.world.catalog.find(id);
  if (existing === undefined) return keep(call, wanted);
  if (existing.typeId !== wanted.TypeId) {
    throw conflict("The type of a stream cannot be changed.", { StreamId: id });
  }
  refusePlantStream(existing);
  keep(call, { ...wanted, CreatedDate: existing.json.CreatedDate! });
  return NO_CONTENT;
}

function keep(call: Call, stream: JsonObject): Answer {
  const { catalog } = call.world;
  if (catalog.clientStreamCount >= MAX_CLIENT_STREAMS) {
    throw badRequest("The simulator's limit of streams is reached.");
  }
  const now = isoFromMs(call.nowMs);
  const json = { CreatedDate: now, ...stream, ModifiedDate: now };
  catalog.keep({ id: String(stream.Id), typeId: String(stream.TypeId), json });
  return answer(201, json);
}

function refusePlantStream(stream: CatalogStream): void {
  if (stream.computed === undefined) return;
  throw new ServiceError(403, {
    Error: "Access denied.",
    Reason: `The stream '${stream.id}' belongs to the plant and cannot be changed.`,
    Resolution: "Create a stream and use it instead.",
  });
}

function deleteStream(call: Call, id: string): Answer {
  const stream = catalogStream(call.world, id);
  refusePlantStream(stream);
  call.world.catalog.drop(id);
  call.world.overlay.forget(id);
  call.world.notes.delete(id.toLowerCase());
  return NO_CONTENT;
}

/** Tags and metadata as a client wrote them; by default those of a plant stream name its site and line. */
function notesOf(call: Call, id: string): StreamNotes {
  const stream = catalogStream(call.world, id);
  const written = call.world.notes.get(stream.id.toLowerCase());
  if (written !== undefined) return written;
  const name = stream.computed?.name;
  if (name === undefined) return { tags: [], metadata: {} };
  const [site = "", line = ""] = name.split(".");
  return { tags: [site], metadata: { Site: site, Line: line } };
}

async function putTags(call: Call, id: string): Promise<Answer> {
  const tags = asTexts(await bodyJson(call.request));
  const stream = catalogStream(call.world, id);
  call.world.notes.set(stream.id.toLowerCase(), { ...notesOf(call, id), tags });
  return answer(200, tags);
}

async function putMetadata(call: Call, id: string): Promise<Answer> {
  const input = asObject(await bodyJson(call.request));
  const stream = catalogStream(call.world, id);
  const metadata = Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)]));
  call.world.notes.set(stream.id.toLowerCase(), { ...notesOf(call, id), metadata });
  return answer(200, metadata);
}

function oneMetadata(call: Call, at: { id: string; key: string }): Answer {
  const value = notesOf(call, at.id).metadata[at.key];
  if (value === undefined) throw notFound("Metadata", at.key);
  return answer(200, value);
}
