/** Bounds of the client: milliseconds, bytes and counts. */
export interface Limits {
  timeoutMs: number;
  maxBodyBytes: number;
  maxTries: number;
  retryBaseMs: number;
  /** The longest wait between two tries, whatever `Retry-After` asks for. */
  maxRetryWaitMs: number;
  /** Limit of waiting requests per kind of work under `requests_per_minute`, and of their waiting time. */
  maxWaiting: number;
  maxQueueWaitMs: number;
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
  timeoutMs: 30_000,
  maxBodyBytes: 64 * 1024 * 1024,
  maxTries: 3,
  retryBaseMs: 500,
  maxRetryWaitMs: 60_000,
  maxWaiting: 1_000,
  maxQueueWaitMs: 600_000,
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
