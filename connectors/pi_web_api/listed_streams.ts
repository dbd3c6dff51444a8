import type { FoundStream } from "../../domain/asset/types.ts";
import { UNASSIGNED_ASSET } from "../../domain/asset/unassigned.ts";
import type { DataType } from "../../domain/sample/types.ts";
import { assetOfName, nameProblem } from "../naming.ts";
import { PI_WEB_API_KIND, type PiAddress } from "./identity.ts";
import type { AttributeWire, PointWire } from "./wire.ts";

/** A stream that can be monitored, or why it cannot. */
export type Listed = FoundStream | { stream_id: string; reason: string };

/** The types of points. Blob has no value that a rule could use. */
const POINT_TYPES: Readonly<Record<string, DataType>> = {
  float16: "NUM",
  float32: "NUM",
  float64: "NUM",
  int16: "NUM",
  int32: "NUM",
  string: "STR",
  timestamp: "STR",
  digital: "STR",
};

/** The types of attributes that have a single value. */
const ATTRIBUTE_TYPES: Readonly<Record<string, DataType>> = {
  byte: "NUM",
  int16: "NUM",
  int32: "NUM",
  int64: "NUM",
  single: "NUM",
  double: "NUM",
  boolean: "BOOL",
  string: "STR",
  datetime: "STR",
  guid: "STR",
  enumerationvalue: "STR",
};

export const POINT_FIELDS = ["WebId", "Id", "Name", "PointType", "DigitalSetName", "EngineeringUnits"];
export const ATTRIBUTE_FIELDS = [
  "WebId",
  "Path",
  "Type",
  "TypeQualifier",
  "DefaultUnitsNameAbbreviation",
  "DataReferencePlugIn",
];

/** A list of fields for `selectedFields`, below a path. */
export function fieldsBelow(path: string, fields: readonly string[]): string {
  return fields.map((field) => path + field).join(";");
}

export function listedPoint(point: PointWire): Listed {
  const { Name: name, PointType: type } = point;
  return listed({
    name,
    asset: assetOfName(name),
    dataType: ownValue(POINT_TYPES, type.toLowerCase()),
    type: `Points of the type ${type}`,
    address: {
      what: "point",
      id: String(point.Id),
      webId: point.WebId,
      states: type.toLowerCase() === "digital" ? textOrNull(point.DigitalSetName) : null,
      unit: textOrNull(point.EngineeringUnits),
    },
  });
}

/** Undefined for an attribute without a PI point: a constant, a formula, a look-up. */
export function listedAttribute(attribute: AttributeWire): Listed | undefined {
  if (attribute.DataReferencePlugIn !== "PI Point") return undefined;
  const { Type: type } = attribute, { element, attributes } = pathParts(attribute.Path);
  const isState = type.toLowerCase() === "enumerationvalue";
  return listed({
    name: [...element, ...attributes].join("."),
    asset: element.length === 0 ? UNASSIGNED_ASSET : element.join("."),
    dataType: ownValue(ATTRIBUTE_TYPES, type.toLowerCase()),
    type: `Attributes of the type ${type}`,
    address: {
      what: "attribute",
      id: attribute.WebId,
      webId: attribute.WebId,
      states: isState ? textOrNull(attribute.TypeQualifier) : null,
      unit: textOrNull(attribute.DefaultUnitsNameAbbreviation),
    },
  });
}

interface Named {
  name: string;
  asset: string;
  dataType: DataType | undefined;
  /** Begins the sentence that refuses it. */
  type: string;
  address: Pick<PiAddress, "what" | "id" | "webId" | "states" | "unit">;
}

function listed({ name, asset, dataType, type, address }: Named): Listed {
  const { id: stream_id } = address;
  const problem = nameProblem({ stream_id, name });
  if (problem !== undefined) return { stream_id, reason: `${problem} (${name.slice(0, 100)})` };
  if (dataType === undefined) return { stream_id, reason: `${type} cannot be monitored (${name})` };
  return {
    stream_id,
    stream_name: name,
    display_name: name,
    asset_id: asset,
    data_type: dataType,
    uom: address.unit,
    source: { ...address, kind: PI_WEB_API_KIND, dataType } satisfies PiAddress,
  };
}

/** `\\Server\Database\Element\Child|Attribute|Child`. */
function pathParts(path: string): { element: string[]; attributes: string[] } {
  const [elements = "", ...attributes] = path.split("|");
  const [_server, _database, ...element] = elements.split("\\").filter((part) => part !== "");
  return { element, attributes };
}

function textOrNull(text: string | null | undefined): string | null {
  return text === undefined || text === "" ? null : text;
}

function ownValue<T>(table: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
