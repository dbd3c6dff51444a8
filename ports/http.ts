/** What a server passes to its handler besides the request. */
export interface RequestInfo {
  remoteAddr: { hostname: string };
}

export type RequestHandler = (request: Request, info: RequestInfo) => Response | Promise<Response>;

/** Connections since the start. */
export interface ConnectionCounts {
  accepted: number;
  /** Closed at once: the limit was reached and none of the open connections was idle. */
  refusedByTotal: number;
  refusedByAddress: number;
  /** Idle connections that were closed to make room for a new one. */
  evicted: number;
}

/** The open connections, and what happened to connections since the start. */
export interface ConnectionStats extends ConnectionCounts {
  open: number;
}

/** The server's end of a WebSocket, as far as it is used. Its states are those of WebSocket. */
export interface ServerSocket {
  readonly readyState: number;
  /** Bytes that are sent and not yet written to the connection. */
  readonly bufferedAmount: number;
  binaryType: BinaryType;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: Event) => void) | null;
  /** A text, or the bytes of a binary message as an ArrayBuffer. */
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

/** A WebSocket and the response that opens it. */
export interface UpgradedSocket {
  socket: ServerSocket;
  response: Response;
}
