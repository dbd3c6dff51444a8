import type { DataType } from "../../sample/types.ts";
import { TIME_TAGS, type TimeTag } from "../../shared/plant_clock.ts";

/** A tag of the plant's time as rules see it: a stream whose id is below 0, as no stored stream's is. */
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

/** @throws {RangeError} if there is no such tag. */
export function timeTagById(id: number): TimeTagStream {
  const tag = TIME_TAG_STREAMS.find((each) => each.id === id);
  if (tag === undefined) throw new RangeError(`There is no time tag ${id}`);
  return tag;
}
