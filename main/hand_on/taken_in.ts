import { textOf, WIRE } from "../../connectors/holder/wire.ts";
import type { Seal } from "../../connectors/holder/seal.ts";
import { Admission, type Admitted } from "../../domain/hand_on/admission.ts";
import { parseHandedOn } from "../../domain/hand_on/schema.ts";
import type { HandedOn } from "../../domain/hand_on/types.ts";
import type { Neighbours } from "../../domain/ownership/neighbours.ts";
import type { App } from "../../routes/app.ts";
import { refuseUpgrade, upgradeBy } from "../upgrades.ts";

export interface TakenInOptions {
  seal: Seal;
  neighbours: Neighbours;
  /** What answers; undefined while this process has nothing to answer with. */
  behind(): App["fetch"] | undefined;
  /** Steady. */
  now(): number;
}

/** So many requests may have begun within the longest wait: more than any machine answers. */
const MOST_IDS = 200_000;

/** The end that holds the store: what other processes hand on is answered as if the client had come here. */
export class TakenIn {
  /** What began, and what never will. */
  readonly counts = { begun: 0, refused: 0 };
  readonly #admission: Admission;
  readonly #underWay = new Set<string>();

  constructor(readonly options: TakenInOptions) {
    const { neighbours } = options;
    this.#admission = new Admission({
      ...{ self: neighbours.self, most: MOST_IDS },
      ageOf: (beat, nowMs) => neighbours.ageOf(beat, nowMs),
    });
  }

  async answer(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname !== WIRE.requests) return this.#underWayAnswer(pathname, request.headers.get(WIRE.seal));
    const text = textOf(request.headers.get(WIRE.head));
    if (text === undefined || !this.options.seal.fits(text, request.headers.get(WIRE.seal))) {
      return this.#notBegun(403, "wrong_seal");
    }
    const handedOn = parseHandedOn(text);
    if (handedOn === undefined) return this.#notBegun(400, "not_understood");
    const behind = this.options.behind();
    if (behind === undefined) return this.#notBegun(503, "not_ready");
    const admitted = this.#admission.admit(handedOn, this.options.now());
    if (admitted !== "begin") return this.#refused(admitted);
    this.counts.begun++;
    this.#underWay.add(handedOn.id);
    try {
      return await answered(behind, { handedOn, request });
    } finally {
      this.#underWay.delete(handedOn.id);
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

  #underWayAnswer(path: string, seal: string | null): Response {
    const id = path.slice(WIRE.underWay("").length);
    const isUnderWay = this.options.seal.fits(path, seal) && WIRE.underWay(id) === path &&
      this.#underWay.has(id);
    return new Response(null, { status: isUnderWay ? 204 : 404 });
  }
}

interface Arrived {
  handedOn: HandedOn;
  request: Request;
}

/** Its client leaves when that of the request that came over the line does; few ask, and a signal of its own costs all. */
class TakenRequest extends Request {
  readonly #came: Request;

  constructor(came: Request, { url, ...init }: { url: string } & RequestInit) {
    super(url, { ...init, redirect: "manual" });
    this.#came = came;
  }

  override get signal(): AbortSignal {
    return this.#came.signal;
  }
}

async function answered(behind: App["fetch"], { handedOn, request }: Arrived): Promise<Response> {
  const { method, url, headers, peer, socket } = handedOn;
  const hasBody = method !== "GET" && method !== "HEAD" && request.body !== null;
  const inner = new TakenRequest(request, { url, method, headers, body: hasBody ? request.body : null });
  let mayOpen = false;
  if (socket === "open") upgradeBy(inner, request);
  if (socket === "ask") refuseUpgrade(inner, () => mayOpen = true);
  const answer = await behind(inner, { remoteAddr: { hostname: peer } });
  if (mayOpen) answer.headers.set(WIRE.mayOpen, "1");
  return answer;
}
