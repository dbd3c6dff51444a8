import { windowEvents } from "../boundary_reads.ts";
import { childError, partError } from "../faults/part_errors.ts";
import { spelling } from "../faults/signup_faults.ts";
import { eventJson } from "../event_json.ts";
import { type Answer, answer, answerText, notFound } from "../http/answers.ts";
import { bodyJson } from "../http/body.ts";
import { asTexts } from "../http/json_input.ts";
import { type Route, route } from "../http/router.ts";
import { openCatalogStream, type OpenStream, shapeOf } from "../open_stream.ts";
import type { Unit } from "../plant/plant.ts";
import { type JsonObject, type SdsType, typeCodeName } from "../sds_types.ts";
import { PLANT_DATE } from "../stream_catalog.ts";
import { firstOf, type StreamEvent } from "../stream_reader.ts";
import type { Call } from "../world.ts";
import { windowBounds } from "./data_reads.ts";
import { asksForAll, objectFilter } from "./object_search.ts";
import { NS } from "./paths.ts";

const ASSET = `${NS}/Assets/{id}`;
const VERSION = '"1"';

/** Each unit of the plant is an asset; load streams have none. */
export const assetRoutes: Route<Call>[] = [
  route("GET", `${NS}/Assets`, listAssets),
  route(
    "HEAD",
    `${NS}/Assets`,
    (call) => ({ status: 204, body: null, headers: listHeaders(units(call).length) }),
  ),
  route("GET", ASSET, (call, { id }) => answer(200, assetJson(call, unitOf(call, id)), { ETag: VERSION })),
  route(
    "GET",
    `${ASSET}/Resolved`,
    (call, { id }) => answer(200, resolvedAsset(unitOf(call, id)), { ETag: VERSION }),
  ),
  route("POST", `${NS}/Bulk/Assets/Resolved`, bulkResolved),
  route("GET", `${ASSET}/Data/Last`, (call, { id }) => assetData(call, { id, read: lastOf })),
  route("GET", `${ASSET}/Data`, (call, { id }) => assetData(call, { id, read: windowOf })),
];

/** The units of the plant; under a fault none, or 404. */
function units(call: Call): readonly Unit[] {
  const [fault] = call.world.faults.inForce("no_assets", call.nowMs);
  if (fault === undefined) return call.world.units;
  if (fault.spec.form === "not_found") throw notFound("Resource", call.url.pathname);
  return [];
}

function unitOf(call: Call, id: string): Unit {
  const unit = units(call).find((each) => each.path.toLowerCase() === id.toLowerCase());
  if (unit === undefined) throw notFound("Asset", id);
  return unit;
}

function leafOf(unit: Unit, name: string): string {
  return name.slice(unit.path.length + 1);
}

function assetJson(call: Call, unit: Unit): JsonObject {
  const spell = spelling(call) ?? ((id: string) => id);
  return {
    Id: unit.path,
    Name: unit.path,
    Description: unit.description,
    CreatedDate: PLANT_DATE,
    ModifiedDate: PLANT_DATE,
    Metadata: metadata(unit),
    StreamReferences: unit.streams.map((stream) => ({
      Id: stream.id,
      Name: leafOf(unit, stream.name),
      Description: stream.description,
      StreamId: spell(stream.id),
    })),
    Tags: [unit.path.split(".")[0]!],
  };
}

function metadata(unit: Unit): JsonObject[] {
  const [site = "", line = ""] = unit.path.split(".");
  return Object.entries({ Site: site, Line: line }).map(([name, value]) => ({
    Id: name,
    Name: name,
    SdsTypeCode: "String",
    Value: value,
  }));
}

/** Assets write type codes as names. */
function resolvedType(type: SdsType): JsonObject {
  return {
    Id: type.Id,
    SdsTypeCode: "Object",
    Properties: type.Properties.map((property) => ({
      Id: property.Id,
      IsKey: property.IsKey === true,
      SdsType: { Id: property.SdsType.Id ?? "", SdsTypeCode: typeCodeName(property.SdsType.SdsTypeCode) },
      Uom: property.Uom ?? null,
      InterpolationMode: "Continuous",
    })),
  };
}

function resolvedAsset(unit: Unit): JsonObject {
  return {
    Id: unit.path,
    Name: unit.path,
    Resolved: true,
    Description: unit.description,
    Metadata: metadata(unit),
    Streams: unit.streams.map((stream) => ({
      Name: leafOf(unit, stream.name),
      StreamReferenceName: leafOf(unit, stream.name),
      Id: stream.id,
      StreamId: stream.id,
      Type: resolvedType(stream.type),
      PropertyMaps: [],
    })),
    UnresolvedStreams: [],
    UnresolvedMetadata: [],
    Tags: [unit.path.split(".")[0]!],
  };
}

function listHeaders(total: number): Record<string, string> {
  return { "Total-Count": String(total), ETag: VERSION };
}

function listAssets(call: Call): Answer {
  const skip = call.query.integer("skip", { min: 0, max: 1e9, default: 0 });
  const count = call.query.integer("count", { min: 0, max: 1000, default: 100 });
  const all = units(call);
  if (asksForAll(call.query)) {
    const at = { key: `${skip}:${count}:${all.length}`, version: call.world.catalog.version };
    const render = () => JSON.stringify(sortedAssets(call, all).slice(skip, skip + count));
    return answerText(call.world.assetPages.page(at, render), listHeaders(all.length));
  }
  const found = sortedAssets(call, all).filter(objectFilter(call.query));
  return answer(200, found.slice(skip, skip + count), listHeaders(found.length));
}

function sortedAssets(call: Call, all: readonly Unit[]): JsonObject[] {
  return all.map((unit) => assetJson(call, unit)).sort((a, b) => String(a.Id) < String(b.Id) ? -1 : 1);
}

/** 200 with an array when all are found, else 207 with the errors. */
async function bulkResolved(call: Call): Promise<Answer> {
  const ids = asTexts(await bodyJson(call.request));
  const all = units(call);
  const data: JsonObject[] = [];
  const errors: JsonObject[] = [];
  for (const id of ids) {
    const unit = all.find((each) => each.path.toLowerCase() === id.toLowerCase());
    const error = unit === undefined ? notFound("Asset", id) : partError(call, id);
    if (error !== undefined) errors.push(childError(call, error));
    else if (unit !== undefined) data.push(resolvedAsset(unit));
  }
  if (errors.length === 0) return answer(200, data);
  const operationId = call.world.randomId();
  const reason = "Some of the assets could not be read.";
  return answer(207, {
    OperationId: operationId,
    Error: "Partial success.",
    Reason: reason,
    Data: data,
    ChildErrors: errors,
  });
}

type ReadStream = (call: Call, open: OpenStream) => StreamEvent[];

const lastOf: ReadStream = (_call, open) => {
  const last = firstOf(open.reader.backward(-Infinity, Infinity));
  return last === undefined ? [] : [last];
};

const windowOf: ReadStream = (call, open) => [...windowEvents(open, windowBounds(call, open))];

/** Reads an asset's streams in one call, all or those that `stream` names. Errors are listed beside the results. */
function assetData(call: Call, requested: { id: string; read: ReadStream }): Answer {
  const unit = unitOf(call, requested.id);
  const wanted = call.query.all("stream");
  const results: Record<string, JsonObject[]> = {};
  const errors: Record<string, JsonObject> = {};
  for (const computed of unit.streams) {
    const name = leafOf(unit, computed.name);
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const stream = call.world.catalog.find(computed.id);
    const error = partError(call, computed.id);
    if (error !== undefined) errors[name] = childError(call, error);
    if (stream === undefined || error !== undefined) continue;
    const open = openCatalogStream(call.world, { stream, nowMs: call.nowMs });
    results[name] = requested.read(call, open).map((event) => eventJson(event, shapeOf(open, call.verbose)));
  }
  return answer(200, { Results: results, Errors: partErrors(call, errors) });
}

function partErrors(call: Call, errors: Record<string, JsonObject>): JsonObject | null {
  if (Object.keys(errors).length === 0) return null;
  return {
    OperationId: call.world.randomId(),
    Error: "Partial success.",
    Reason: "Some of the streams could not be read.",
    ChildErrors: errors,
  };
}
