import { createChangeLog } from "./change_log.ts";
import { loadBank } from "./load_streams.ts";
import { createOverlay } from "./overlay.ts";
import { plantUnits } from "./plant/plant.ts";
import { requestGate } from "./request_gate.ts";
import { createHandler } from "./request_handler.ts";
import { restoredSignup, type SignupSnapshot, snapshotOf } from "./signups.ts";
import { createCatalog } from "./stream_catalog.ts";
import { createTokens } from "./tokens.ts";
import { type TrueSample, trueSamples } from "./truth.ts";
import type { Identity, World } from "./world.ts";

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
  /** The simulator's own truth, both ends included; see trueSamples. */
  samples(streamName: string, fromMs: number, toMs: number): TrueSample[];
  /** The signups as they stand, for `restoredSignups` of a later run. */
  signups(): SignupSnapshot[];
  close(): Promise<void>;
}

export const TENANT_ID = "6f1d0c1e-52a8-4b6e-9c57-0a3f7d2b9e11";
export const NAMESPACE_ID = "2b9f6a70-8d34-4c1b-a5e2-71c0e4d85f36";
export const CLIENT_ID = "c47a1e95-3f60-4d2a-8b19-e6d5029c7a48";

const CLOSE_DEADLINE_MS = 2_000;

/** Starts the plant and its server; resolves when it listens. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const identity = {
    tenantId: TENANT_ID,
    namespaceId: NAMESPACE_ID,
    clientId: options.clientId ?? CLIENT_ID,
    clientSecret: options.clientSecret ?? crypto.randomUUID(),
  };
  const world = createWorld(options, identity);
  const hostname = options.hostname ?? "127.0.0.1";
  const handler = createHandler(world, {
    now: options.now,
    signups: options.signups ?? true,
    gate: requestGate(options.requestsPerMinute),
  });
  const abort = new AbortController();
  const { promise: listening, resolve } = Promise.withResolvers<number>();
  const server = Deno.serve({
    hostname,
    port: options.port ?? 0,
    signal: abort.signal,
    onListen: ({ port }) => resolve(port),
  }, handler);
  const close = () => closeServer(server, abort);
  const port = await listening;
  return {
    ...identity,
    baseUrl: `http://${hostname}:${port}`,
    samples: (streamName, fromMs, toMs) => {
      return trueSamples(world, { streamName, fromMs, toMs, nowMs: Math.floor(options.now()) });
    },
    signups: () => [...world.signups.values()].map(snapshotOf),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function createWorld(options: SimulatorOptions, identity: Identity): World {
  const seed = options.seed ?? 1;
  const randomId = options.randomId ?? (() => crypto.randomUUID());
  const units = plantUnits(seed);
  const load = loadBank({
    seed,
    count: options.extraStreams ?? 0,
    periodMs: options.extraPeriodMs ?? 10_000,
    cycleSamples: options.extraCycleSamples ?? 120,
  });
  const restored = (options.restoredSignups ?? []).map(restoredSignup);
  return {
    seed,
    run: randomId(),
    identity,
    lagMs: options.lagMs ?? 0,
    units,
    load,
    catalog: createCatalog(units, load),
    overlay: createOverlay(options.maxWrittenSamples),
    changes: createChangeLog(),
    signups: new Map(restored.map((signup) => [signup.id, signup])),
    tokens: createTokens({ seconds: options.tokenSeconds ?? 3600, randomId }),
    notes: new Map(),
    randomId,
  };
}

/** Lets answers under way finish, for a while; then cuts them. */
async function closeServer(server: Deno.HttpServer, abort: AbortController): Promise<void> {
  const deadline = setTimeout(() => abort.abort(), CLOSE_DEADLINE_MS);
  try {
    await server.shutdown();
    await server.finished;
  } finally {
    clearTimeout(deadline);
  }
}
