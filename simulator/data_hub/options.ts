import type { FaultControl } from "./faults/control.ts";
import type { SignupSnapshot } from "./signups.ts";
import type { ReportedSample } from "./reported_samples.ts";
import type { FinalSample, TrueSample } from "./truth.ts";

export interface SimulatorOptions {
  /** The same seed gives the same plant. Default 1. */
  seed?: number;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Default 0: any free port. */
  port?: number;
  /** Default 127.0.0.1. */
  hostname?: string;
  /** Number of load streams `Load.Bank{n}.S{m}` (100 per bank, ids `LOAD_{i}`). Default 0. */
  extraStreams?: number;
  /** Period of the samples of an extra stream, whole milliseconds; each has its own phase. Default 10,000. */
  extraPeriodMs?: number;
  /** Samples in which an extra stream's value goes from 5 to 95 and back. Default 120. */
  extraCycleSamples?: number;
  /** Delay between the source time of a computed sample and its arrival. Default 0. */
  lagMs?: number;
  /** False: signups answer 403. */
  signups?: boolean;
  /** Signups of an earlier run, so that its bookmarks stay valid. */
  restoredSignups?: readonly SignupSnapshot[];
  /** Requests per minute; more answer 429. Default: no limit. */
  requestsPerMinute?: number;
  /** Limit of written samples; more are refused. Default 1,000,000. */
  maxWrittenSamples?: number;
  /** Validity of a token, seconds. Default 3600. */
  tokenSeconds?: number;
  clientId?: string;
  clientSecret?: string;
  /** Creates tokens, signup ids and operation ids. */
  randomId?: () => string;
}

export interface Simulator extends AsyncDisposable {
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly namespaceId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The HTTP control endpoint of faults, on loopback, and the bearer token that it requires. */
  readonly controlUrl: string;
  readonly controlToken: string;
  /** The fault control as functions. */
  readonly faults: FaultControl;
  /** The current samples of a stream, both ends included; see trueSamples. */
  samples(streamName: string, fromMs: number, toMs: number): TrueSample[];
  /** The samples after every pending effect of faults; see finalSamples. */
  finalSamples(streamName: string, fromMs: number, toMs: number): FinalSample[];
  /** The changes of a stream, in the order of the change feed; see reportedSamples. */
  reportedSamples(streamName: string, fromMs: number, toMs: number): ReportedSample[];
  /** The current signups, for `restoredSignups` of a later run. */
  signups(): SignupSnapshot[];
  close(): Promise<void>;
}
