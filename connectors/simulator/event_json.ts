import type { IndexCodec } from "./index_codec.ts";
import { defaultOf, type Json, type JsonObject, type SdsType, valueProperties } from "./sds_types.ts";
import type { StreamEvent } from "./stream_reader.ts";

/** How a stream's events become JSON: with all members, or (the service's default) without those at their default. */
export interface EventShape {
  codec: IndexCodec;
  type: SdsType;
  verbose: boolean;
}

interface Slot {
  id: string;
  default: Json;
}

const slotsOfTypes = new WeakMap<SdsType, Slot[]>();

function slotsOf(type: SdsType): Slot[] {
  const known = slotsOfTypes.get(type);
  if (known !== undefined) return known;
  const slots = valueProperties(type).map((property) => ({
    id: property.Id,
    default: defaultOf(property.SdsType.SdsTypeCode),
  }));
  slotsOfTypes.set(type, slots);
  return slots;
}

/** An event as an object; a member that was never written counts as its type's default. */
export function eventJson(event: StreamEvent, shape: EventShape): JsonObject {
  const json: JsonObject = { [shape.codec.property]: shape.codec.toJson(event.at) };
  for (const slot of slotsOf(shape.type)) {
    const value = slot.id in event.members ? event.members[slot.id] : slot.default;
    if (shape.verbose || value !== slot.default) json[slot.id] = value;
  }
  return json;
}

/** Many events as the text of a JSON array. */
export function eventsText(events: readonly StreamEvent[], shape: EventShape): string {
  return `[${events.map((event) => JSON.stringify(eventJson(event, shape))).join(",")}]`;
}
