import { type Answer, answer, badRequest, conflict, NO_CONTENT, notFound } from "../http/answers.ts";
import { bodyJson } from "../http/body.ts";
import { asObject, member, textMember } from "../http/json_input.ts";
import { type Route, route } from "../http/router.ts";
import { type Json, type SdsProperty, type SdsType, typeCodeOf } from "../sds_types.ts";
import type { Call } from "../world.ts";
import { objectFilter } from "./object_search.ts";
import { NS } from "./paths.ts";

const TYPE = `${NS}/Types/{id}`;
const MAX_TYPES = 10_000;

export const typeRoutes: Route<Call>[] = [
  route("GET", `${NS}/Types`, listTypes),
  route("GET", TYPE, (call, { id }) => answer(200, knownType(call, id))),
  route("POST", TYPE, (call, { id }) => makeType(call, id)),
  route("DELETE", TYPE, (call, { id }) => deleteType(call, id)),
  route("GET", `${TYPE}/ReferenceCount`, (call, { id }) => {
    return answer(200, {
      SdsStream: streamsOfType(call, knownType(call, id).Id),
      SdsStreamView: 0,
      SdsType: 0,
    });
  }),
];

function knownType(call: Call, id: string): SdsType {
  const type = call.world.catalog.type(id);
  if (type === undefined) throw notFound("Type", id);
  return type;
}

function listTypes(call: Call): Answer {
  const skip = call.query.whole("skip", { least: 0, most: 1e9, default: 0 });
  const count = call.query.whole("count", { least: 0, most: 1000, default: 100 });
  const passes = objectFilter(call.query);
  const types = call.world.catalog.types().filter((type) =>
    passes({ Id: type.Id, Name: type.Name ?? type.Id })
  );
  return answer(200, types.slice(skip, skip + count));
}

/** 201 when new, 200 when the same type stands already, 409 when another one does: types never change. */
async function makeType(call: Call, id: string): Promise<Answer> {
  const type = { ...parseType(await bodyJson(call.request)), Id: id };
  const { catalog } = call.world;
  const standing = catalog.type(id);
  if (standing !== undefined) {
    if (JSON.stringify(standing) === JSON.stringify(type)) return answer(200, standing);
    throw conflict(`A different type with the id '${id}' exists.`, { TypeId: id });
  }
  if (catalog.types().length >= MAX_TYPES) throw badRequest("The simulator holds as many types as it may.");
  catalog.keepType(type);
  return answer(201, type);
}

function parseType(body: unknown): SdsType {
  const given = asObject(body);
  const properties = member(given, "Properties");
  if (!Array.isArray(properties)) throw badRequest("A type needs Properties.");
  return {
    Id: textMember(given, "Id") ?? "",
    Name: textMember(given, "Name"),
    Description: textMember(given, "Description"),
    SdsTypeCode: codeOf(member(given, "SdsTypeCode")),
    Properties: properties.map(parseProperty),
  };
}

function parseProperty(given: Json): SdsProperty {
  const property = asObject(given);
  const type = asObject(member(property, "SdsType"));
  const members = member(type, "Properties");
  const id = textMember(property, "Id");
  if (id === undefined) throw badRequest("A property needs an Id.");
  return {
    Id: id,
    Name: textMember(property, "Name"),
    Description: textMember(property, "Description"),
    IsKey: member(property, "IsKey") === true ? true : undefined,
    Uom: textMember(property, "Uom"),
    SdsType: {
      Id: textMember(type, "Id"),
      Name: textMember(type, "Name"),
      SdsTypeCode: codeOf(member(type, "SdsTypeCode")),
      Properties: Array.isArray(members) && members.length > 0 ? members.map(parseEnumMember) : undefined,
    },
  };
}

function parseEnumMember(given: Json): { Id: string; Value: number } {
  const each = asObject(given);
  return { Id: textMember(each, "Id") ?? "", Value: Number(member(each, "Value") ?? 0) };
}

function codeOf(given: Json | undefined): number {
  const code = typeCodeOf(given);
  if (code === undefined) throw badRequest(`'${JSON.stringify(given)}' is not an SdsTypeCode.`);
  return code;
}

function streamsOfType(call: Call, typeId: string): number {
  let count = 0;
  for (const stream of call.world.catalog.all()) {
    if (stream.typeId.toLowerCase() === typeId.toLowerCase()) count++;
  }
  return count;
}

function deleteType(call: Call, id: string): Answer {
  const type = knownType(call, id);
  if (streamsOfType(call, type.Id) > 0) throw conflict(`The type '${id}' is in use.`, { TypeId: id });
  call.world.catalog.dropType(id);
  return NO_CONTENT;
}
