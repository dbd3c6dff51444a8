import { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { ForwardedRequest } from "./types.ts";
import { type ReceivedResponse, ResponseReader } from "./response_reader.ts";
import { trustedCertificate } from "../internal_tls.ts";
import type { MessageAuth } from "../message_auth.ts";
import { headOf, WIRE } from "../wire.ts";
import { tlsConnector } from "./tls_connector.ts";

/** The outcome of a request; `lost`: it is unknown whether it has begun. */
export type ForwardResult =
  | { kind: "answer"; response: Response; mayOpen: boolean }
  | { kind: "not_begun"; reason: string }
  | { kind: "lost"; reason: string };

export type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array<ArrayBuffer>> | null;

/** The wait for a response. An AbortSignal for each would cost a tenth of a request. */
export interface PendingResponse {
  readonly isOver: boolean;
  /** Called when the wait ends without a response. */
  onOver: (() => void) | undefined;
}

export interface SendOptions {
  address: string;
  forwarded: ForwardedRequest;
  body: Body;
  pending: PendingResponse;
  /** Aborts a streamed response; called when one begins. */
  over(): AbortSignal;
}

export interface LeaderClientOptions {
  auth: MessageAuth;
  /** Open at a time; further requests wait. */
  mostConnections: number;
}

/** How long a connection may take to open. */
const CONNECT_MS = 1_000;
const UNDER_WAY_MS = 1_000;
const ABANDONED = "its client no longer waits";
/** Errors after which nothing has been sent. */
const NEVER_CONNECTED = new Set([
  ...["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EHOSTDOWN", "ENOTFOUND", "EAI_AGAIN"],
  "UND_ERR_CONNECT_TIMEOUT",
]);
/** Headers that belong to one connection, or that this process's own server sets. */
const NOT_FORWARDED = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"]);

/** Sends requests to the leader. Uses undici because, unlike Deno's `fetch`, it never sends a request twice. */
export class LeaderClient {
  readonly #agent: Agent;
  readonly #probes: Agent;
  /** For WebSockets, which undici does not open. */
  readonly #sockets: Deno.HttpClient;

  constructor(readonly options: LeaderClientOptions) {
    const ca = trustedCertificate(options.auth);
    const common = { connect: tlsConnector({ ca, withinMs: CONNECT_MS }) };
    this.#sockets = Deno.createHttpClient({ caCerts: [ca] });
    this.#probes = new Agent({ ...common, connections: 4 });
    this.#agent = new Agent({
      ...common,
      connections: options.mostConnections,
      // The sender sets the deadlines.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  async send({ address, forwarded, body, pending, over }: SendOptions): Promise<ForwardResult> {
    if (pending.isOver) return { kind: "not_begun", reason: ABANDONED };
    const reader = new ResponseReader(over);
    pending.onOver = () => reader.stop(new Error(ABANDONED));
    try {
      this.#agent.dispatch({
        origin: `https://${address}`,
        path: WIRE.requests,
        method: "POST",
        headers: this.#headers(forwarded),
        body: body instanceof ReadableStream ? Readable.from(body) : body,
      }, reader);
      return resultOf(await reader.arrived);
    } catch (error) {
      const isSent = reader.hasBegun && !NEVER_CONNECTED.has(codeOf(error));
      return { kind: isSent ? "lost" : "not_begun", reason: reasonOf(error) };
    }
  }

  /** Whether the leader still works on the request. */
  async isUnderWay(address: string, id: string): Promise<boolean> {
    try {
      const path = WIRE.underWay(id);
      const { statusCode, body } = await request(`https://${address}${path}`, {
        headers: { [WIRE.signature]: this.options.auth.sign(path) },
        signal: AbortSignal.timeout(UNDER_WAY_MS),
        dispatcher: this.#probes,
      });
      await body.dump();
      return statusCode === 204;
    } catch {
      return false;
    }
  }

  openSocket(address: string, forwarded: ForwardedRequest): WebSocket {
    const headers = this.#headers(forwarded);
    return new WebSocket(`wss://${address}${WIRE.requests}`, { headers, client: this.#sockets });
  }

  /** Aborts all requests under way. */
  async close(): Promise<void> {
    this.#sockets.close();
    await Promise.all([this.#agent.destroy(), this.#probes.destroy()]);
  }

  #headers(forwarded: ForwardedRequest): Record<string, string> {
    const text = JSON.stringify(forwarded);
    return { [WIRE.head]: headOf(text), [WIRE.signature]: this.options.auth.sign(text) };
  }
}

function resultOf({ status, headers, body }: ReceivedResponse): ForwardResult {
  const reason = headers[WIRE.notBegun];
  if (reason !== undefined) return { kind: "not_begun", reason: String(reason) };
  if (headers[WIRE.repeated] !== undefined) return { kind: "lost", reason: "it arrived twice" };
  const response = new Response(body, { status });
  for (const [name, values] of Object.entries(headers)) {
    if (NOT_FORWARDED.has(name) || name === WIRE.mayOpen) continue;
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
