import type { IncomingMessage } from "node:http";
import type { Buffer } from "node:buffer";
import type { Duplex } from "node:stream";
// @ts-types="./ws.d.ts"
import { WebSocketServer } from "ws";
import type { UpgradedSocket } from "../../routes/deps.ts";
import { HttpSocket } from "./server_socket.ts";

const SWITCHING = 101;
/** How long a client may take to answer a close. */
const CLOSE_MS = 5_000;
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
    closeTimeout: CLOSE_MS,
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
