import { acceptChannel } from "./open_channel.ts";
import type { MessageAuth } from "../message_auth.ts";
import { textOf, WIRE } from "../wire.ts";
import { type Channel, hostWorker } from "./channel.ts";
import { parseShardRequest } from "./schema.ts";
import { MOST_SKEW_MS, type ShardRequest } from "./types.ts";
import type { ClusterMembership, Leader } from "../membership/cluster_membership.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Log } from "../../settings/log.ts";

export interface WorkerHostOptions {
  auth: MessageAuth;
  membership: ClusterMembership;
  spawnWorker(shard: number): Worker;
  /** Steady. */
  now(): number;
  /** The clock that events are told by. */
  wallNow(): Ms;
  log: Log;
  /** Workers lent at a time; the default is 64. */
  most?: number;
  /** A worker ends when its shard's process said nothing for so long; the default is 30 s. */
  silenceMs?: Ms;
}

const MOST_LENT = 64;
/** What is older has been refused for its time. */
const KNOWN_MS: Ms = 2 * MOST_SKEW_MS;

/** Lends workers of this process to the one that holds the store, whose shards live in them. */
export class WorkerHost {
  readonly #lent = new Set<() => void>();
  readonly #whenEmpty = new Set<() => void>();
  readonly #nonces = new Map<string, Ms>();
  #isClosed = false;

  constructor(readonly options: WorkerHostOptions) {}

  /** How many shards of another process live here. */
  get size(): number {
    return this.#lent.size;
  }

  isAsked(request: Request): boolean {
    return new URL(request.url).pathname === WIRE.lent;
  }

  /** 403: not of a process with the same SECRETS_KEY; 400: not understood; 503: nothing is lent. */
  answer(request: Request): Response {
    const { auth } = this.options;
    const text = textOf(request.headers.get(WIRE.head));
    if (text === undefined || !auth.fits(text, request.headers.get(WIRE.signature))) return refused(403);
    const shardRequest = parseShardRequest(text);
    if (shardRequest === undefined) return refused(400);
    const leader = this.#holderOf(shardRequest);
    if (leader === undefined || this.#lent.size >= (this.options.most ?? MOST_LENT)) return refused(503);
    if (!this.#isFirst(shardRequest)) return refused(503);
    const opened = opens(request, { auth, text });
    if (opened === undefined) return refused(400);
    this.#lend(opened.channel, { shardRequest, leader });
    return opened.response;
  }

  /** Resolves once it lends nothing. */
  emptied(): Promise<void> {
    if (this.#lent.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#whenEmpty.add(resolve));
  }

  /** Ends what is lent: its shards go on elsewhere. */
  close(): void {
    this.#isClosed = true;
    for (const end of [...this.#lent]) end();
  }

  /** Only the process that holds the store borrows, from the one it meant, for a program that understands it. */
  #holderOf({ from, to, program, nowMs }: ShardRequest): Leader | undefined {
    const { membership, now, wallNow, log } = this.options;
    const leader = membership.leader(now());
    const skewMs = wallNow() - nowMs;
    if (Math.abs(skewMs) > MOST_SKEW_MS) {
      log("warn", "This process lends no workers: its clock differs; set both by one time server", {
        from,
        skew_ms: skewMs,
      });
      return undefined;
    }
    const fits = leader?.id === from && to === membership.self && program === membership.program;
    return fits && !this.#isClosed ? leader : undefined;
  }

  /** What was heard on its way and comes again opens nothing: as long as it is in time, it is known. */
  #isFirst({ nonce }: ShardRequest): boolean {
    const nowMs = this.options.now();
    for (const [known, heardMs] of this.#nonces) {
      if (nowMs - heardMs <= KNOWN_MS) break;
      this.#nonces.delete(known);
    }
    if (this.#nonces.has(nonce)) return false;
    this.#nonces.set(nonce, nowMs);
    return true;
  }

  #lend(channel: Channel, { shardRequest, leader }: { shardRequest: ShardRequest; leader: Leader }): void {
    const { log, silenceMs } = this.options;
    const { shard, from } = shardRequest;
    const worker = this.#spawn(shard, channel);
    if (worker === undefined) return;
    const end = hostWorker(worker, channel, { silenceMs });
    this.#lent.add(end);
    leader.gone.addEventListener("abort", end, { once: true });
    log("info", "A shard of another process lives here", { shard, from });
    channel.onClosed((reason) => {
      this.#returned(end);
      leader.gone.removeEventListener("abort", end);
      log("info", "A shard of another process lives here no more", { shard, from, reason });
    });
  }

  #returned(end: () => void): void {
    this.#lent.delete(end);
    if (this.#lent.size > 0) return;
    for (const tell of this.#whenEmpty) tell();
    this.#whenEmpty.clear();
  }

  #spawn(shard: number, channel: Channel): Worker | undefined {
    try {
      return this.options.spawnWorker(shard);
    } catch (error) {
      this.options.log("error", "A worker could not be started", { shard, error: String(error) });
      channel.close("it could not start a worker");
      return undefined;
    }
  }
}

/** Undefined for what opens no WebSocket. */
function opens(
  request: Request,
  by: { auth: MessageAuth; text: string },
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
