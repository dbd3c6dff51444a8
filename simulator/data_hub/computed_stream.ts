import type { Ticks } from "../../domain/shared/time.ts";
import type { Cadence } from "./cadence.ts";
import type { Members, SdsType } from "./sds_types.ts";

/** A stream that is computed, not stored: its times and values are pure functions. */
export interface ComputedStream {
  id: string;
  name: string;
  description: string;
  type: SdsType;
  /** A unit of the stream's Value that overrides the type's. */
  uom?: string;
  cadence: Cadence;
  /** The event at one of the cadence's times. */
  members(at: Ticks): Members;
}
