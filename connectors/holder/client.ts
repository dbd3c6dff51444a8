import { Readable } from "node:stream";
import { Agent, type Dispatcher, request } from "undici";
import type { HandedOn } from "../../domain/hand_on/types.ts";
import type { Seal } from "./seal.ts";
import { headOf, WIRE } from "./wire.ts";

/** What became of a request: `lost` when nobody knows whether it has begun. */
export type Handed =
  | { kind: "answer"; response: Response; mayOpen: boolean }
  | { kind: "not_begun"; reason: string }
  | { kind: "lost"; reason: string };

export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null;

export interface SendOptions {
  address: string;
  handedOn: HandedOn;
  body: Body;
  /** Ends the waiting, and the answer too. */
  signal: AbortSignal;
  /** Ends the waiting for the head of the answer alone. */
  patience: AbortSignal;
}

export interface HolderClientOptions {
  seal: Seal;
  /** Open at a time; more wait. */
  mostConnections: number;
}

/** A process that cannot be connected to within this time is not asked. */
const CONNECT_MS = 1_000;
const UNDER_WAY_MS = 1_000;
/** Nothing was sent when one of these came. */
const NEVER_CONNECTED = new Set([
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENOTFOUND", "EAI_AGAIN"],
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** They belong to one connection, or are made anew by this process's own server. */
const NOT_PASSED_ON = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);
const WITHOUT_BODY = new Set([204, 205, 304]);

/** The way to the process that holds the store. undici sends nothing twice, unlike Deno's own `fetch`. */
export class HolderClient {
  readonly #agent: Agent;
  readonly #asking = new Agent({ connections: 4, connect: { timeout: CONNECT_MS } });

  constructor(readonly options: HolderClientOptions) {
    this.#agent = new Agent({
      connections: options.mostConnections,
      connect: { timeout: CONNECT_MS },
      // How long an answer may take is for the sender to say.
      ...{ headersTimeout: 0, bodyTimeout: 0 },
    });
  }

  async send({ address, handedOn, body, signal, patience }: SendOptions): Promise<Handed> {
    const over = new AbortController();
    const stop = () => over.abort();
    signal.addEventListener("abort", stop, { once: true });
    patience.addEventListener("abort", stop, { once: true });
    try {
      if (signal.aborted || patience.aborted) return { kind: "not_begun", reason: "it is not waited for" };
      const answer = await request(`http://${address}${WIRE.requests}`, {
        method: "POST",
        headers: this.#headers(handedOn),
        body: body instanceof ReadableStream ? Readable.from(body) : body,
        ...{ signal: over.signal, dispatcher: this.#agent },
      });
      return await handed(answer);
    } catch (error) {
      return { kind: NEVER_CONNECTED.has(codeOf(error)) ? "not_begun" : "lost", reason: reasonOf(error) };
    } finally {
      patience.removeEventListener("abort", stop);
    }
  }

  /** Whether the request is worked on over there. */
  async isUnderWay(address: string, id: string): Promise<boolean> {
    try {
      const path = WIRE.underWay(id);
      const { statusCode, body } = await request(`http://${address}${path}`, {
        headers: { [WIRE.seal]: this.options.seal.of(path) },
        ...{ signal: AbortSignal.timeout(UNDER_WAY_MS), dispatcher: this.#asking },
      });
      await body.dump();
      return statusCode === 204;
    } catch {
      return false;
    }
  }

  openSocket(address: string, handedOn: HandedOn): WebSocket {
    const headers = this.#headers(handedOn);
    return new WebSocket(`ws://${address}${WIRE.requests}`, { headers });
  }

  /** What is under way breaks off. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#asking.destroy()]);
  }

  #headers(handedOn: HandedOn): Record<string, string> {
    const text = JSON.stringify(handedOn);
    return { [WIRE.head]: headOf(text), [WIRE.seal]: this.options.seal.of(text) };
  }
}

async function handed({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Handed> {
  const reason = headers[WIRE.notBegun];
  if (reason !== undefined || headers[WIRE.repeated] !== undefined) {
    await body.dump();
    return { kind: reason === undefined ? "lost" : "not_begun", reason: String(reason ?? "it came twice") };
  }
  const passed = new Headers();
  for (const [name, values] of Object.entries(headers)) {
    if (NOT_PASSED_ON.has(name) || name === WIRE.mayOpen) continue;
    for (const value of [values ?? []].flat()) passed.append(name, value);
  }
  if (WITHOUT_BODY.has(statusCode)) await body.dump();
  const response = new Response(WITHOUT_BODY.has(statusCode) ? null : asStream(body), {
    ...{ status: statusCode, headers: passed },
  });
  return { kind: "answer", response, mayOpen: headers[WIRE.mayOpen] !== undefined };
}

/** `Readable.toWeb` would throw where nobody hears it when the client leaves in the middle. */
function asStream(body: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  return ReadableStream.from<Uint8Array<ArrayBuffer>>(body);
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
