import { textOf, WIRE } from "../wire.ts";
import type { MessageAuth } from "../message_auth.ts";
import { Admission, type Admitted } from "./admission.ts";
import { parseForwardedRequest } from "./schema.ts";
import type { ForwardedRequest } from "./types.ts";
import type { ClusterMembership } from "../membership/cluster_membership.ts";
import type { App } from "../../routes/app.ts";
import type { SocketUpgrades } from "./socket_upgrades.ts";

export interface ForwardReceiverOptions {
  auth: MessageAuth;
  membership: ClusterMembership;
  upgrades: SocketUpgrades;
  /** The app that answers; undefined while this process does not lead. */
  app(): App["fetch"] | undefined;
  /** Monotonic. */
  now(): number;
}

/** The most requests remembered within the longest wait; more than a machine can answer in that time. */
const MOST_IDS = 200_000;

/** The leader's end of forwarding: answers forwarded requests as if the client had sent them to this process. */
export class ForwardReceiver {
  /** Requests that began, and requests that were refused. */
  readonly counts = { begun: 0, refused: 0 };
  readonly #admission: Admission;
  readonly #underWay = new Set<string>();

  constructor(readonly options: ForwardReceiverOptions) {
    const { membership } = options;
    this.#admission = new Admission({
      self: membership.self,
      most: MOST_IDS,
      ageOf: (beat, nowMs) => membership.ageOf(beat, nowMs),
    });
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname !== WIRE.requests) {
      return this.#underWayAnswer(pathname, request.headers.get(WIRE.signature));
    }
    const text = textOf(request.headers.get(WIRE.head));
    if (text === undefined || !this.options.auth.verify(text, request.headers.get(WIRE.signature))) {
      return this.#notBegun(403, "wrong_seal");
    }
    const forwarded = parseForwardedRequest(text);
    if (forwarded === undefined) return this.#notBegun(400, "not_understood");
    const app = this.options.app();
    if (app === undefined) return this.#notBegun(503, "not_ready");
    const admitted = this.#admission.admit(forwarded, this.options.now());
    if (admitted !== "begin") return this.#refused(admitted);
    this.counts.begun++;
    this.#underWay.add(forwarded.id);
    try {
      return await this.#forwardedAnswer(app, { forwarded, request });
    } finally {
      this.#underWay.delete(forwarded.id);
    }
  }

  /** A repetition has a header of its own: the first request may have been carried out. */
  #refused(admitted: Exclude<Admitted, "begin">): Response {
    if (admitted !== "repeated") return this.#notBegun(503, admitted);
    return new Response(null, { status: 503, headers: { [WIRE.repeated]: "1" } });
  }

  #notBegun(status: number, reason: string): Response {
    this.counts.refused++;
    return new Response(null, { status, headers: { [WIRE.notBegun]: reason } });
  }

  async #forwardedAnswer(app: App["fetch"], { forwarded, request }: ReceivedForward): Promise<Response> {
    const { method, url, headers, peer, socket } = forwarded;
    const { upgrades } = this.options;
    const hasBody = method !== "GET" && method !== "HEAD" && request.body !== null;
    const inner = new ReceivedRequest(request, { url, method, headers, body: hasBody ? request.body : null });
    let mayOpen = false;
    if (socket === "open") upgrades.openFrom(inner, request);
    if (socket === "ask") upgrades.probe(inner, () => mayOpen = true);
    const answer = await app(inner, { remoteAddr: { hostname: peer } });
    if (mayOpen) answer.headers.set(WIRE.mayOpen, "1");
    return answer;
  }

  #underWayAnswer(path: string, auth: string | null): Response {
    const id = path.slice(WIRE.underWay("").length);
    const isUnderWay = this.options.auth.verify(path, auth) && WIRE.underWay(id) === path &&
      this.#underWay.has(id);
    return new Response(null, { status: isUnderWay ? 204 : 404 });
  }
}

interface ReceivedForward {
  forwarded: ForwardedRequest;
  request: Request;
}

/**
 * Takes its signal from the request that carried it, on demand: few handlers ask for it, and a signal for each
 * request is expensive.
 */
class ReceivedRequest extends Request {
  readonly #carrier: Request;

  constructor(carrier: Request, { url, ...init }: { url: string } & RequestInit) {
    super(url, { ...init, redirect: "manual" });
    this.#carrier = carrier;
  }

  override get signal(): AbortSignal {
    return this.#carrier.signal;
  }
}
