import type { Sample } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { ReadOptions, SampledAsk } from "../source.ts";
import { QueryTooLong } from "./failure.ts";
import type { SqlAddress } from "./identity.ts";
import { extremesSql } from "./queries.ts";
import { FIRST_TIME } from "./time_column.ts";
import { missingStream, type Reader, type ReaderOptions } from "./reader.ts";

/**
 * The first, lowest, highest and last row of each interval: the database finds their times, then they are read. Null for a
 * stream that is not of numbers, and where the span is too long for the database.
 */
export async function readSampled(
  { layout, query, reader }: ReaderOptions & { reader: Reader },
  { stream, from, to, intervals }: SampledAsk,
  options: ReadOptions,
): Promise<Sample[] | null> {
  await layout.refresh(options);
  const place = layout.placeOf(stream.source as SqlAddress);
  if (place === undefined) throw missingStream();
  if (place.type !== "NUM") return null;
  const { shape } = layout, { is: time } = shape.time;
  const tables = layout.tables(place.area, from, to);
  const sql = extremesSql({ shape, tables, values: [place.value] });
  if (sql === null) return null;
  if (tables.length === 0) return [];
  const [low, high] = time.bounds(from - 1, to), begin = time.first(Math.max(from, FIRST_TIME));
  const spans = [String(begin - from), String(Math.max(1, to - from)), intervals];
  try {
    const { rows } = await query(sql, [[...place.keys], low, high, ...spans], options);
    const times = new Set(rows.flat().filter((text) => text !== null).map((text) => begin + Number(text)));
    const chosen: Ticks[] = [...times].sort((a, b) => a - b);
    if (chosen.length === 0 && (await layout.missing([place], options)).has(place)) throw missingStream();
    return await reader.at(stream, place, { times: chosen, tables, options });
  } catch (error) {
    if (error instanceof QueryTooLong) return null;
    throw error;
  }
}
