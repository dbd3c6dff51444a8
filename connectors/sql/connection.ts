import type { Socket } from "node:net";
// @ts-types="./pg.d.ts"
import pg from "pg";
import { checkedSocket, tlsOptions } from "../checked_socket.ts";
import type { PinningGuard } from "../outbound.ts";
import { CONNECT_MS, GOODBYE_MS, STATEMENT_SECONDS } from "./limits.ts";
import type { SqlConfig } from "./settings.ts";

export interface ServerAccess {
  server: Pick<SqlConfig, "host" | "port" | "database" | "user" | "tls" | "ca" | "time_zone">;
  password: string;
  outbound: PinningGuard;
}

/** What a query has found: texts as the server writes them, and the type of each column by its number. */
export interface Found {
  rows: (string | null)[][];
  types: number[];
}

/** One connection, whose session only reads. Errors are as the driver and the server tell them. */
export class Connection {
  /** It cannot be used any more. */
  isLost = false;
  /** It has answered before, so it may have been lost since. */
  isUsed = false;

  private constructor(
    private readonly client: pg.Client,
    private readonly socket: Socket,
    private readonly access: ServerAccess,
  ) {
    client.on("error", () => void (this.isLost = true));
    client.on("end", () => void (this.isLost = true));
  }

  static async open(access: ServerAccess, signal: AbortSignal): Promise<Connection> {
    const { server: { host, port, database, user, time_zone }, password } = access;
    const socket = await openSocket(access, signal);
    const client = new pg.Client({
      ...{ host, port, database, user, password, application_name: "andon" },
      ...overSocket(access, socket),
    });
    const connection = new Connection(client, socket, access);
    const timer = setTimeout(() => socket.destroy(new Error("no answer came in time")), CONNECT_MS);
    const onAbort = () => socket.destroy(new Error("the connection was given up"));
    signal.addEventListener("abort", onAbort);
    try {
      await client.connect();
      await connection.query(
        "SELECT set_config('default_transaction_read_only', 'on', false), " +
          "set_config('statement_timeout', $1, false), set_config('TimeZone', $2, false), " +
          "set_config('extra_float_digits', '3', false)",
        [String(STATEMENT_SECONDS * 1_000), time_zone],
      );
      connection.isUsed = false;
      return connection;
    } catch (error) {
      connection.destroy();
      signal.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  async query(text: string, values: readonly unknown[]): Promise<Found> {
    const { rows, fields } = await this.client.query({ text, values, rowMode: "array", types: AS_TEXT });
    this.isUsed = true;
    return { rows, types: fields.map(({ dataTypeID }) => dataTypeID) };
  }

  /** Ends the query under way at the server, by another connection as the protocol has it, and this connection. */
  async cancel(stop: AbortSignal): Promise<void> {
    const { access, client: { processID, secretKey } } = this;
    const { server: { host, port, tls } } = access;
    this.destroy();
    const socket = await openSocket(access, stop);
    const { promise, resolve } = Promise.withResolvers<void>();
    const canceller = new pg.Connection(overSocket(access, socket));
    canceller.on("error", () => resolve());
    canceller.on("end", resolve);
    canceller.on("connect", () => tls ? canceller.requestSsl() : canceller.cancel(processID, secretKey));
    canceller.on("sslconnect", () => canceller.cancel(processID, secretKey));
    const onAbort = () => resolve();
    stop.addEventListener("abort", onAbort);
    canceller.connect(port, host);
    await promise;
    stop.removeEventListener("abort", onAbort);
    socket.destroy();
  }

  destroy(): void {
    this.isLost = true;
    this.socket.destroy();
  }

  /** Says good-bye, if the server is there to hear it. */
  async close(): Promise<void> {
    const { promise: late, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, GOODBYE_MS);
    if (!this.isLost) await Promise.race([this.client.end().catch(() => {}), late]);
    clearTimeout(timer);
    this.destroy();
  }
}

/** Values stay as the server writes them; who reads them knows what they are. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

function openSocket({ server, outbound }: ServerAccess, signal: AbortSignal): Promise<Socket> {
  const { host, port, tls } = server;
  return checkedSocket({
    server: { host, port, plain: tls ? null : "PostgreSQL" },
    // The protocol begins without TLS and then asks for it.
    tls: null,
    outbound,
    connectMs: CONNECT_MS,
    signal,
  });
}

/** The driver connects the socket that it is given: this one is connected already. */
function overSocket({ server: { host, tls, ca } }: ServerAccess, socket: Socket) {
  const stream = Object.assign(socket, {
    connect() {
      queueMicrotask(() => socket.emit("connect"));
      return socket;
    },
  });
  return { ssl: tls ? tlsOptions(host, { ca }) : false as const, stream: () => stream };
}
