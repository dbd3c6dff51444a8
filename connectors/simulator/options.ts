import type { FaultControl } from "./faults/control.ts";
import type { SignupSnapshot } from "./signups.ts";
import type { ToldSample } from "./told_samples.ts";
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
  /** So many plain streams `Load.Bank{n}.S{m}` (100 a bank, ids `LOAD_{i}`). Default 0. */
  extraStreams?: number;
  /** Each extra stream has a sample each so many whole milliseconds, at its own phase. Default 10,000. */
  extraPeriodMs?: number;
  /** Samples in which an extra stream's value goes from 5 to 95 and back. Default 120. */
  extraCycleSamples?: number;
  /** How long after its source time a computed sample arrives. Default 0. */
  lagMs?: number;
  /** False: signups answer 403. */
  signups?: boolean;
  /** Signups of an earlier run, so that its bookmarks go on. */
  restoredSignups?: readonly SignupSnapshot[];
  /** More requests in a minute answer 429. Default: no limit. */
  requestsPerMinute?: number;
  /** How many written samples are held; more are refused. Default 1,000,000. */
  maxWrittenSamples?: number;
  /** How long a token holds. Default 3600. */
  tokenSeconds?: number;
  clientId?: string;
  clientSecret?: string;
  /** Tokens, signup ids and operation ids. */
  randomId?: () => string;
}

export interface Simulator extends AsyncDisposable {
  readonly baseUrl: string;
  readonly tenantId: string;
  readonly namespaceId: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where faults are set over HTTP, on loopback, and what every request there must bear. */
  readonly controlUrl: string;
  readonly controlToken: string;
  /** The same without HTTP. */
  readonly faults: FaultControl;
  /** What a stream holds now, both ends included; see trueSamples. */
  samples(streamName: string, fromMs: number, toMs: number): TrueSample[];
  /** What it will hold when all that faults have in store for it is done; see finalSamples. */
  finalSamples(streamName: string, fromMs: number, toMs: number): FinalSample[];
  /** What was done to it, in the order of the change feed; see toldSamples. */
  toldSamples(streamName: string, fromMs: number, toMs: number): ToldSample[];
  /** The signups as they stand, for `restoredSignups` of a later run. */
  signups(): SignupSnapshot[];
  close(): Promise<void>;
}
