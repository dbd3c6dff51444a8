import type { DataType } from "../../domain/sample/types.ts";
import { isPathSegment } from "../api_address.ts";
import { DATA_HUB_KIND } from "./capabilities.ts";
import { tellsQuality } from "./quality.ts";
import { codeTraits, SDS_DATE_TIME, SDS_DATE_TIME_OFFSET, SDS_STRING } from "./sds_code.ts";
import type { DataHubAddress, QualityProperty } from "./stream_address.ts";
import {
  allProperties,
  codeOf,
  enumMembers,
  type FindType,
  isPiDigital,
  isPiType,
  namedCode,
  statesOf,
  uomOf,
} from "./type_properties.ts";
import type { SdsPropertyWire, SdsStreamWire, SdsTypeWire } from "./wire.ts";

/** One of our streams without a name: a property of a Data Hub stream, and how it is read. */
export interface PlannedStream {
  streamId: string;
  /** The property's id if the stream has several value properties, else null. */
  property: string | null;
  dataType: DataType;
  uom: string | null;
  source: DataHubAddress;
  /** See FoundStream. */
  former_suffix?: string;
  only_if_stored?: true;
}

export interface Unsupported {
  stream_id: string;
  reason: string;
}

export interface StreamPlan {
  planned: PlannedStream[];
  unsupported: Unsupported[];
}

/** Maps a Data Hub stream to our streams: one per value property of a type with one DateTime key. */
export function planStream(stream: SdsStreamWire, findType: FindType): StreamPlan {
  const type = findType(stream.TypeId);
  if (!isPathSegment(stream.Id)) return refuse(stream.Id, "Its id cannot be part of a URL");
  if (type === undefined) return refuse(stream.Id, `Its type ${stream.TypeId} cannot be read`);
  const properties = allProperties(type);
  const keys = properties.filter((property) => property.IsKey === true), [key] = keys;
  if (key === undefined || keys.length > 1) {
    return refuse(stream.Id, `Its type has ${keys.length} keys; one DateTime key is required`);
  }
  const keyCode = codeOf(key, findType);
  if (keyCode !== SDS_DATE_TIME && keyCode !== SDS_DATE_TIME_OFFSET) {
    return refuse(stream.Id, `Its key is of type ${namedCode(keyCode)}; a DateTime is required`);
  }
  const names = properties.map(({ Id }) => Id);
  return planProperties({ stream, type, properties, names, key: key.Id, findType });
}

interface PropertyScope {
  stream: SdsStreamWire;
  type: SdsTypeWire;
  properties: SdsPropertyWire[];
  key: string;
  /** The ids of all properties. */
  names: readonly string[];
  findType: FindType;
}

function planProperties(scope: PropertyScope): StreamPlan {
  const { stream, properties, findType } = scope;
  const piEvent = isPiType(properties);
  const all = properties.filter((property) =>
    property.IsKey !== true && (!piEvent || property.Id.toLowerCase() === "value")
  );
  if (all.length === 0) return refuse(stream.Id, "Its type has no value property");
  const reporting = all.filter((one) => one.IsQuality === true && tellsQuality(codeOf(one, findType)));
  const qualities = reporting.length < all.length ? reporting : [];
  const values = all.filter((one) => !qualities.includes(one));
  const shared = { ...scope, piEvent, isOnlyValue: values.length === 1 };
  const plan: StreamPlan = { planned: [], unsupported: [] };
  for (const property of values) {
    const several = values.length > 1 ? property.Id : null;
    addProperty(plan, property, { ...shared, several, qualities });
    const planned = plan.planned.at(-1);
    if (several === null && qualities.length > 0 && planned !== undefined) {
      planned.former_suffix = `.${property.Id}`;
    }
  }
  for (const property of qualities) {
    const own: StreamPlan = { planned: [], unsupported: [] };
    addProperty(own, property, { ...shared, isOnlyValue: false, several: property.Id, qualities: [] });
    plan.planned.push(...own.planned.map((one) => ({ ...one, only_if_stored: true as const })));
  }
  return plan;
}

interface ValueScope extends PropertyScope {
  piEvent: boolean;
  isOnlyValue: boolean;
  several: string | null;
  qualities: SdsPropertyWire[];
}

function addProperty(plan: StreamPlan, property: SdsPropertyWire, scope: ValueScope): void {
  const { stream, type, key, several, piEvent, findType } = scope;
  const code = piEvent && isPiDigital(type) ? SDS_STRING : codeOf(property, findType);
  const traits = code === undefined ? undefined : codeTraits(code);
  if (code === undefined || traits === undefined) {
    plan.unsupported.push(unsupportedProperty(stream, { property, several, code }));
    return;
  }
  const uom = uomOf(stream, property);
  const source: DataHubAddress = {
    kind: DATA_HUB_KIND,
    sdsStreamId: stream.Id,
    keyProperty: key,
    valueProperty: property.Id,
    typeCode: code,
    nullable: traits.nullable,
    ...statesOf(property, { traits, findType }),
    piEvent,
    typeId: stream.TypeId,
    unit: uom,
    isOnlyValue: scope.isOnlyValue,
    properties: scope.names,
    ...(scope.qualities.length === 0 ? {} : { qualities: qualitiesOf(scope) }),
  };
  plan.planned.push({ streamId: stream.Id, property: several, dataType: traits.dataType, uom, source });
}

function qualitiesOf({ qualities, findType }: ValueScope): QualityProperty[] {
  return qualities.map((property) => {
    const typeCode = codeOf(property, findType) ?? 0;
    const isEnum = codeTraits(typeCode)?.kind === "enum";
    return { property: property.Id, typeCode, enumMembers: isEnum ? enumMembers(property, findType) : null };
  });
}

interface PropertyFault {
  property: SdsPropertyWire;
  several: string | null;
  code: number | undefined;
}

function unsupportedProperty(stream: SdsStreamWire, { property, several, code }: PropertyFault): Unsupported {
  return {
    stream_id: several === null ? stream.Id : `${stream.Id}.${several}`,
    reason: `${property.Id} is of type ${namedCode(code)}, which cannot be monitored`,
  };
}

/** The plan of a stream that cannot be monitored. */
export function refuse(stream_id: string, reason: string): StreamPlan {
  return { planned: [], unsupported: [{ stream_id, reason }] };
}
