import type { DataType, Quality, SampleValue } from "../sample/types.ts";

/**
 * Where a stream is at its source, and how it is read there: plain data of its connector, opaque to all others.
 * `kind` names the connector.
 */
export interface StreamAddress {
  readonly kind: string;
  readonly [member: string]: unknown;
}

/** What a look at the source found, before it is compared with what is stored. */
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

/** An asset as it is stored; `asset_id` is the dotted path name. */
export interface AssetRecord {
  v: 1;
  id: number;
  asset_id: string;
  display_name: string;
  is_active: boolean;
}

/** A stream as a client reads it. `timestamp` carries the source's full fraction. */
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
