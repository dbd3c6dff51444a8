import { codeName, type CodeTraits, readTypeCode } from "./sds_code.ts";
import type { DataHubAddress } from "./stream_address.ts";
import type { SdsPropertyWire, SdsStreamWire, SdsTypeWire } from "./wire.ts";

/** Finds a type by id, ignoring case. */
export type FindType = (typeId: string) => SdsTypeWire | undefined;

const PI_MEMBERS = ["value", "isquestionable", "systemstatecode", "digitalstatename"];

/** Own properties after those of the base types. */
export function allProperties(type: SdsTypeWire): SdsPropertyWire[] {
  const levels: SdsPropertyWire[][] = [];
  let level: SdsTypeWire | null | undefined = type;
  while (level) {
    levels.unshift(level.Properties ?? []);
    level = level.BaseType;
  }
  return levels.flat();
}

/** PI agent types are recognised by their members, since their ids differ between versions. */
export function isPiType(properties: SdsPropertyWire[]): boolean {
  const ids = new Set(properties.map((property) => property.Id.toLowerCase()));
  return PI_MEMBERS.every((member) => ids.has(member));
}

/** The Value of a digital point is the number of its state. It is read as the text in DigitalStateName. */
export function isPiDigital(type: SdsTypeWire): boolean {
  return /digital/i.test(`${type.Id ?? ""} ${type.Name ?? ""}`);
}

/** The type of a property: inline, or looked up when the service gives only its id. */
function typeOf(property: SdsPropertyWire, findType: FindType): SdsTypeWire | undefined {
  const inline = property.SdsType;
  if (inline === null || inline === undefined) return undefined;
  const bare = inline.SdsTypeCode === null || inline.SdsTypeCode === undefined;
  return bare && inline.Id ? findType(inline.Id) ?? inline : inline;
}

export function codeOf(property: SdsPropertyWire, findType: FindType): number | undefined {
  return readTypeCode(typeOf(property, findType)?.SdsTypeCode);
}

export function namedCode(code: number | undefined): string {
  return code === undefined ? "an unknown type" : codeName(code);
}

export function enumMembers(property: SdsPropertyWire, findType: FindType): Record<string, string> {
  const members = typeOf(property, findType)?.Properties ?? [];
  return Object.fromEntries(members.map((member) => [memberNumber(member.Value), member.Name || member.Id]));
}

/** The names of an enumeration's numbers, and the ids that differ from them. */
export function statesOf(
  property: SdsPropertyWire,
  { traits, findType }: { traits: CodeTraits; findType: FindType },
): Pick<DataHubAddress, "enumMembers" | "enumIds"> {
  if (traits.kind !== "enum") return { enumMembers: null };
  const members = typeOf(property, findType)?.Properties ?? [];
  const named = members.filter(({ Id, Name }) => Name && Name.toLowerCase() !== Id.toLowerCase());
  const enumIds = Object.fromEntries(named.map((member) => [memberNumber(member.Value), member.Id]));
  return { enumMembers: enumMembers(property, findType), ...(named.length === 0 ? {} : { enumIds }) };
}

/** Services omit a member's number when it is 0. */
function memberNumber(value: unknown): string {
  return typeof value === "number" || (typeof value === "string" && /^-?\d+$/.test(value))
    ? String(value)
    : "0";
}

export function uomOf(stream: SdsStreamWire, property: SdsPropertyWire): string | null {
  const own = stream.PropertyOverrides?.find((override) =>
    override.SdsTypePropertyId?.toLowerCase() === property.Id.toLowerCase()
  );
  return own?.Uom || property.Uom || null;
}
