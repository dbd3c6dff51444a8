import type { StreamOfName } from "../../domain/rule/bind_placeholders.ts";
import type { DataType } from "../../domain/sample/types.ts";

/** By name, every fifth of texts. Ids are not in the order of names. */
export const STREAMS: ReadonlyMap<string, StreamOfName> = new Map(
  Array.from({ length: 60 }, (_, i) => {
    const data_type: DataType = i % 5 === 4 ? "STR" : "NUM", stream_name = `S${i}`;
    return [stream_name, { id: (i * 37) % 61 + 1, stream_name, data_type }];
  }),
);

export const NUMBERS = [...STREAMS.values()].filter(({ data_type }) => data_type === "NUM");
