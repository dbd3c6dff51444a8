import type { Buffer } from "node:buffer";
import { createServer, type IncomingMessage, type Server, ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import { Server as NetServer, type Socket } from "node:net";
import type { Writable } from "node:stream";
import type { Log } from "../domain/shared/log.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { ConnectionStats, RequestHandler, RequestInfo } from "../ports/http.ts";
import { type Connection, type ConnectionLimits, ConnectionTable } from "./connection_table.ts";
import { Handshake, socketServer } from "./web_sockets.ts";
import { ReceivedRequest } from "./received_request.ts";
import { sendResponse } from "./send_response.ts";

export interface HttpTimeouts {
  /** How long a connection may stay without a request, and a request without its whole head. */
  idleMs: Ms;
  /** How long a request may take to arrive with its body. */
  requestMs: Ms;
  /** How long the rest of a body that nobody reads may arrive after its response. */
  lingerMs: Ms;
  /** How long a TLS handshake may take. */
  handshakeMs: Ms;
  /** How long a client may leave written bytes of a response unread. */
  unreadMs: Ms;
  /** How long each of the two moments lasts in which a stopping server still takes requests that are on their way. */
  lastRequestsMs: Ms;
  /** How long WebSockets may take to close when the server stops. */
  lastSocketsMs: Ms;
  /** How often it is looked for connections that are overdue. */
  sweepMs: Ms;
}

export const HTTP_TIMEOUTS: HttpTimeouts = {
  idleMs: 30_000,
  requestMs: 60_000,
  lingerMs: 5_000,
  handshakeMs: 10_000,
  unreadMs: 60_000,
  lastRequestsMs: 300,
  lastSocketsMs: 1_000,
  sweepMs: 1_000,
};

/** A certificate chain and its private key, both PEM. */
export interface TlsPair {
  cert: string;
  key: string;
}

export interface HttpServerOptions {
  tls: TlsPair | null;
  limits: ConnectionLimits;
  /** The default is `HTTP_TIMEOUTS`. */
  timeouts?: HttpTimeouts;
  /** The largest WebSocket message with all its fragments. */
  mostMessageBytes: number;
  log: Log;
}

/** Requests of one connection that wait for an earlier one; more end the connection. */
const MOST_PIPELINED = 16;
/** Refused connections are logged at most once in this time. */
const TROUBLES_EVERY_MS: Ms = 60_000;

/** A client on one connection, and the requests that came on it. */
interface Client {
  connection: Connection;
  info: RequestInfo;
  isUpgraded: boolean;
  /** The exchange that the next request on the connection waits for. */
  last: Promise<void>;
}

/** A request and what its response is written to. */
interface Exchange {
  client: Client;
  message: IncomingMessage;
  answer: ServerResponse;
}

/**
 * An HTTP server that no client can stop: connections are limited, and closed when they wait too long. `Deno.serve`
 * ends the process without file descriptors, limits neither connections nor the time of a head, and its WebSockets
 * collect fragments without end.
 */
export class HttpServer {
  readonly table: ConnectionTable;
  readonly #server: Server;
  readonly #sockets;
  readonly #timeouts: HttpTimeouts;
  /** By peer. A connection over TLS has two sockets with the same peer. */
  readonly #clients = new Map<string, Client>();
  readonly #clientOf = new WeakMap<Socket, Client>();
  /** When clients whose response is complete are closed: while it, or the rest of the request's body, is unread. */
  readonly #unread = new Map<Client, Ms>();
  readonly #lingering = new Map<Client, Ms>();
  readonly #sweep: ReturnType<typeof setInterval>;
  #handler: RequestHandler = () => new Response(null, { status: 503 });
  #reported = { troubles: 0, atMs: -Infinity };
  #isStopping = false;
  /** Responses end their connections. */
  #isClosing = false;
  #whenEmpty: () => void = () => {};

  private constructor(readonly options: HttpServerOptions) {
    this.#timeouts = options.timeouts ?? HTTP_TIMEOUTS;
    this.table = new ConnectionTable(options.limits);
    this.#sockets = socketServer(options.mostMessageBytes);
    this.#server = this.#createServer();
    this.#sweep = setInterval(() => {
      this.#closeOverdue();
      this.#reportTroubles();
    }, this.#timeouts.sweepMs);
  }

  /** Listens from now on. Rejects with the system's error when the address cannot be listened on. */
  static async listen(
    address: { host: string; port: number },
    options: HttpServerOptions,
  ): Promise<HttpServer> {
    const server = new HttpServer(options);
    try {
      await server.#listen(address);
      return server;
    } catch (error) {
      clearInterval(server.#sweep);
      throw error;
    }
  }

  get addr(): { port: number } {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new TypeError("The server does not listen");
    return { port: address.port };
  }

  connections(): ConnectionStats {
    return { open: this.table.size, ...this.table.counts };
  }

  /** Answers requests by `handler` from now on. */
  serve(handler: RequestHandler): this {
    this.#handler = handler;
    return this;
  }

  /**
   * Stops listening, lets the requests under way end, and closes all connections. Responses keep their connections for
   * a moment, since a client that connects anew while the port closes is reset; then they end them. Idle ones end last.
   */
  async shutdown(): Promise<void> {
    if (this.#isStopping) return;
    this.#isStopping = true;
    const { promise: empty, resolve } = Promise.withResolvers<void>();
    this.#whenEmpty = resolve;
    // The HTTP server's own `close` resets idle connections, and with them requests that are on their way.
    const closed = new Promise<void>((resolve) => {
      NetServer.prototype.close.call(this.#server, () => resolve());
    });
    const { lastRequestsMs, lastSocketsMs } = this.#timeouts;
    let last = setTimeout(() => {
      this.#isClosing = true;
      last = setTimeout(
        () => this.#closeClients(({ connection }) => connection.underWay === 0),
        lastRequestsMs,
      );
    }, lastRequestsMs);
    const timer = setTimeout(() => this.#closeClients((client) => client.isUpgraded), lastSocketsMs);
    if (this.#clients.size > 0) await empty;
    clearTimeout(last);
    clearTimeout(timer);
    // Ends its checks of connections.
    this.#server.close(() => {});
    await closed;
    clearInterval(this.#sweep);
  }

  #createServer(): Server {
    const { idleMs, requestMs, handshakeMs, sweepMs } = this.#timeouts;
    const { tls } = this.options;
    const options = {
      keepAliveTimeout: idleMs,
      headersTimeout: idleMs,
      requestTimeout: Math.max(requestMs, idleMs),
      connectionsCheckingInterval: sweepMs,
      handshakeTimeout: handshakeMs,
      shouldUpgradeCallback: ({ headers }: IncomingMessage) => headers.upgrade?.toLowerCase() === "websocket",
    };
    const server = tls === null ? createServer(options) : createTlsServer({ ...options, ...tls });
    server.on("connection", (socket: Socket) => this.#accept(socket));
    server.on("secureConnection", (secure: Socket) => {
      const client = this.#clients.get(peerOf(secure));
      if (client === undefined) secure.destroy();
      else this.#clientOf.set(secure, client);
    });
    server.on("request", (message, answer) => this.#take(message, answer));
    server.on("upgrade", (message: IncomingMessage, transport: Socket, head: Buffer) => {
      this.#upgrade(message, { transport, head });
    });
    return server;
  }

  #listen({ host, port }: { host: string; port: number }): Promise<void> {
    const server = this.#server;
    return new Promise((resolve, reject) => {
      server.once("error", reject);
      server.listen(port, host, () => {
        server.off("error", reject);
        server.on(
          "error",
          (error) => this.options.log("error", "Listening failed", { error: String(error) }),
        );
        resolve();
      });
    });
  }

  #accept(socket: Socket): void {
    const { remoteAddress: hostname } = socket;
    if (hostname === undefined) return void socket.destroy();
    const connection = this.table.admit(hostname, () => void socket.destroy());
    if (connection === undefined) return void socket.destroy();
    const client: Client = {
      connection,
      info: { remoteAddr: { hostname } },
      isUpgraded: false,
      last: Promise.resolve(),
    };
    const peer = peerOf(socket);
    this.#clients.set(peer, client);
    this.#clientOf.set(socket, client);
    socket.on("error", () => {});
    socket.once("close", () => {
      connection.release();
      this.#clients.delete(peer);
      this.#unread.delete(client);
      this.#lingering.delete(client);
      if (this.#clients.size === 0) this.#whenEmpty();
    });
  }

  /** One request after the other, also if the client does not wait for the responses. */
  #take(message: IncomingMessage, answer: ServerResponse): void {
    const client = this.#clientOf.get(message.socket);
    if (client === undefined || message.socket.destroyed) return void message.socket.destroy();
    const { connection } = client;
    connection.begin();
    if (connection.underWay > MOST_PIPELINED) return connection.close();
    const exchange = { client, message, answer };
    answer.once("close", () => this.#answered(exchange));
    client.last = connection.underWay === 1
      ? this.#exchange(exchange)
      : client.last.then(() => this.#exchange(exchange));
  }

  async #exchange({ client, message, answer }: Exchange): Promise<void> {
    if (answer.destroyed) return;
    const response = await this.#respond(message, { client, answer });
    // Closing before the rest of the body has arrived would reset the connection, and the response with it.
    if (this.#isClosing && message.complete) answer.shouldKeepAlive = false;
    await this.#send(response, { client, answer });
  }

  async #respond(
    message: IncomingMessage,
    { client, answer, opening }: { client: Client; answer: Writable; opening?: (request: Request) => void },
  ): Promise<Response> {
    const scheme = this.options.tls === null ? "http" : "https";
    let request: Request;
    try {
      request = new ReceivedRequest({ message, scheme, answer });
    } catch {
      return new Response("Bad request", { status: 400 });
    }
    try {
      opening?.(request);
      return await this.#handler(request, client.info);
    } catch (error) {
      const reason = error instanceof Error ? error.stack ?? error.message : String(error);
      this.options.log("error", "Request failed", { error: reason });
      return new Response("Internal error", { status: 500 });
    }
  }

  async #send(response: Response, { client, answer }: Omit<Exchange, "message">): Promise<void> {
    const { unreadMs } = this.#timeouts;
    try {
      await sendResponse(response, { to: answer, unreadMs });
      if (answer.writableFinished || answer.destroyed) return;
      this.#unread.set(client, performance.now() + unreadMs);
    } catch (error) {
      this.options.log("error", "Response failed", { error: String(error) });
      answer.destroy();
    }
  }

  /** The connection is free for the next request once the rest of the body, which is dropped, has arrived. */
  #answered({ client, message }: Exchange): void {
    this.#unread.delete(client);
    if (message.complete || message.destroyed) return client.connection.end();
    this.#lingering.set(client, performance.now() + this.#timeouts.lingerMs);
    let isOver = false;
    const over = () => {
      if (isOver) return;
      isOver = true;
      this.#lingering.delete(client);
      client.connection.end();
    };
    message.once("end", over).once("close", over).removeAllListeners("data").resume();
  }

  /** An open WebSocket counts as a request under way, so it is never closed to make room. */
  async #upgrade(
    message: IncomingMessage,
    { transport, head }: { transport: Socket; head: Buffer },
  ): Promise<void> {
    const client = this.#clientOf.get(transport);
    if (client === undefined) return void transport.destroy();
    client.connection.begin();
    client.isUpgraded = true;
    let handshake: Handshake | undefined;
    const opening = (request: Request) => {
      handshake = new Handshake(request, { message, transport, head, sockets: this.#sockets });
    };
    const response = await this.#respond(message, { client, answer: transport, opening });
    if (handshake?.finish(response) === true || transport.destroyed) return;
    const answer = new ServerResponse(message);
    answer.assignSocket(transport);
    answer.shouldKeepAlive = false;
    answer.once("finish", () => transport.destroySoon());
    await this.#send(response, { client, answer });
  }

  #closeOverdue(): void {
    const nowMs = performance.now();
    for (const deadlines of [this.#unread, this.#lingering]) {
      for (const [{ connection }, untilMs] of deadlines) {
        if (untilMs > nowMs) break;
        connection.close();
      }
    }
  }

  #closeClients(which: (client: Client) => boolean): void {
    for (const client of [...this.#clients.values()].filter(which)) client.connection.close();
  }

  /** One line of the log for many connections. */
  #reportTroubles(): void {
    const { refusedByTotal, refusedByAddress } = this.table.counts;
    const troubles = refusedByTotal + refusedByAddress;
    const nowMs = performance.now();
    const { troubles: before, atMs } = this.#reported;
    if (troubles === before || nowMs - atMs < TROUBLES_EVERY_MS) return;
    this.#reported = { troubles, atMs: nowMs };
    this.options.log("warn", "Connections were refused", {
      refused: troubles - before,
      refused_by_total: refusedByTotal,
      refused_by_address: refusedByAddress,
      open: this.table.size,
    });
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
