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
  route("GET", TYPE, (call, { id }) => answer(200, findType(call, id))),
  route("POST", TYPE, (call, { id }) => createType(call, id)),
  route("DELETE", TYPE, (call, { id }) => deleteType(call, id)),
  route("GET", `${TYPE}/ReferenceCount`, (call, { id }) => {
    return answer(200, {
      SdsStream: streamsOfType(call, findType(call, id).Id),
      SdsStreamView: 0,
      SdsType: 0,
    });
  }),
];

function findType(call: Call, id: string): SdsType {
  const type = call.world.catalog.type(id);
  if (type === undefined) throw notFound("Type", id);
  return type;
}

function listTypes(call: Call): Answer {
  const skip = call.query.integer("skip", { min: 0, max: 1e9, default: 0 });
  const count = call.query.integer("count", { min: 0, max: 1000, default: 100 });
  const passes = objectFilter(call.query);
  const types = call.world.catalog.types().filter((type) =>
    passes({ Id: type.Id, Name: type.Name ?? type.Id })
  );
  return answer(200, types.slice(skip, skip + count));
}

/** 201 for a new type, 200 for an identical existing one, 409 for a different one: types never change. */
async function createType(call: Call, id: string): Promise<Answer> {
  const type = { ...parseType(await bodyJson(call.request)), Id: id };
  const { catalog } = call.world;
  const existing = catalog.type(id);
  if (existing !== undefined) {
    if (JSON.stringify(existing) === JSON.stringify(type)) return answer(200, existing);
    throw conflict(`A different type with the id '${id}' exists.`, { TypeId: id });
  }
  if (catalog.types().length >= MAX_TYPES) throw badRequest("The simulator's limit of types is reached.");
  catalog.keepType(type);
  return answer(201, type);
}

function parseType(body: unknown): SdsType {
  const input = asObject(body);
  const properties = member(input, "Properties");
  if (!Array.isArray(properties)) throw badRequest("A type requires Properties.");
  return {
    Id: textMember(input, "Id") ?? "",
    Name: textMember(input, "Name"),
    Description: textMember(input, "Description"),
    SdsTypeCode: codeOf(member(input, "SdsTypeCode")),
    Properties: properties.map(parseProperty),
  };
}

function parseProperty(input: Json): SdsProperty {
  const property = asObject(input);
  const type = asObject(member(property, "SdsType"));
  const members = member(type, "Properties");
  const id = textMember(property, "Id");
  if (id === undefined) throw badRequest("A property requires an Id.");
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

function parseEnumMember(input: Json): { Id: string; Value: number } {
  const each = asObject(input);
  return { Id: textMember(each, "Id") ?? "", Value: Number(member(each, "Value") ?? 0) };
}

function codeOf(input: Json | undefined): number {
  const code = typeCodeOf(input);
  if (code === undefined) throw badRequest(`'${JSON.stringify(input)}' is not an SdsTypeCode.`);
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
  const type = findType(call, id);
  if (streamsOfType(call, type.Id) > 0) throw conflict(`The type '${id}' is in use.`, { TypeId: id });
  call.world.catalog.dropType(id);
  return NO_CONTENT;
}
