import { Duplex } from "node:stream";
import type { buildConnector } from "undici";
import { sleep } from "../../concurrency/sleep.ts";
import { joinedBytes } from "../../domain/shared/bytes.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { MEMBER_NAME } from "../internal_tls.ts";

export interface TlsConnectorOptions {
  /** The certificate to trust, PEM. */
  ca: string;
  /** How long a connection may take to open. */
  withinMs: Ms;
}

type Callback = (error: Error | null, stream: TlsStream | null) => void;

/**
 * Opens undici's connections with Deno's own TLS: a socket of Deno's `node:tls` that is paused for back-pressure does
 * not resume.
 */
export function tlsConnector(options: TlsConnectorOptions): buildConnector.connector {
  const connect = ({ hostname, port }: buildConnector.Options, callback: Callback): void => {
    const bare = hostname.replace(/^\[(.*)\]$/, "$1");
    void opened({ hostname: bare, port: Number(port), ...options })
      .then((connection) => callback(null, new TlsStream(connection)), (error) => callback(error, null));
  };
  // undici's types name a socket, but it uses no more of it than a duplex stream.
  return connect as unknown as buildConnector.connector;
}

/** Throws once it takes too long; a connection that comes later is closed. */
async function opened(
  { hostname, port, ca, withinMs }: TlsConnectorOptions & { hostname: string; port: number },
): Promise<Deno.TlsConn> {
  const over = new AbortController();
  const connecting = connected({ hostname, port, ca });
  const late = sleep(withinMs, over.signal).then(() => Promise.reject(new Error("The connection timed out")));
  try {
    return await Promise.race([connecting, late]);
  } catch (error) {
    connecting.then((connection) => connection.close(), () => {});
    throw error;
  } finally {
    over.abort();
  }
}

/** Without delay: a request is written in one piece, and its answer is waited for. */
async function connected({ hostname, port, ca }: { hostname: string; port: number; ca: string }) {
  const plain = await Deno.connect({ hostname, port });
  plain.setNoDelay();
  const connection = await Deno.startTls(plain, { hostname: MEMBER_NAME, caCerts: [ca] });
  try {
    await connection.handshake();
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

const READ_BYTES = 64 * 1024;

/** A connection as a stream of Node's: reads when somebody wants more. */
class TlsStream extends Duplex {
  readonly #buffer = new Uint8Array(READ_BYTES);

  constructor(private readonly connection: Deno.TlsConn) {
    super({ allowHalfOpen: false });
  }

  override _read(): void {
    this.connection.read(this.#buffer).then(
      (length) => void this.push(length === null ? null : this.#buffer.slice(0, length)),
      (error) => void this.destroy(error),
    );
  }

  override _write(chunk: Uint8Array, _encoding: string, done: (error?: Error | null) => void): void {
    writeAll(this.connection, chunk).then(() => done(), done);
  }

  /** A request's head and its body, in one record. */
  override _writev(chunks: { chunk: Uint8Array }[], done: (error?: Error | null) => void): void {
    writeAll(this.connection, joinedBytes(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.connection.close();
    done(error);
  }

  /** undici keeps the process running only for connections in use; this one does not keep it running at all. */
  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

async function writeAll(connection: Deno.TlsConn, bytes: Uint8Array): Promise<void> {
  for (let written = 0; written < bytes.length;) written += await connection.write(bytes.subarray(written));
}
