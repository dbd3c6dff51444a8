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
  /** What answers; undefined while this process has nothing to answer with. */
  app(): App["fetch"] | undefined;
  /** Steady. */
  now(): number;
}

/** So many requests may have begun within the longest wait: more than any machine answers. */
const MOST_IDS = 200_000;

/** The end that holds the store: what other processes hand on is answered as if the client had come here. */
export class ForwardReceiver {
  /** What began, and what never will. */
  readonly counts = { begun: 0, refused: 0 };
  readonly #admission: Admission;
  readonly #underWay = new Set<string>();

  constructor(readonly options: ForwardReceiverOptions) {
    const { membership } = options;
    this.#admission = new Admission({
      ...{ self: membership.self, most: MOST_IDS },
      ageOf: (beat, nowMs) => membership.ageOf(beat, nowMs),
    });
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname !== WIRE.requests) {
      return this.#underWayAnswer(pathname, request.headers.get(WIRE.signature));
    }
    const text = textOf(request.headers.get(WIRE.head));
    if (text === undefined || !this.options.auth.fits(text, request.headers.get(WIRE.signature))) {
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

  /** A second time is no refusal to begin: the first may have been carried out. */
  #refused(admitted: Exclude<Admitted, "begin">): Response {
    if (admitted !== "repeated") return this.#notBegun(503, admitted);
    return new Response(null, { status: 503, headers: { [WIRE.repeated]: "1" } });
  }

  #notBegun(status: number, reason: string): Response {
    this.counts.refused++;
    return new Response(null, { status, headers: { [WIRE.notBegun]: reason } });
  }

  async #forwardedAnswer(app: App["fetch"], { forwarded, request }: Arrived): Promise<Response> {
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
    const isUnderWay = this.options.auth.fits(path, auth) && WIRE.underWay(id) === path &&
      this.#underWay.has(id);
    return new Response(null, { status: isUnderWay ? 204 : 404 });
  }
}

interface Arrived {
  forwarded: ForwardedRequest;
  request: Request;
}

/** Its client leaves when that of the request that came over the channel does; few ask, and a signal of its own costs all. */
class ReceivedRequest extends Request {
  readonly #came: Request;

  constructor(came: Request, { url, ...init }: { url: string } & RequestInit) {
    super(url, { ...init, redirect: "manual" });
    this.#came = came;
  }

  override get signal(): AbortSignal {
    return this.#came.signal;
  }
}
