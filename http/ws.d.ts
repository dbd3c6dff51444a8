/** The part of the package ws that the HTTP server uses. */
import type { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

export interface WebSocket {
  readonly readyState: number;
  readonly bufferedAmount: number;
  binaryType: "arraybuffer";
  on(event: "message", listen: (data: ArrayBuffer | Buffer, isBinary: boolean) => void): this;
  on(event: "error", listen: (error: Error) => void): this;
  on(event: "close", listen: (code: number, reason: Buffer) => void): this;
  on(event: "ping" | "pong", listen: () => void): this;
  send(data: string | Uint8Array): void;
  close(code?: number, reason?: string): void;
  ping(): void;
  /** Reads no more from the connection. */
  pause(): void;
  /** Closes the connection without a closing handshake. */
  terminate(): void;
}

export interface WebSocketServerOptions {
  noServer: true;
  clientTracking: boolean;
  perMessageDeflate: boolean;
  /** Bytes of a message with all its fragments; more close the socket with 1009. */
  maxPayload: number;
  /** How long a closing handshake may take, ms. */
  closeTimeout: number;
  /** Chooses among the subprotocols that a client offers; false: none. */
  handleProtocols(): false;
}

export class WebSocketServer {
  constructor(options: WebSocketServerOptions);
  once(event: "headers", listen: (lines: string[]) => void): this;
  off(event: "headers", listen: (lines: string[]) => void): this;
  handleUpgrade(
    message: IncomingMessage,
    transport: Duplex,
    head: Buffer,
    opened: (socket: WebSocket) => void,
  ): void;
}
