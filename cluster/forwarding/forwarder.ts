import { sleep } from "../../concurrency/sleep.ts";
import type { Body, ForwardResult, LeaderClient } from "./leader_client.ts";
import { type ForwardedRequest, LONGEST_SILENCE_MS } from "./types.ts";
import type { ClusterMembership, Leader } from "../membership/cluster_membership.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { App } from "../../routes/app.ts";
import { ANSWERED_BY } from "./standby_app.ts";
import { bodyOf } from "./request_body.ts";
import { ResponseDeadlines } from "./response_deadlines.ts";

export interface ForwarderOptions {
  membership: ClusterMembership;
  client: LeaderClient;
  /** This process's own app, once it leads and is ready. */
  app(): App["fetch"] | undefined;
  /** Aborts all requests under way. */
  ending: AbortSignal;
  randomId(): string;
  /** Monotonic. */
  now(): number;
  /** How long a client waits without a sign of life; the default is 5 s. */
  silenceMs?: Ms;
  /** More at a time are refused; the default is 1,000. */
  mostUnderWay?: number;
}

/** How a request is forwarded. */
export interface ForwardOptions {
  peer: string;
  socket?: "ask";
  /** How long to wait for a leader, if less than `silenceMs`. */
  longestMs?: Ms;
}

/** The response and the leader that gave it; undefined: this process. */
export interface Answered {
  response: Response;
  mayOpen: boolean;
  by?: Leader;
}

/** Outcomes of requests since the start. */
export interface ForwardCounts {
  answered: number;
  /** No leader accepted them. */
  refused: number;
  /** Accepted, but no response arrived. */
  lost: number;
}

/** More at a time are refused. */
export const MOST_UNDER_WAY = 1_000;
const RETRY_MS = 100;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Forwards requests to the leader. A read is retried until a leader answers; a command only while it is certain
 * that it has not begun. Both wait at most 5 s without a sign of life.
 */
export class Forwarder {
  readonly counts: ForwardCounts = { answered: 0, refused: 0, lost: 0 };
  readonly #silenceMs: Ms;
  readonly #waits: ResponseDeadlines;
  #underWay = 0;

  constructor(readonly options: ForwarderOptions) {
    const { now, ending, silenceMs = LONGEST_SILENCE_MS } = options;
    this.#silenceMs = silenceMs;
    this.#waits = new ResponseDeadlines({ silenceMs, now, ending });
  }

  /** Refuses with UNAVAILABLE. */
  async answer(request: Request, how: ForwardOptions): Promise<Answered> {
    if (this.#underWay >= (this.options.mostUnderWay ?? MOST_UNDER_WAY)) {
      throw this.#refused("Too many requests wait for the leader");
    }
    this.#underWay++;
    try {
      return await this.#answer(request, how);
    } finally {
      this.#underWay--;
    }
  }

  /** Requests that wait for a response. */
  get waiting(): number {
    return this.#underWay;
  }

  /** The envelope of a request to a leader, valid for the rest of the client's wait. */
  envelope(
    request: Request,
    { to, ...rest }: { to: Leader; peer: string; withinMs: number },
  ): ForwardedRequest {
    return {
      v: 1,
      id: this.options.randomId(),
      to: to.id,
      beat: to.beat,
      method: request.method,
      url: request.url,
      headers: listed(request.headers),
      ...rest,
    };
  }

  async #answer(request: Request, how: ForwardOptions): Promise<Answered> {
    const { membership, now, ending } = this.options;
    // The wait begins once the body is read: a client may send it slowly.
    const { body, isBuffered } = await bodyOf(request);
    const untilMs = now() + (how.longestMs ?? this.#silenceMs);
    for (
      let hasLeft = false;
      !ending.aborted && !hasLeft;
      hasLeft = await leavesWithin(RETRY_MS, request)
    ) {
      const leftMs = untilMs - now();
      if (leftMs <= 0) break;
      const app = this.options.app();
      if (app !== undefined) return await answerLocally(app, { request, body, peer: how.peer });
      const leader = membership.leader(now());
      if (leader === undefined || leader.id === membership.self) continue;
      const result = await this.#attempt(request, { how, leader, body, leftMs });
      if (result.kind === "answer") {
        this.counts.answered++;
        result.response.headers.set(ANSWERED_BY, leader.id);
        return { ...result, by: leader };
      }
      if (result.kind === "lost" && !READS.has(request.method)) throw this.#lost();
      if (!isBuffered) break;
    }
    throw this.#refused("No leader answers");
  }

  async #attempt(
    request: Request,
    { how: { peer, socket }, leader, body, leftMs }: {
      how: ForwardOptions;
      leader: Leader;
      body: Body;
      leftMs: number;
    },
  ): Promise<ForwardResult> {
    const { client, ending } = this.options;
    const envelope = this.envelope(request, { to: leader, peer, withinMs: leftMs });
    const forwarded = socket === undefined ? envelope : { ...envelope, socket };
    using pending = this.#waits.begin({
      firstMs: leftMs,
      isInVain: () => leader.gone.aborted || request.signal.aborted,
      ask: () => client.isUnderWay(leader.address, forwarded.id),
    });
    return await client.send({
      address: leader.address,
      forwarded,
      body,
      pending,
      over: () => AbortSignal.any([leader.gone, ending, request.signal]),
    });
  }

  #refused(what: string): Refusal {
    this.counts.refused++;
    return new Refusal("UNAVAILABLE", `${what}; nothing was done, try again in a moment`);
  }

  #lost(): Refusal {
    this.counts.lost++;
    const text = "The leader gave no answer, so it is unknown whether the command was carried out; " +
      "check before you send it again";
    return new Refusal("UNAVAILABLE", text);
  }
}

/** Answers in this process; a body that has been read is put back. */
async function answerLocally(
  app: App["fetch"],
  { request, body, peer }: { request: Request; body: Body; peer: string },
): Promise<Answered> {
  const { url, method, headers, signal } = request;
  const whole = body === null ? request : new Request(url, { method, headers, body, signal });
  return { response: await app(whole, { remoteAddr: { hostname: peer } }), mayOpen: false };
}

/** `forEach` keeps repeated Set-Cookie headers apart, and is ten times as fast as iterating. */
function listed(headers: Headers): [string, string][] {
  const list: [string, string][] = [];
  headers.forEach((value, name) => list.push([name, value]));
  return list;
}

/** Whether the client has left by then. Reading a request's signal costs microseconds, so it is read only here. */
async function leavesWithin(ms: Ms, { signal }: Request): Promise<boolean> {
  await sleep(ms);
  return signal.aborted;
}
