import type { IndexCodec } from "./index_codec.ts";
import { defaultOf, type Json, type JsonObject, type SdsType, valueProperties } from "./sds_types.ts";
import type { StreamEvent } from "./stream_reader.ts";

/** How events are written as JSON: verbose with all members, else (the service's default) without default values. */
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
  const cached = slotsOfTypes.get(type);
  if (cached !== undefined) return cached;
  const slots = valueProperties(type).map((property) => ({
    id: property.Id,
    default: defaultOf(property.SdsType.SdsTypeCode),
  }));
  slotsOfTypes.set(type, slots);
  return slots;
}

/** An event as a JSON object; a member that was never written has the default of its type. */
export function eventJson(event: StreamEvent, shape: EventShape): JsonObject {
  const json: JsonObject = { [shape.codec.property]: shape.codec.toJson(event.at) };
  for (const slot of slotsOf(shape.type)) {
    const value = slot.id in event.members ? event.members[slot.id] : slot.default;
    if (value !== undefined && (shape.verbose || value !== slot.default)) json[slot.id] = value;
  }
  return json;
}

/** Events as the text of a JSON array. */
export function eventsText(events: readonly StreamEvent[], shape: EventShape): string {
  return `[${events.map((event) => JSON.stringify(eventJson(event, shape))).join(",")}]`;
}
