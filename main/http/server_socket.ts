// @ts-types="./ws.d.ts"
import type { WebSocket as WsSocket } from "ws";
import type { ServerSocket } from "../../routes/deps.ts";

/** A client without a message or an answer to a ping is dropped after twice this time. */
const PING_MS = 20_000;

/** How long the code of a close that the client caused by an error may take to reach it. */
const LAST_WORD_MS = 1_000;

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
  let hasHeard = true;
  const hear = () => hasHeard = true;
  socket.on("message", hear).on("ping", hear).on("pong", hear);
  const timer = setInterval(() => {
    if (!hasHeard) return socket.terminate();
    hasHeard = false;
    if (socket.readyState === WebSocket.OPEN) socket.ping();
  }, PING_MS);
  socket.on("close", () => clearInterval(timer));
}

/** Reads no more of a client that broke a limit or the protocol, and ends the connection soon. */
function dropAfterError(socket: WsSocket): void {
  socket.on("error", () => {
    const timers = [setTimeout(() => socket.pause()), setTimeout(() => socket.terminate(), LAST_WORD_MS)];
    socket.on("close", () => timers.forEach(clearTimeout));
  });
}
