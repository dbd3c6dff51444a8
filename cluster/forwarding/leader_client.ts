import { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { ForwardedRequest } from "./types.ts";
import { type ReceivedResponse, ResponseReader } from "./response_reader.ts";
import type { MessageAuth } from "../message_auth.ts";
import { headOf, WIRE } from "../wire.ts";

/** What became of a request: `lost` when nobody knows whether it has begun. */
export type ForwardResult =
  | { kind: "answer"; response: Response; mayOpen: boolean }
  | { kind: "not_begun"; reason: string }
  | { kind: "lost"; reason: string };

export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null;

/** How long an answer is waited for. An AbortSignal for each would cost a tenth of a request. */
export interface PendingResponse {
  readonly isOver: boolean;
  /** Called when it is over before the answer is there. */
  onOver: (() => void) | undefined;
}

export interface SendOptions {
  address: string;
  forwarded: ForwardedRequest;
  body: Body;
  pending: PendingResponse;
  /** Ends an answer that comes in pieces; asked for when one does. */
  over(): AbortSignal;
}

export interface LeaderClientOptions {
  auth: MessageAuth;
  /** Open at a time; more wait. */
  mostConnections: number;
}

/** A process that cannot be connected to within this time is not asked. */
const CONNECT_MS = 1_000;
const UNDER_WAY_MS = 1_000;
const NOT_WAITED_FOR = "it is not waited for";
/** Nothing was sent when one of these came. */
const NEVER_CONNECTED = new Set([
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENOTFOUND", "EAI_AGAIN"],
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** They belong to one connection, or are made anew by this process's own server. */
const NOT_PASSED_ON = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);

/** The way to the process that holds the store. undici sends nothing twice, unlike Deno's own `fetch`. */
export class LeaderClient {
  readonly #agent: Agent;
  readonly #asking = new Agent({ connections: 4, connect: { timeout: CONNECT_MS } });

  constructor(readonly options: LeaderClientOptions) {
    this.#agent = new Agent({
      connections: options.mostConnections,
      connect: { timeout: CONNECT_MS },
      // How long an answer may take is for the sender to say.
      ...{ headersTimeout: 0, bodyTimeout: 0 },
    });
  }

  async send({ address, forwarded, body, pending, over }: SendOptions): Promise<ForwardResult> {
    if (pending.isOver) return { kind: "not_begun", reason: NOT_WAITED_FOR };
    const reader = new ResponseReader(over);
    pending.onOver = () => reader.stop(new Error(NOT_WAITED_FOR));
    try {
      this.#agent.dispatch({
        ...{ origin: `http://${address}`, path: WIRE.requests, method: "POST" },
        headers: this.#headers(forwarded),
        body: body instanceof ReadableStream ? Readable.from(body) : body,
      }, reader);
      return resultOf(await reader.arrived);
    } catch (error) {
      const isSent = reader.hasBegun && !NEVER_CONNECTED.has(codeOf(error));
      return { kind: isSent ? "lost" : "not_begun", reason: reasonOf(error) };
    }
  }

  /** Whether the request is worked on over there. */
  async isUnderWay(address: string, id: string): Promise<boolean> {
    try {
      const path = WIRE.underWay(id);
      const { statusCode, body } = await request(`http://${address}${path}`, {
        headers: { [WIRE.signature]: this.options.auth.of(path) },
        ...{ signal: AbortSignal.timeout(UNDER_WAY_MS), dispatcher: this.#asking },
      });
      await body.dump();
      return statusCode === 204;
    } catch {
      return false;
    }
  }

  openSocket(address: string, forwarded: ForwardedRequest): WebSocket {
    const headers = this.#headers(forwarded);
    return new WebSocket(`ws://${address}${WIRE.requests}`, { headers });
  }

  /** What is under way breaks off. */
  async close(): Promise<void> {
    await Promise.all([this.#agent.destroy(), this.#asking.destroy()]);
  }

  #headers(forwarded: ForwardedRequest): Record<string, string> {
    const text = JSON.stringify(forwarded);
    return { [WIRE.head]: headOf(text), [WIRE.signature]: this.options.auth.of(text) };
  }
}

function resultOf({ status, headers, body }: ReceivedResponse): ForwardResult {
  const reason = headers[WIRE.notBegun];
  if (reason !== undefined) return { kind: "not_begun", reason: String(reason) };
  if (headers[WIRE.repeated] !== undefined) return { kind: "lost", reason: "it came twice" };
  const response = new Response(body, { status });
  for (const [name, values] of Object.entries(headers)) {
    if (NOT_PASSED_ON.has(name) || name === WIRE.mayOpen) continue;
    for (const value of [values ?? []].flat()) response.headers.append(name, value);
  }
  return { kind: "answer", response, mayOpen: headers[WIRE.mayOpen] !== undefined };
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
