import type { DataType, Quality, SampleValue } from "../sample/types.ts";

/**
 * Where a stream is at its source and how it is read: plain data that only its connector understands.
 * `kind` names the connector.
 */
export interface StreamAddress {
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** A stream as the source lists it, before it is compared with the stored one. */
export interface FoundStream {
  stream_id: string;
  stream_name: string;
  display_name: string;
  asset_id: string;
  data_type: DataType;
  uom: string | null;
  source: StreamAddress;
}

/** A discovered stream as it is stored. `id` is ours; `stream_id` is unique at the source. */
export interface StreamRecord extends FoundStream {
  v: 1;
  id: number;
  is_active: boolean;
}

/** An asset as stored; `asset_id` is the dotted path name. */
export interface AssetRecord {
  v: 1;
  id: number;
  asset_id: string;
  display_name: string;
  is_active: boolean;
}

/** A stream as a client reads it. `timestamp` has the source's full fraction. */
export interface StreamView extends Omit<StreamRecord, "v" | "source"> {
  value: SampleValue | null;
  timestamp: string | null;
  quality: Quality | null;
}

export interface FoundAsset {
  asset_id: string;
  display_name: string;
}

/** `unsupported` lists streams that cannot be monitored, each with the reason. */
export interface Discovery {
  assets: FoundAsset[];
  streams: FoundStream[];
  unsupported: { stream_id: string; reason: string }[];
}
