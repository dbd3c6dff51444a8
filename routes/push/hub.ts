import type { WorstStatus } from "../../actors/source/contract.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { isoOrNull, type Ms } from "../../domain/shared/time.ts";
import type { ServerSocket, UpgradedSocket } from "../../ports/http.ts";
import type { LiveValues } from "../../ports/live_values.ts";
import type { Storage } from "../../storage/contract.ts";
import type { AppDeps, SocketOpener } from "../pipeline/deps.ts";
import { type ClientIdentity, type Pumped, PushClient } from "./client.ts";
import { type PushClock, realClock } from "./clock.ts";
import { withOutOfService } from "./event_frames.ts";
import { framesOf } from "./frames.ts";
import { BUFFER_LIMITS, type BufferLimits, FrameBuffer } from "./frame_buffer.ts";
import { Latest, type LatestKind } from "./latest.ts";
import { LogPruning } from "./log_pruning.ts";
import { FIRST_MESSAGE_MS, FirstMessages, MessageDispatcher } from "./message_dispatcher.ts";
import { SessionWatch } from "./session_watch.ts";
import { SOCKET_LIMITS, SocketCounts, type SocketLimits } from "./socket_limits.ts";
import { StreamTicks } from "./stream_ticks.ts";
import { ClientScheduler } from "./client_scheduler.ts";
import type { LoggedFrames } from "../../storage/push_log.ts";

export interface PushHubOptions {
  storage: Pick<Storage, "store" | "pushLog" | "assets" | "outOfService">;
  live: LiveValues;
  log: AppDeps["log"];
  /** Upgrades a request to a WebSocket with pings. */
  upgrade: (request: Request) => UpgradedSocket;
  /** Default: the real clock. */
  clock?: PushClock;
  /** Default: `SOCKET_LIMITS`. */
  limits?: SocketLimits;
  bufferLimits?: BufferLimits;
  /** A client without a message for this time gets the default subscription. Default: a second. */
  firstMessageMs?: Ms;
}

const HEARTBEAT_MS = 20_000;
/** The shortest interval between frames in which only the watermark changes. */
const WATERMARK_EVERY_MS = 1_000;
/** How long a stopping server waits for its clients to close. */
const GOODBYE_MS = 500;

/** Opens the hub, which follows the log from then on. */
export async function openPushHub(options: PushHubOptions): Promise<PushHub> {
  const hub = new PushHub(options);
  await hub.open();
  return hub;
}

/** Sends to every open browser the log's frames, the newest values and the state of the source. */
export class PushHub {
  readonly #clock: PushClock;
  readonly #buffer: FrameBuffer;
  readonly #clients = new Set<PushClient>();
  /** Sockets until their close event, so that those that hang while closing count too. */
  readonly #open = new Set<ServerSocket>();
  readonly #counts: SocketCounts;
  readonly #latest = {
    source_state: new Latest("source_state"),
    discovery_progress: new Latest("discovery_progress"),
    heartbeat: new Latest("heartbeat"),
  };
  readonly #all = Object.values(this.#latest);
  readonly #scheduler: ClientScheduler;
  readonly #ticks: StreamTicks;
  readonly #dispatcher: MessageDispatcher;
  readonly #firstMessages: FirstMessages;
  readonly #sessions: SessionWatch;
  readonly #pruning: LogPruning;
  #source: { sent: string; at: Ms } = { sent: "", at: -Infinity };
  #stopListening: () => void = () => {};
  #stopBeating: () => void = () => {};
  #whenEmpty: () => void = () => {};
  #closed = false;

  constructor(readonly options: PushHubOptions) {
    const { storage, live, log } = options;
    const clock = this.#clock = options.clock ?? realClock;
    this.#counts = new SocketCounts(options.limits ?? SOCKET_LIMITS);
    const buffer = this.#buffer = new FrameBuffer(options.bufferLimits ?? BUFFER_LIMITS);
    const clients = this.#clients;
    const wake = () => this.#scheduler.wake();
    this.#ticks = new StreamTicks({ clients, clock, buffer, live, assets: storage.assets });
    this.#scheduler = new ClientScheduler({ clients, clock, pump: (client) => this.#pump(client) });
    this.#firstMessages = new FirstMessages({
      clock,
      wake,
      withinMs: options.firstMessageMs ?? FIRST_MESSAGE_MS,
    });
    this.#dispatcher = new MessageDispatcher({
      clock,
      assets: storage.assets,
      drop: this.#drop,
      awaited: () => this.#ticks.awaited(),
    });
    this.#sessions = new SessionWatch({ clients, clock, drop: this.#drop });
    this.#pruning = new LogPruning({ log: storage.pushLog, buffer, clock, report: log });
  }

  /** Reads the stored log, then follows every commit. */
  async open(): Promise<void> {
    const { store, pushLog } = this.options.storage;
    const meanwhile: LoggedFrames[] = [];
    let take = (committed: LoggedFrames): void => {
      meanwhile.push(committed);
    };
    this.#stopListening = store.onPublished((committed) => take(committed));
    const logged = await pushLog.newest(this.#buffer.limits.frames);
    for (const commit of logged) this.#keep(commit);
    this.#buffer.startsLate();
    const last = logged.at(-1)?.versionstamp ?? "";
    for (const commit of meanwhile) if (commit.versionstamp > last) this.#keep(commit);
    take = (committed) => this.#publish(committed);
    this.#beatLater();
    this.#pruning.start();
  }

  get lastSeq(): string {
    return this.#buffer.lastSeq;
  }

  /** Whether no more sockets are accepted. */
  get isFull(): boolean {
    return this.#closed || this.#counts.isFull;
  }

  /** Refuses with UNAVAILABLE or RATE_LIMITED when no more sockets are accepted of this client. */
  check(opener: SocketOpener): void {
    if (this.#closed) throw new Refusal("UNAVAILABLE", "Andon is stopping; try again in a moment");
    this.#counts.check(opener);
  }

  upgrade(request: Request): UpgradedSocket {
    return this.options.upgrade(request);
  }

  /** The number of clients. */
  get size(): number {
    return this.#clients.size;
  }

  /** Adds a socket, which need not be open yet. */
  join(socket: ServerSocket, who: ClientIdentity): void {
    this.check(who.opener);
    this.#open.add(socket);
    this.#counts.add(who.opener);
    const client = new PushClient(socket, who, this.#buffer);
    for (const latest of this.#all) if (latest.kind !== "source_state") client.markSent(latest);
    socket.onopen = () => {
      if (this.#closed) return socket.close(1001, "Andon is stopping");
      this.#clients.add(client);
      this.#firstMessages.await(client);
      this.#sessions.watch(client);
    };
    socket.onmessage = ({ data }) => {
      if (!this.#clients.has(client)) return;
      this.#dispatcher.take(client, data);
      this.#firstMessages.came(client);
    };
    socket.onerror = (event) => event.preventDefault();
    socket.onclose = () => {
      if (this.#open.delete(socket)) this.#counts.remove(who.opener);
      if (this.#open.size === 0) this.#whenEmpty();
      this.#forget(client);
    };
  }

  /** These streams have a new value. */
  streamsChanged(ids: Iterable<number>): void {
    this.#ticks.changed(ids);
  }

  /** Sends state and reason immediately, a change of only the watermark at most once a second. */
  sourceStatus({ name, state, reason, error_code, watermark_ms }: WorstStatus): void {
    const nowMs = this.#clock.now();
    const sent = `${name} ${state} ${reason} ${error_code}`;
    if (sent === this.#source.sent && nowMs - this.#source.at < WATERMARK_EVERY_MS) return;
    this.#source = { sent, at: nowMs };
    const watermark = isoOrNull(watermark_ms);
    this.#tellLatest("source_state", { state, name, reason, error_code, watermark });
  }

  discoveryProgress(progress: unknown): void {
    this.#tellLatest("discovery_progress", progress);
  }

  /** Closes every client (1001) and waits shortly for their close. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#stopListening();
    this.#stopBeating();
    for (const part of [this.#scheduler, this.#ticks, this.#sessions, this.#pruning]) part.stop();
    for (const client of this.#clients) this.#drop(client, { code: 1001, reason: "Andon is stopping" });
    await this.#goodbyes();
  }

  #goodbyes(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(GOODBYE_MS, resolve);
      this.#whenEmpty = () => {
        cancel();
        resolve();
      };
      if (this.#open.size === 0) this.#whenEmpty();
    });
  }

  /** A failure of one client must not stop the others. */
  #pump(client: PushClient): Pumped {
    try {
      return client.pump(this.#all, this.#clock.now());
    } catch (error) {
      this.options.log("error", "Sending to a browser failed", { reason: String(error) });
      this.#drop(client, { code: 1011, reason: "Internal error" });
      return "done";
    }
  }

  #keep(committed: LoggedFrames): void {
    const nowMs = this.#clock.now(), { storage } = this.options;
    const frames = committed.frames?.map((draft) => withOutOfService(storage, draft, nowMs)) ?? null;
    for (const frame of framesOf({ ...committed, frames }, nowMs)) this.#buffer.add(frame);
  }

  #publish(committed: LoggedFrames): void {
    this.#keep(committed);
    this.#scheduler.wake();
  }

  #tellLatest(kind: LatestKind, data: unknown): void {
    this.#latest[kind].set(data, this.#clock.now());
    this.#scheduler.wake();
  }

  /** Removes a client, so that no frame waits for it or is sent to it. */
  readonly #drop = (client: PushClient, why: { code: number; reason: string }): void => {
    this.#forget(client);
    if (client.socket.readyState === WebSocket.OPEN) client.socket.close(why.code, why.reason);
  };

  #forget(client: PushClient): void {
    this.#clients.delete(client);
    this.#firstMessages.forget(client);
  }

  #beatLater(): void {
    this.#stopBeating = this.#clock.after(HEARTBEAT_MS, () => {
      this.#beatLater();
      this.#tellLatest("heartbeat", null);
    });
  }
}
