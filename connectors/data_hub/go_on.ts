import type { StreamMeaning } from "../../domain/asset/types.ts";
import { codeTraits } from "./sds_code.ts";
import type { DataHubAddress, EventReading } from "./stream_address.ts";

/** Former ways of reading that an address keeps, and the length of their JSON, since a stored record is limited. */
const MOST_FORMER = 5;
const MOST_FORMER_LENGTH = 16_000;

/**
 * The address by which a stored stream goes on as the source lists it: the same quantity, so that rules mean what they
 * meant. Null when it means something else. Pure.
 */
export function goOn(stored: StreamMeaning, found: StreamMeaning): DataHubAddress | null {
  const before = stored.source as DataHubAddress, listed = found.source as DataHubAddress;
  const isSame = stored.data_type === found.data_type && isSameQuantity(before, listed) &&
    (stored.uom === found.uom || hasSameType(before, listed));
  return isSame ? withFormer(before, listed) : null;
}

/** As `goOn`, from the addresses alone. An address that was stored without its unit may have any. */
function goOnBy(before: DataHubAddress, listed: DataHubAddress): DataHubAddress | null {
  const hasUnit = before.unit === undefined || before.unit === listed.unit || hasSameType(before, listed);
  const [one, other] = [before, listed].map(({ typeCode }) => codeTraits(typeCode)?.dataType);
  return one === other && hasUnit && isSameQuantity(before, listed) ? withFormer(before, listed) : null;
}

/** The address by which a stream goes on; that of the same property before another. */
export function goesOnBy(
  source: DataHubAddress,
  listed: readonly DataHubAddress[],
): DataHubAddress | null {
  const isSame = ({ valueProperty }: DataHubAddress) =>
    valueProperty.toLowerCase() === source.valueProperty.toLowerCase();
  const ordered = [...listed.filter(isSame), ...listed.filter((one) => !isSame(one))];
  return ordered.map((one) => goOnBy(source, one)).find((one) => one !== null) ?? null;
}

function isSameQuantity(before: DataHubAddress, listed: DataHubAddress): boolean {
  const isSameProperty = equalIds(before.valueProperty, listed.valueProperty) ||
    (before.isOnlyValue === true && listed.isOnlyValue === true);
  return equalIds(before.sdsStreamId, listed.sdsStreamId) && isSameProperty && keepsStates(before, listed);
}

/** A unit that changes with the type is another meaning; a unit that overrides the type's is told to people. */
function hasSameType(before: DataHubAddress, listed: DataHubAddress): boolean {
  return before.typeId !== undefined && listed.typeId !== undefined && equalIds(before.typeId, listed.typeId);
}

/** Whether each number known before keeps its name. */
function keepsStates(
  { enumMembers: before }: DataHubAddress,
  { enumMembers: listed }: DataHubAddress,
): boolean {
  if (before === null || listed === null) return before === listed;
  return Object.entries(before).every(([number, name]) => listed[number] === name);
}

function withFormer(before: DataHubAddress, listed: DataHubAddress): DataHubAddress {
  const former: EventReading[] = [];
  const seen = new Set([formOf(listed)]);
  for (const one of [readingOf(before), ...(before.former ?? [])]) {
    const form = formOf(one);
    if (!seen.has(form)) former.push(one);
    seen.add(form);
  }
  const retained = former.slice(0, MOST_FORMER);
  while (JSON.stringify(retained).length > MOST_FORMER_LENGTH) retained.pop();
  return retained.length === 0 ? listed : { ...listed, former: retained };
}

/** The text that is equal for readings which the same events fit. */
function formOf(one: EventReading): string {
  const base = codeTraits(one.typeCode)?.base ?? one.typeCode;
  const states = [one.enumMembers, one.enumIds ?? {}].map((names) => Object.entries(names ?? {}).sort());
  return JSON.stringify([
    one.keyProperty.toLowerCase(),
    one.valueProperty.toLowerCase(),
    base,
    one.piEvent,
    states,
  ]);
}

/** The text that is equal for addresses by which events are decoded alike. */
export function signatureOf(address: DataHubAddress): string {
  const { nullable, qualities = [], properties = [] } = address;
  return JSON.stringify([formOf(address), nullable, qualities, properties]);
}

function readingOf(address: DataHubAddress): EventReading {
  const { keyProperty, valueProperty, typeCode, nullable, enumMembers, piEvent } = address;
  const { enumIds, properties } = address;
  return {
    keyProperty,
    valueProperty,
    typeCode,
    nullable,
    enumMembers,
    piEvent,
    ...(enumIds === undefined ? {} : { enumIds }),
    ...(properties === undefined ? {} : { properties }),
  };
}

function equalIds(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
