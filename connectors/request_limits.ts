/** Bounds of the requests to a source: milliseconds, bytes and counts. */
export interface RequestLimits {
  timeoutMs: number;
  maxBodyBytes: number;
  maxTries: number;
  retryBaseMs: number;
  /** The longest wait between two tries, whatever `Retry-After` asks for. */
  maxRetryWaitMs: number;
  /** Limit of waiting requests per kind of work under `requests_per_minute`, and of their waiting time. */
  maxWaiting: number;
  maxQueueWaitMs: number;
}

export const REQUEST_LIMITS: Readonly<RequestLimits> = {
  timeoutMs: 30_000,
  maxBodyBytes: 64 * 1024 * 1024,
  maxTries: 3,
  retryBaseMs: 500,
  maxRetryWaitMs: 60_000,
  maxWaiting: 1_000,
  maxQueueWaitMs: 600_000,
};
