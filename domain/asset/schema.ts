import { z } from "zod";
import { dataType, quality } from "../sample/schema.ts";
import { fullInstant, id, plainValue } from "../shared/schema.ts";

/**
 * Where a stream is at its source and how it is read: plain data that only its connector understands.
 * `kind` names the connector.
 */
export interface StreamAddress {
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** What of a stream is stored and read alike. `id` is ours; `stream_id` is unique at the source. */
export const storedStream = z.strictObject({
  id: id(),
  stream_id: z.string(),
  stream_name: z.string(),
  display_name: z.string(),
  asset_id: z.string(),
  data_type: dataType,
  uom: z.string().nullable(),
  is_active: z.boolean(),
});

/** Why a stream is not read any more: it is missing at the source, means something else there, or is another plant's. */
export type GoneReason = "missing" | "changed" | "other_plant";

/** A discovered stream as it is stored. */
export interface StreamRecord extends z.infer<typeof storedStream> {
  v: 1;
  source: StreamAddress;
  /** The source that has it; absent: `default`. */
  source_id?: number;
  /** The plant that it belongs to, see `plantText`; absent until a discovery has found it again. */
  plant?: string;
  /** Since when and why it is not read; absent while it is. Rules that name it are UNKNOWN. */
  gone?: { at: string; reason: GoneReason };
  /** The units that it had before, oldest first; absent: none. */
  past_units?: { uom: string | null; until: string }[];
}

/** What a stored stream has beside what the source lists. */
type OwnFields = "v" | "id" | "source_id" | "is_active" | "plant" | "gone" | "past_units";

/**
 * A stream as the source lists it, before it is compared with the stored one. `stream_name` is its name at the source, which
 * others may have too.
 */
export interface FoundStream extends Omit<StreamRecord, OwnFields> {
  /** A stored stream whose stream_id has this at its end, for example ".Level", keeps it, and so in its names. */
  former_suffix?: string;
  /** It is listed only for a plant that has stored it: the quality of other values, which is no stream of its own. */
  only_if_stored?: true;
}

/** What a stream's values mean, and how they are read. */
export interface StreamMeaning extends Pick<FoundStream, "data_type" | "uom" | "source"> {}

/** What a connector knows of the identity of its streams. Pure. */
export interface StreamContinuity {
  /** The id at the source of the stream of which an address reads a value. Equal texts, without case, are one stream. */
  sourceId(address: StreamAddress): string;
  /**
   * The address by which a stored stream goes on when the source lists it as `found`: reads the new samples and those from
   * before. Null when `found` means something else.
   */
  goOn(stored: StreamMeaning, found: StreamMeaning): StreamAddress | null;
}

/** A stream as a client reads it, with its newest value. */
export const stream = storedStream.extend({
  value: plainValue().nullable(),
  timestamp: fullInstant().nullable(),
  quality: quality.nullable(),
  set_aside: z.strictObject({ timestamp: fullInstant(), value: plainValue().nullable() }).nullable().describe(
    "The newest sample that is more than 60 s ahead of the clock. Rules and `value` use it once the clock has reached it",
  ),
});

export interface StreamView extends z.infer<typeof stream> {}

/** What of an asset is stored and read alike. `asset_id` is the dotted path name. */
export const asset = z.strictObject({
  id: id(),
  asset_id: z.string(),
  display_name: z.string(),
  is_active: z.boolean().describe("False if it is missing at the source"),
});

export interface AssetRecord extends z.infer<typeof asset> {
  v: 1;
  /** The source that has it; absent: `default`. */
  source_id?: number;
}

export interface FoundAsset extends Pick<AssetRecord, "asset_id" | "display_name"> {}

/** A stream that cannot be monitored. */
export const unsupportedStream = z.strictObject({ stream_id: z.string(), reason: z.string() });

/** What the source lists. */
export interface Discovery {
  /** The plant that it is of, see `plantText`; undefined: not known. */
  plant?: string;
  assets: FoundAsset[];
  streams: FoundStream[];
  unsupported: z.infer<typeof unsupportedStream>[];
}
