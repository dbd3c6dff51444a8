import type { FoundStream } from "../../domain/asset/types.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { ReadOptions } from "../source.ts";
import type { SqlAddress } from "./identity.ts";
import type { QualityColumn } from "./quality.ts";
import type { TimeColumn } from "./time_column.ts";

/** How the rows of samples are read, in SQL. */
export interface RowShape {
  /** The column by which rows belong to a stream, and the type of its values; null: all belong to the same. */
  key: { column: string; type: string } | null;
  time: { column: string; is: TimeColumn };
  quality: { column: string; is: QualityColumn } | null;
  /** A row without a value is no sample; otherwise it is a bad one. */
  skipsNull: boolean;
}

/** Where the samples of a stream are. */
export interface Place {
  /** Streams of one area have their rows in the same tables. */
  area: string;
  /** The values of the key column; a tag of Ignition may have had several. */
  keys: readonly string[];
  /** SQL of the value in a row that is called r. */
  value: string;
  type: DataType;
}

export interface Listing {
  streams: FoundStream[];
  unsupported: { stream_id: string; reason: string }[];
}

export interface Listed {
  onProgress?: (streams: number) => void;
  /** Only these; default: all. */
  only?: readonly SqlAddress[];
}

/** A way in which a database keeps samples. */
export interface Layout {
  /** Learns what may have changed since; before every read. */
  refresh(options: ReadOptions): Promise<void>;
  /** What was learned may be wrong. */
  forget(): void;
  readonly shape: RowShape;
  /** Undefined: there is no such stream. */
  placeOf(address: SqlAddress): Place | undefined;
  /** Tables with rows of from < time ≤ to, in order of time, quoted. */
  tables(area: string, from: Ticks, to: Ticks): string[];
  /** Those of the places that are known no more; asked of places without samples. */
  missing(places: readonly Place[], options: ReadOptions): Promise<Set<Place>>;
  list(listed: Listed, options: ReadOptions): Promise<Listing>;
  /** What a test of the connection tells of the tables. */
  check(options: ReadOptions): Promise<Record<string, string>>;
}
