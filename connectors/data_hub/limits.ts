/** Bounds of the client: milliseconds, bytes and counts. */
export interface Limits {
  timeoutMs: number;
  maxBodyBytes: number;
  maxTries: number;
  retryBaseMs: number;
  /** The longest wait between two tries, whatever `Retry-After` asks for. */
  maxRetryWaitMs: number;
  /** Requests of one kind of work that may wait for their turn under `requests_per_minute`, and how long. */
  maxWaiting: number;
  maxTurnWaitMs: number;
  listPageSize: number;
  maxListPages: number;
  /** A look for changes reaches back so far before the last one: the source's index lags behind its writes. */
  lookOverlapMs: number;
  /** After so long everything is listed again, whatever a look for changes says. */
  fullLookMs: number;
  /** Streams that are asked for with their types at once. */
  resolveChunkSize: number;
  windowPageSize: number;
  maxWindowPages: number;
  /** Most streams of an asset that is asked as a whole, and most bytes of its answer: it comes without pages. */
  assetStreams: number;
  assetBodyBytes: number;
  resourcePageSize: number;
  resourceChunkSize: number;
  /** Streams of one signup; more are spread over several. */
  signupSize: number;
  /** How often a list of streams that was turned away is halved, to find the ones that are not taken. */
  maxHalvings: number;
  activationMs: number;
  activationStepMs: number;
}

/** 2,500,000 events are what one documented read may touch: a window of more than that is refused. */
export const DEFAULT_LIMITS: Readonly<Limits> = {
  timeoutMs: 30_000,
  maxBodyBytes: 64 * 1024 * 1024,
  maxTries: 3,
  retryBaseMs: 500,
  maxRetryWaitMs: 60_000,
  maxWaiting: 1_000,
  maxTurnWaitMs: 600_000,
  listPageSize: 1_000,
  maxListPages: 1_000,
  lookOverlapMs: 600_000,
  fullLookMs: 24 * 3_600_000,
  resolveChunkSize: 500,
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
