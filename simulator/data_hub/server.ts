import { createWorld } from "./create_world.ts";
import { createFaultControl } from "./faults/control.ts";
import { type ControlServer, openControlServer } from "./faults/control_server.ts";
import { ConnectionDropped } from "./faults/odd_bodies.ts";
import { type OutageWatch, watchOutages } from "./faults/outage_watch.ts";
import { type Listener, openListener } from "./listener.ts";
import type { Simulator, SimulatorOptions } from "./options.ts";
import { createRateLimiter } from "./rate_limiter.ts";
import { createHandler, type RequestHandler } from "./request_handler.ts";
import { snapshotOf } from "./signups.ts";
import { reportedSamples } from "./reported_samples.ts";
import { finalSamples, type SeriesQuery, trueSamples } from "./truth.ts";

export type { Simulator, SimulatorOptions } from "./options.ts";

export const TENANT_ID = "6f1d0c1e-52a8-4b6e-9c57-0a3f7d2b9e11";
export const NAMESPACE_ID = "2b9f6a70-8d34-4c1b-a5e2-71c0e4d85f36";
export const CLIENT_ID = "c47a1e95-3f60-4d2a-8b19-e6d5029c7a48";

const LOOPBACK = "127.0.0.1";
const CLOSE_DEADLINE_MS = 2_000;

/** Starts the plant, its server and its control endpoint. Resolves when both listen. */
export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const identity = {
    tenantId: TENANT_ID,
    namespaceId: NAMESPACE_ID,
    clientId: options.clientId ?? CLIENT_ID,
    clientSecret: options.clientSecret ?? crypto.randomUUID(),
  };
  const world = createWorld(options, identity);
  const now = () => Math.floor(options.now());
  const closing = new AbortController();
  // The listener needs the server's port, and the server drops connections of the listener.
  const dropConnection = (peerPort: number) => listener.dropConnection(peerPort);
  const { server, port: serverPort } = await listening(createHandler(world, {
    now: options.now,
    signups: options.signups ?? true,
    rateLimiter: createRateLimiter(options.requestsPerMinute),
    dropConnection: (info) => dropConnection(info.remoteAddr.port),
    closing: closing.signal,
  }));
  const hostname = options.hostname ?? LOOPBACK;
  const listener = openListener({ hostname, port: options.port ?? 0, serverPort });
  const watch = watchOutages({ registry: world.faults, listener, now });
  const faults = createFaultControl(world, { now, changed: watch.update });
  const series = (streamName: string, fromMs: number, toMs: number): SeriesQuery => {
    return { streamName, fromMs, toMs, nowMs: now() };
  };
  const reads = {
    samples: (...args: [string, number, number]) => trueSamples(world, series(...args)),
    finalSamples: (...args: [string, number, number]) => finalSamples(world, series(...args)),
    reportedSamples: (...args: [string, number, number]) => reportedSamples(world, series(...args)),
  };
  const control = await openControlServer({ faults, reads, now });
  const close = () => closeAll({ server, listener, watch, control, closing });
  return {
    ...identity,
    ...reads,
    baseUrl: `http://${hostname}:${listener.port}`,
    controlUrl: control.url,
    controlToken: control.token,
    faults,
    signups: () => [...world.signups.values()].map(snapshotOf),
    close,
    [Symbol.asyncDispose]: close,
  };
}

type Server = Deno.HttpServer<Deno.NetAddr>;

async function listening(handler: RequestHandler): Promise<{ server: Server; port: number }> {
  const { promise, resolve } = Promise.withResolvers<number>();
  const server = Deno.serve({
    hostname: LOOPBACK,
    port: 0,
    onListen: ({ port }) => resolve(port),
    onError: (error) => {
      if (!(error instanceof ConnectionDropped)) console.error("Simulator:", error);
      return new Response(null, { status: 500 });
    },
  }, handler);
  return { server, port: await promise };
}

interface Parts {
  server: Server;
  listener: Listener;
  watch: OutageWatch;
  control: ControlServer;
  closing: AbortController;
}

/** Lets responses finish until CLOSE_DEADLINE_MS; then drops the connections. */
async function closeAll({ server, listener, watch, control, closing }: Parts): Promise<void> {
  watch.stop();
  closing.abort();
  const deadline = setTimeout(() => void listener.close(), CLOSE_DEADLINE_MS);
  try {
    await Promise.all([server.shutdown(), control.close()]);
    await server.finished;
  } finally {
    clearTimeout(deadline);
  }
  await listener.close();
}
