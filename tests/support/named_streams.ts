import type { StreamLookup, StreamOfName } from "../../domain/rule/bind_placeholders.ts";
import type { DataType } from "../../domain/sample/types.ts";

/** By name, every fifth of texts. Ids are not in the order of names. */
export const STREAMS: ReadonlyMap<string, StreamOfName> = new Map(
  Array.from({ length: 60 }, (_, i) => {
    const data_type: DataType = i % 5 === 4 ? "STR" : "NUM", stream_name = `S${i}`;
    return [stream_name, { id: (i * 37) % 61 + 1, stream_name, data_type }];
  }),
);

export const NUMBERS = [...STREAMS.values()].filter(({ data_type }) => data_type === "NUM");

/** Looks streams up by id and by name. */
export function lookupOf(streams: Iterable<StreamOfName>): StreamLookup {
  const all = [...streams];
  const byId = new Map(all.map((stream) => [stream.id, stream]));
  const byName = new Map(all.map((stream) => [stream.stream_name, stream]));
  return { byId: (id) => byId.get(id), byName: (name) => byName.get(name) };
}

export const LOOKUP = lookupOf(STREAMS.values());
