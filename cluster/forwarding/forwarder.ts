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
  /** What answers here, once this process holds the store and is ready. */
  app(): App["fetch"] | undefined;
  /** Ends everything that is under way. */
  ending: AbortSignal;
  randomId(): string;
  /** Steady. */
  now(): number;
  /** How long a client waits without a sign of life; the default is 5 s. */
  silenceMs?: Ms;
  /** More at a time are refused; the default is 1,000. */
  mostUnderWay?: number;
}

/** How a request is result on. */
export interface ForwardOptions {
  peer: string;
  socket?: "ask";
  /** How long to look for a process that takes it, if that is less. */
  longestMs?: Ms;
}

/** The answer, and who gave it; undefined: this process. */
export interface Answered {
  response: Response;
  mayOpen: boolean;
  by?: Leader;
}

/** What became of requests since the start. */
export interface ForwardCounts {
  answered: number;
  /** Nobody took them. */
  refused: number;
  /** Taken, but no answer came. */
  lost: number;
}

/** More at a time are refused. */
export const MOST_UNDER_WAY = 1_000;
const LOOK_AGAIN_MS = 100;
const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Hands requests on to the process that holds the store. A read is asked for again until somebody answers; a command
 * only while it is certain that it has not begun. Either waits 5 s for a sign of life, and no longer.
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
      throw this.#refused("Too many requests wait for another process");
    }
    this.#underWay++;
    try {
      return await this.#answer(request, how);
    } finally {
      this.#underWay--;
    }
  }

  /** How many wait for an answer. */
  get waiting(): number {
    return this.#underWay;
  }

  /** The envelope of a request for a process, good for as long as is left of its wait. */
  envelope(
    request: Request,
    { to, ...rest }: { to: Leader; peer: string; withinMs: number },
  ): ForwardedRequest {
    return {
      ...{ v: 1, id: this.options.randomId(), to: to.id, beat: to.beat },
      ...{ method: request.method, url: request.url, headers: listed(request.headers) },
      ...rest,
    };
  }

  async #answer(request: Request, how: ForwardOptions): Promise<Answered> {
    const { membership, now, ending } = this.options;
    // A client that sends slowly has not begun to wait.
    const { body, isKept } = await bodyOf(request);
    const untilMs = now() + (how.longestMs ?? this.#silenceMs);
    for (
      let hasLeft = false;
      !ending.aborted && !hasLeft;
      hasLeft = await leavesWithin(LOOK_AGAIN_MS, request)
    ) {
      const leftMs = untilMs - now();
      if (leftMs <= 0) break;
      const app = this.options.app();
      if (app !== undefined) return await here(app, { request, body, peer: how.peer });
      const leader = membership.leader(now());
      if (leader === undefined || leader.id === membership.self) continue;
      const result = await this.#attempt(request, { how, leader, body, leftMs });
      if (result.kind === "answer") {
        this.counts.answered++;
        result.response.headers.set(ANSWERED_BY, leader.id);
        return { ...result, by: leader };
      }
      if (result.kind === "lost" && !READS.has(request.method)) throw this.#lost();
      if (!isKept) break;
    }
    throw this.#refused("No process that holds the store answers");
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
      ...{ address: leader.address, forwarded, body, pending },
      over: () => AbortSignal.any([leader.gone, ending, request.signal]),
    });
  }

  #refused(what: string): Refusal {
    this.counts.refused++;
    return new Refusal("UNAVAILABLE", `${what}; nothing was done, try again in a moment`);
  }

  #lost(): Refusal {
    this.counts.lost++;
    const text =
      "The process that holds the store gave no answer; whether the command was carried out is not " +
      "known: look before it is sent again";
    return new Refusal("UNAVAILABLE", text);
  }
}

/** What has been read of the request is put back. */
async function here(
  app: App["fetch"],
  { request, body, peer }: { request: Request; body: Body; peer: string },
): Promise<Answered> {
  const { url, method, headers, signal } = request;
  const whole = body === null ? request : new Request(url, { method, headers, body, signal });
  return { response: await app(whole, { remoteAddr: { hostname: peer } }), mayOpen: false };
}

/** Each of a cookie's headers by itself; to iterate over them takes ten times as long. */
function listed(headers: Headers): [string, string][] {
  const list: [string, string][] = [];
  headers.forEach((value, name) => list.push([name, value]));
  return list;
}

/** Whether the client has left by then: looked at late, for that costs each request some microseconds. */
async function leavesWithin(ms: Ms, { signal }: Request): Promise<boolean> {
  await new Promise((resolve) => setTimeout(resolve, ms));
  return signal.aborted;
}
