import type { EnumMember, SdsProperty, SdsType } from "../sds_types.ts";
import { typeCodeName } from "../sds_types.ts";

export const CODE = {
  boolean: 3,
  int32: 9,
  uint32: 10,
  int64: 11,
  single: 13,
  double: 14,
  dateTime: 16,
  string: 18,
  int32Enum: 609,
};

/** The states of a unit. `Stopped` is 0, so non-verbose answers omit it. */
export const STATE = {
  Stopped: 0,
  Starting: 1,
  Running: 2,
  Blocked: 3,
  Starved: 4,
  Faulted: 5,
  Cleaning: 6,
} as const;

const KEY: SdsProperty = {
  Id: "Timestamp",
  Name: "Timestamp",
  IsKey: true,
  SdsType: { Id: "DateTime", Name: "DateTime", SdsTypeCode: CODE.dateTime },
};

function property(id: string, code: number, uom?: string): SdsProperty {
  const name = typeCodeName(code);
  const base = { Id: id, Name: id, SdsType: { Id: name, Name: name, SdsTypeCode: code } };
  return uom === undefined ? base : { ...base, Uom: uom };
}

function objectType(id: string, description: string, properties: SdsProperty[]): SdsType {
  return { Id: id, Name: id, Description: description, SdsTypeCode: 1, Properties: [KEY, ...properties] };
}

const UOM_WORDS: Record<string, string> = {
  "°C": "degC",
  "%": "percent",
  "mm/s": "mm_per_s",
  "L/min": "L_per_min",
  "kg/h": "kg_per_h",
  "kg/m³": "kg_per_m3",
  "µS/cm": "uS_per_cm",
};

/** `Plant.Double.bar`: one Timestamp and one number, with its unit on the property. */
export function measurementType(code: number, uom?: string): SdsType {
  const suffix = uom === undefined ? "" : `.${UOM_WORDS[uom] ?? uom}`;
  const id = `Plant.${typeCodeName(code)}${suffix}`;
  return objectType(id, `A ${typeCodeName(code)} measurement${uom === undefined ? "" : ` in ${uom}`}`, [
    property("Value", code, uom),
  ]);
}

export const booleanType = objectType("Plant.Boolean", "On or off", [property("Value", CODE.boolean)]);
export const textType = objectType("Plant.String", "A text", [property("Value", CODE.string)]);

/** A value with the status code that OPC UA gives it. */
export const qualityType = objectType("Plant.Quality", "A measurement with its quality", [
  property("Value", CODE.double),
  { ...property("Status", CODE.uint32), IsQuality: true },
]);

const stateMembers: EnumMember[] = Object.entries(STATE).map(([Id, Value]) => ({ Id, Value }));

export const stateType = objectType("Plant.State", "The state of a unit", [
  {
    Id: "Value",
    Name: "Value",
    SdsType: { Id: "State", Name: "State", SdsTypeCode: CODE.int32Enum, Properties: stateMembers },
  },
]);

/** Two values per sample, as of a Coriolis meter. */
export const coriolisType = objectType("Plant.Coriolis", "Mass flow and density of one meter", [
  property("MassFlow", CODE.double, "kg/h"),
  property("Density", CODE.double, "kg/m³"),
]);
