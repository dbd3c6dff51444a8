import { REQUEST_LIMITS, type RequestLimits } from "../request_limits.ts";

/** Bounds of the client: milliseconds, bytes and counts. */
export interface Limits extends RequestLimits {
  listPageSize: number;
  maxListPages: number;
  /** Streams of which one request reads a window each, and the values of all of them in the first page. */
  groupSize: number;
  windowPageSize: number;
  /** Streams of the feed, and characters of their markers, which are stored as one value of at most 64 KiB. */
  fedStreams: number;
  markerLength: number;
  /** Ids or markers in one address: servers refuse one of more than 2,048 characters. */
  addressIds: number;
  /** Requests of one batch. */
  batchSize: number;
}

export const DEFAULT_LIMITS: Readonly<Limits> = {
  ...REQUEST_LIMITS,
  listPageSize: 1_000,
  maxListPages: 1_000,
  groupSize: 50,
  windowPageSize: 10_000,
  fedStreams: 1_000,
  markerLength: 50_000,
  addressIds: 20,
  batchSize: 100,
};
