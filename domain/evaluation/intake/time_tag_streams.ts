import type { DataType } from "../../sample/types.ts";
import { TIME_TAGS, type TimeTag } from "../../shared/plant_clock.ts";

/** A time tag as a stream. Its id is negative, which no stored stream's id is. */
export interface TimeTagStream {
  id: number;
  data_type: DataType;
  stream_name: TimeTag;
}

export const TIME_TAG_STREAMS: readonly TimeTagStream[] = TIME_TAGS.map((stream_name, i) => ({
  id: -1 - i,
  data_type: stream_name === "SYS.TIME.IS_WEEKEND" ? "BOOL" : "NUM",
  stream_name,
}));

export function timeTagByName(name: string): TimeTagStream | undefined {
  return TIME_TAG_STREAMS.find((tag) => tag.stream_name === name);
}

export function nameOfTag(id: number): TimeTag | undefined {
  return TIME_TAG_STREAMS.find((tag) => tag.id === id)?.stream_name;
}

/** @throws {RangeError} if the tag does not exist. */
export function timeTagById(id: number): TimeTagStream {
  const tag = TIME_TAG_STREAMS.find((each) => each.id === id);
  if (tag === undefined) throw new RangeError(`There is no time tag ${id}`);
  return tag;
}
