import { acceptChannel } from "./open_channel.ts";
import type { MessageAuth } from "../message_auth.ts";
import { textOf, WIRE } from "../wire.ts";
import { type Channel, hostWorker } from "./channel.ts";
import { parseShardRequest } from "./schema.ts";
import { MOST_SKEW_MS, type ShardRequest } from "./types.ts";
import type { ClusterMembership, Leader } from "../membership/cluster_membership.ts";
import type { UpgradedSocket } from "../../routes/deps.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Log } from "../../settings/log.ts";

export interface WorkerHostOptions {
  auth: MessageAuth;
  membership: ClusterMembership;
  spawnWorker(shard: number): Worker;
  /** Opens the WebSocket of a request. The default is for a request of Deno's own server. */
  open?(request: Request): UpgradedSocket;
  /** Monotonic. */
  now(): number;
  /** The wall clock, which events are timed by. */
  wallNow(): Ms;
  log: Log;
  /** The most shards hosted at a time; the default is 64. */
  most?: number;
  /** A worker ends when the leader was silent for this long; the default is 30 s. */
  silenceMs?: Ms;
}

const MOST_HOSTED = 64;
/** An older request is refused because of its time, so its nonce may be dropped. */
const NONCE_KEPT_MS: Ms = 2 * MOST_SKEW_MS;

/** Runs shards of the leader in workers of this process. */
export class WorkerHost {
  readonly #hosted = new Set<() => void>();
  readonly #whenEmpty = new Set<() => void>();
  readonly #nonces = new Map<string, Ms>();
  #isClosed = false;

  constructor(readonly options: WorkerHostOptions) {}

  /** How many remote shards run here. */
  get size(): number {
    return this.#hosted.size;
  }

  isShardRequest(request: Request): boolean {
    return new URL(request.url).pathname === WIRE.shards;
  }

  /** 403: not from a process with the same SECRETS_KEY; 400: not understood; 503: refused. */
  answer(request: Request): Response {
    const { auth } = this.options;
    const text = textOf(request.headers.get(WIRE.head));
    if (text === undefined || !auth.verify(text, request.headers.get(WIRE.signature))) return refused(403);
    const shardRequest = parseShardRequest(text);
    if (shardRequest === undefined) return refused(400);
    const leader = this.#leaderOf(shardRequest);
    if (leader === undefined || this.#hosted.size >= (this.options.most ?? MOST_HOSTED)) return refused(503);
    if (!this.#isFirst(shardRequest)) return refused(503);
    const opened = accepted(request, { auth, text, open: this.options.open });
    if (opened === undefined) return refused(400);
    this.#host(opened.channel, { shardRequest, leader });
    return opened.response;
  }

  /** Resolves once no remote shard runs here. */
  emptied(): Promise<void> {
    if (this.#hosted.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenEmpty.add(resolve));
  }

  /** Ends all workers: their shards continue elsewhere. */
  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#hosted]) end();
  }

  /** The leader, if it sent the request to this process and runs the same version; undefined otherwise. */
  #leaderOf({ from, to, program, nowMs }: ShardRequest): Leader | undefined {
    const { membership, now, wallNow, log } = this.options;
    const leader = membership.leader(now());
    const skewMs = wallNow() - nowMs;
    if (Math.abs(skewMs) > MOST_SKEW_MS) {
      log("warn", "This process hosts no shards: its clock differs; synchronise both with one time server", {
        from,
        skew_ms: skewMs,
      });
      return undefined;
    }
    const isMeant = leader?.id === from && to === membership.self && program === membership.program;
    return isMeant && !this.#isClosed ? leader : undefined;
  }

  /** A replayed request opens nothing: its nonce is known for as long as its time is accepted. */
  #isFirst({ nonce }: ShardRequest): boolean {
    const nowMs = this.options.now();
    for (const [known, seenMs] of this.#nonces) {
      if (nowMs - seenMs <= NONCE_KEPT_MS) break;
      this.#nonces.delete(known);
    }
    if (this.#nonces.has(nonce)) return false;
    this.#nonces.set(nonce, nowMs);
    return true;
  }

  #host(channel: Channel, { shardRequest, leader }: { shardRequest: ShardRequest; leader: Leader }): void {
    const { log, silenceMs } = this.options;
    const { shard, from } = shardRequest;
    const worker = this.#spawn(shard, channel);
    if (worker === undefined) return;
    const end = hostWorker(worker, channel, { silenceMs });
    this.#hosted.add(end);
    leader.gone.addEventListener("abort", end, { once: true });
    log("info", "A remote shard runs here", { shard, from });
    channel.onClosed((reason) => {
      this.#hostingEnded(end);
      leader.gone.removeEventListener("abort", end);
      log("info", "A remote shard has ended here", { shard, from, reason });
    });
  }

  #hostingEnded(end: () => void): void {
    this.#hosted.delete(end);
    if (this.#hosted.size > 0) return;
    for (const notify of this.#whenEmpty) notify();
    this.#whenEmpty.clear();
  }

  #spawn(shard: number, channel: Channel): Worker | undefined {
    try {
      return this.options.spawnWorker(shard);
    } catch (error) {
      this.options.log("error", "A worker could not be started", { shard, error: String(error) });
      channel.close("the host could not start a worker");
      return undefined;
    }
  }
}

/** Undefined for a request that opens no WebSocket. */
function accepted(
  request: Request,
  by: Parameters<typeof acceptChannel>[1],
): ReturnType<typeof acceptChannel> | undefined {
  try {
    return acceptChannel(request, by);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function refused(status: number): Response {
  return new Response(null, { status });
}
