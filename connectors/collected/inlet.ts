import type { DataType, Quality, SampleValue } from "../../domain/sample/types.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { DataSource } from "../source.ts";

/** One value as a machine sends it. */
export interface Arrived {
  /** The name of its stream; it makes the stream. Names that differ in case are different streams. */
  stream: string;
  /** Null: the time of its arrival. */
  time: Ticks | null;
  /** Null: it could not be read; the sample is bad. */
  value: SampleValue | null;
  quality: Quality;
  unit?: string | null;
  /** The names of its assets, from the root. */
  path?: readonly string[];
  /**
   * A message that is sent again, such as a retained one after a connect: when it equals the newest sample of its stream
   * (without its time, if `time` is null), it is no new sample.
   */
  isRepeated?: boolean;
}

/** A stream that the sender names before its first value, as a birth or the tree of a server tells it. */
export interface Announced {
  stream: string;
  type?: DataType;
  unit?: string | null;
  path?: readonly string[];
}

export interface Rejection {
  /** Of the sample among those that were given. */
  index: number;
  reason: string;
}

export interface Written {
  /** Samples that are on disk, those included that were there before. */
  stored: number;
  refused: Rejection[];
}

/** What an intake calls: all that it needs to know of the store. */
export interface Inlet {
  /**
   * Resolves when the samples are on disk: acknowledge then. Throws UNAVAILABLE when the disk is full; then nothing of it is
   * stored. Calls within a few milliseconds share one write to disk, so many may be under way at once.
   */
  write(arrived: readonly Arrived[]): Promise<Written>;
  /**
   * The sender lives, and everything up to this time has arrived. The watermark follows it, less `delay_seconds`: an intake
   * with a connection calls it with the clock every 200 ms or so while the connection lives. It costs nothing.
   */
  alive(upToMs: Ms): void;
  /** Up to when everything had arrived at the last sign of life, that of an earlier start included; null: there was none. */
  aliveTo(): Ms | null;
  /** The connection is gone. Streams keep their value; after `source_lost_seconds` the source is lost, for this reason. */
  silent(reason: string): void;
  /** Samples were lost in between: one bad sample at `from`, of these streams or (null) of all. */
  gap(streams: readonly string[] | null, from: Ticks): Promise<void>;
  /** Makes streams that have no value yet. Those that cannot be made are rejected. */
  announce(streams: readonly Announced[]): Promise<void>;
  /** The names of the streams that there are. */
  streams(): string[];
  /** Something that came could not be taken, such as a message without a value: counted and listed for people. */
  reject(stream: string | null, reason: string): void;
}

/** What brings the samples: a client of a broker, a session at a server, the key of a push. It reconnects by itself. */
export interface Intake extends Pick<DataSource, "test" | "take" | "browse"> {
  close(): Promise<void>;
}
