import { REQUEST_LIMITS, type RequestLimits } from "../request_limits.ts";

/** Bounds of the client: milliseconds, bytes and counts. */
export interface Limits extends RequestLimits {
  listPageSize: number;
  maxListPages: number;
  /** Overlap of an incremental listing with the previous one, since the source's index lags behind its writes. */
  listingOverlapMs: number;
  /** Interval of full listings. */
  fullListingMs: number;
  /** Streams resolved with their types in one request. */
  resolveChunkSize: number;
  /** The longest wait of a page with samples that do not fit for the types of their streams. */
  settleMs: number;
  windowPageSize: number;
  maxWindowPages: number;
  /** Limits of an asset that is read as a whole, in streams and in bytes of its answer, which has no pages. */
  assetStreams: number;
  assetBodyBytes: number;
  resourcePageSize: number;
  resourceChunkSize: number;
  /** Streams of one signup; more are distributed over several. */
  signupSize: number;
  /** How often a refused list of streams is halved to find the refused ones. */
  maxHalvings: number;
  activationMs: number;
  activationStepMs: number;
}

/** A window is limited to 2,500,000 events, the vendor's documented limit of one read. */
export const DEFAULT_LIMITS: Readonly<Limits> = {
  ...REQUEST_LIMITS,
  listPageSize: 1_000,
  maxListPages: 1_000,
  listingOverlapMs: 600_000,
  fullListingMs: 24 * 3_600_000,
  resolveChunkSize: 500,
  settleMs: 10_000,
  windowPageSize: 10_000,
  maxWindowPages: 250,
  assetStreams: 50,
  assetBodyBytes: 16 * 1024 * 1024,
  resourcePageSize: 10_000,
  resourceChunkSize: 1_000,
  signupSize: 10_000,
  maxHalvings: 64,
  activationMs: 60_000,
  activationStepMs: 1_000,
};
