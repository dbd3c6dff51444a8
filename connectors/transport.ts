import type { Sleep } from "../concurrency/sleep.ts";
import { createExchange, type Exchange } from "./exchange.ts";
import { createPace, type Pace } from "./pacing.ts";
import type { RequestLimits } from "./request_limits.ts";
import { createRetry, type Retry } from "./retry.ts";
import type { OutboundGuard } from "./outbound.ts";
import type { ConnectOptions } from "./source.ts";

/** How requests reach a source: each within a deadline, under its limit per minute, and tried again where that helps. */
export interface Transport {
  exchange: Exchange;
  pace: Pace;
  retry: Retry;
}

export interface TransportOptions extends Pick<ConnectOptions, "now" | "random"> {
  outbound: OutboundGuard;
  fetch: typeof fetch;
  sleep: Sleep;
  closed: AbortSignal;
  limits: RequestLimits;
  /** null: no limit. */
  requestsPerMinute: number | null;
  /** What answers at an address of this kind. */
  service: string;
}

export function createTransport({ limits, ...options }: TransportOptions): Transport {
  const pace = createPace({ ...options, ...limits });
  return {
    pace,
    exchange: createExchange({ ...options, ...limits }),
    retry: createRetry({ ...options, ...limits, onHold: (ms) => pace.hold(ms) }),
  };
}
