import type { FrameDraft } from "../../domain/shared/commit.ts";
import type { Role } from "../../domain/access/types.ts";
import { openSocket } from "../../http/socket_upgrade.ts";
import { LiveTable } from "../../services/actor_clients/live_values.ts";
import { listen } from "../../main/listen.ts";
import { createApp } from "../../routes/app.ts";
import type { WebSettings } from "../../routes/pipeline/deps.ts";
import { type PushClock, realClock } from "../../routes/push/clock.ts";
import { openPushHub, type PushHub, type PushHubOptions } from "../../routes/push/hub.ts";
import { type TestApp, testApp } from "../contract/support.ts";
import { IdleSocket, PushSocket } from "./push_socket.ts";

type Settings = Partial<Pick<PushHubOptions, "bufferLimits" | "clock" | "firstMessageMs" | "limits">> & {
  settings?: Partial<WebSettings>;
};

/** The app with its push channel on its own port, over real storage. */
export interface PushHarness extends AsyncDisposable {
  app: TestApp;
  hub: PushHub;
  live: LiveTable;
  url: string;
  origin: string;
  headersOf(role: Role): Record<string, string>;
  connect(role: Role, first?: unknown): Promise<PushSocket>;
  idle(role: Role): Promise<IdleSocket>;
  /** Commits push frames on a lane and returns the versionstamp. */
  commit(frames: FrameDraft[], lane?: number): Promise<string>;
  /** Advances only the clock of the sessions. */
  turnSessions(ms: number): void;
  /** Simulates a restart: a new hub over the same store and port. */
  reopen(options?: Settings): Promise<void>;
}

export async function createPushHarness(options: Settings = {}): Promise<PushHarness> {
  let aheadMs = 0;
  const app = await testApp({ settings: options.settings, now: () => Date.now() + aheadMs });
  const live = new LiveTable(Date.now);
  const openHub = async ({ settings: _, ...given }: Settings) => {
    const { storage, deps } = app;
    const shared = { storage, live, log: deps.log, upgrade: openSocket };
    const hub = await openPushHub({ clock: withoutHeartbeats, firstMessageMs: HOUR_MS, ...shared, ...given });
    live.onChange((ids) => hub.streamsChanged(ids));
    return hub;
  };
  let hub = await openHub(options);
  const door = {
    get lastSeq() {
      return hub.lastSeq;
    },
    check: (...given: Parameters<PushHub["check"]>) => hub.check(...given),
    upgrade: openSocket,
    join: (...given: Parameters<PushHub["join"]>) => hub.join(...given),
  };
  const served = createApp({ ...app.deps, live, push: door });
  const server = await listen({
    settings: {
      host: "127.0.0.1",
      port: 0,
      maxConnections: 6_000,
      maxConnectionsPerAddress: 6_000,
      trustProxyHops: 0,
    },
    tls: null,
    log: app.deps.log,
  });
  server.serve((request, info) => served.fetch(request, info));
  const origin = `http://127.0.0.1:${server.addr.port}`;
  const url = `ws://127.0.0.1:${server.addr.port}/api/ws`;
  const headersOf = (role: Role) => ({ cookie: app.cookieOf(role), origin });
  return {
    app,
    live,
    url,
    origin,
    headersOf,
    get hub() {
      return hub;
    },
    connect: (role, first) => PushSocket.open(url, headersOf(role), first),
    idle: (role) => IdleSocket.open(url, headersOf(role)),
    async commit(frames, lane = 0) {
      const result = await app.storage.store.commit({ mutations: [], frames }, lane);
      if (!result.ok) throw new Error("The commit was refused");
      return result.versionstamp;
    },
    turnSessions(ms) {
      aheadMs += ms;
    },
    async reopen(given = options) {
      await hub.close();
      hub = await openHub(given);
    },
    async [Symbol.asyncDispose]() {
      await hub.close();
      await server.shutdown();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** A busy machine may take longer than the product's second between a socket's opening and its first message. */
const HOUR_MS = 3_600_000;
const HEARTBEAT_MS = 20_000;

/** Heartbeats come only to tests that turn the clock: others count frames, however long they take. */
const withoutHeartbeats: PushClock = {
  ...realClock,
  after: (delayMs, call) => delayMs < HEARTBEAT_MS ? realClock.after(delayMs, call) : () => {},
};

/** A frame of an event, identified by a number. */
export function eventFrame(number: number, more: { note?: string; at?: string } = {}): FrameDraft {
  const { note = "", at = new Date().toISOString() } = more;
  return { kind: "event_created", at, data: { number, note } };
}
