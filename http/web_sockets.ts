import type { IncomingMessage } from "node:http";
import type { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";
// @ts-types="./ws.d.ts"
import { type WebSocket as WsSocket, WebSocketServer } from "ws";
import type { ServerSocket, UpgradedSocket } from "../ports/http.ts";

const SWITCHING = 101;
const SOCKET_TIMEOUTS = {
  /** A client without a message or an answer to a ping is dropped after twice this time. */
  pingMs: 20_000,
  /** How long a client may take to answer a close. */
  closeMs: 5_000,
  /** How long the code of a close that the client caused by an error may take to reach it. */
  lastWordMs: 1_000,
};
const KEY = /^[+/0-9A-Za-z]{22}==$/;
/** Headers of the handshake, which the WebSocket server writes itself. */
const OWN: ReadonlySet<string> = new Set(["connection", "upgrade", "content-length", "content-type"]);

/** Opens WebSockets whose messages hold at most `mostBytes` with all their fragments, and are not compressed. */
export function socketServer(mostBytes: number): WebSocketServer {
  return new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: mostBytes,
    closeTimeout: SOCKET_TIMEOUTS.closeMs,
    handleProtocols: () => false,
  });
}

/** The handshakes of requests that have not been answered yet. */
const handshakes = new WeakMap<Request, Handshake>();

/** Turns a request of the HTTP server into a WebSocket. Undefined for a request of another server. */
export function openedByHttp(request: Request): UpgradedSocket | undefined {
  return handshakes.get(request)?.open();
}

/** A request that asks for a WebSocket. */
export class Handshake {
  #socket: HttpSocket | undefined;

  constructor(
    request: Request,
    private readonly from: {
      message: IncomingMessage;
      transport: Duplex;
      head: Buffer;
      sockets: WebSocketServer;
    },
  ) {
    handshakes.set(request, this);
    from.transport.once("close", () => this.#socket?.failed());
  }

  /** The socket opens once `finish` gets its response. Throws a TypeError if the handshake is incomplete. */
  open(): UpgradedSocket {
    const { method, headers } = this.from.message;
    const isWhole = method === "GET" && headers["sec-websocket-version"] === "13" &&
      KEY.test(headers["sec-websocket-key"] ?? "");
    if (!isWhole) throw new TypeError("The WebSocket handshake is incomplete");
    this.#socket = new HttpSocket();
    return { socket: this.#socket, response: new SwitchingProtocols() };
  }

  /** Opens the socket that `open` promised. False if `response` is another answer, which is still to be sent. */
  finish(response: Response): boolean {
    const socket = this.#socket;
    if (socket === undefined || response.status !== SWITCHING) {
      socket?.failed();
      return false;
    }
    const { message, transport, head, sockets } = this.from;
    const addHeaders = (lines: string[]) => {
      response.headers.forEach((value, name) => {
        if (!OWN.has(name)) lines.push(`${name}: ${value}`);
      });
    };
    sockets.once("headers", addHeaders);
    sockets.handleUpgrade(message, transport, head, (opened) => socket.opened(opened));
    sockets.off("headers", addHeaders);
    return true;
  }
}

/** The answer to a complete handshake; its headers are sent with the ones of the handshake. */
class SwitchingProtocols extends Response {
  override get status(): number {
    return SWITCHING;
  }
}

interface Goodbye {
  code: number | undefined;
  reason: string | undefined;
}

/** The server's end of a WebSocket, which opens when the handshake is answered. */
export class HttpSocket implements ServerSocket {
  readonly binaryType = "arraybuffer";
  onopen: ServerSocket["onopen"] = null;
  onmessage: ServerSocket["onmessage"] = null;
  onerror: ServerSocket["onerror"] = null;
  onclose: ServerSocket["onclose"] = null;
  #socket: WsSocket | undefined;
  #state: number = WebSocket.CONNECTING;
  /** A close before the socket is open; it still opens. */
  #early: Goodbye | undefined;

  get readyState(): number {
    return this.#socket?.readyState ?? this.#state;
  }

  get bufferedAmount(): number {
    return this.#socket?.bufferedAmount ?? 0;
  }

  send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#socket === undefined) throw new DOMException("The socket is not open yet", "InvalidStateError");
    this.#socket.send(data);
  }

  close(code?: number, reason?: string): void {
    if (this.#socket !== undefined) this.#socket.close(code, reason);
    else this.#early ??= { code, reason };
  }

  /** The handshake is answered. */
  opened(socket: WsSocket): void {
    this.#socket = socket;
    socket.binaryType = "arraybuffer";
    socket.on("message", (data: unknown, isBinary: boolean) => {
      this.onmessage?.(new MessageEvent("message", { data: isBinary ? data : String(data) }));
    });
    socket.on("error", (error: Error) => {
      this.onerror?.(new ErrorEvent("error", { message: error.message, cancelable: true }));
    });
    socket.on(
      "close",
      (code: number, reason: Uint8Array) => this.#closed(code, new TextDecoder().decode(reason)),
    );
    dropWhenSilent(socket);
    dropAfterError(socket);
    this.onopen?.(new Event("open"));
    if (this.#early !== undefined) socket.close(this.#early.code, this.#early.reason);
  }

  /** The handshake was refused, or the client has left. */
  failed(): void {
    if (this.#socket === undefined && this.#state === WebSocket.CONNECTING) this.#closed(1006, "");
  }

  #closed(code: number, reason: string): void {
    this.#state = WebSocket.CLOSED;
    this.onclose?.(new CloseEvent("close", { code, reason, wasClean: code !== 1006 }));
  }
}

/** Pings, and ends the connection when nothing has come since the ping before. */
function dropWhenSilent(socket: WsSocket): void {
  let hasReceived = true;
  const noteReceived = () => hasReceived = true;
  socket.on("message", noteReceived).on("ping", noteReceived).on("pong", noteReceived);
  const timer = setInterval(() => {
    if (!hasReceived) return socket.terminate();
    hasReceived = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, SOCKET_TIMEOUTS.pingMs);
  socket.on("close", () => clearInterval(timer));
}

/** Reads no more of a client that broke a limit or the protocol, and ends the connection soon. */
function dropAfterError(socket: WsSocket): void {
  socket.on("error", () => {
    const timers = [
      setTimeout(() => socket.pause()),
      setTimeout(() => socket.terminate(), SOCKET_TIMEOUTS.lastWordMs),
    ];
    socket.on("close", () => timers.forEach(clearTimeout));
  });
}
