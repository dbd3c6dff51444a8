/** How the public address treats connections: `dropping` closes each at once, `refusing` does not listen. */
export type ListenMode = "open" | "dropping" | "refusing";

/** The public address: a TCP relay to the server behind it, so that connections can be dropped at any time. */
export interface Listener {
  readonly port: number;
  /** Any mode but `open` also closes existing connections. Listening again waits while the port is in use. */
  setMode(mode: ListenMode): void;
  /** Drops the connection that reaches the server from this port; the rest of its response is lost. */
  dropConnection(peerPort: number): void;
  close(): Promise<void>;
}

interface Relay {
  outer: Deno.TcpConn;
  inner: Deno.TcpConn;
}

const MAX_CONNECTIONS = 2_000;
const LISTEN_RETRY_MS = 100;
const BUFFER_BYTES = 65_536;
const SERVER_HOST = "127.0.0.1";

export interface ListenAddress {
  hostname: string;
  /** 0: any free one. */
  port: number;
  serverPort: number;
  /** Limit of simultaneous connections; more are closed at once. Default 2,000. */
  maxConnections?: number;
}

export function openListener(address: ListenAddress): Listener {
  const maxConnections = address.maxConnections ?? MAX_CONNECTIONS;
  const relays = new Map<number, Relay>();
  const running = new Set<Promise<void>>();
  let mode: ListenMode = "open";
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let listener: Deno.TcpListener | undefined = Deno.listen({
    hostname: address.hostname,
    port: address.port,
  });
  const { port } = listener.addr;
  const keep = (work: Promise<void>) => {
    running.add(work);
    work.finally(() => running.delete(work));
  };
  const serveConnection = async (outer: Deno.TcpConn) => {
    const inner = await connectToServer(outer, address.serverPort);
    if (inner === undefined) return;
    const peerPort = inner.localAddr.port;
    relays.set(peerPort, { outer, inner });
    await relayBothWays({ outer, inner });
    relays.delete(peerPort);
  };
  const accept = async (from: Deno.TcpListener) => {
    for await (const outer of from) {
      // `running` includes this accept loop itself.
      if (mode !== "open" || running.size > maxConnections) outer.close();
      else keep(serveConnection(outer));
    }
  };
  const listen = () => {
    clearTimeout(retryTimer);
    if (listener !== undefined || mode === "refusing") return;
    try {
      listener = Deno.listen({ hostname: address.hostname, port });
      keep(accept(listener));
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      retryTimer = setTimeout(listen, LISTEN_RETRY_MS);
    }
  };
  const stopListening = () => {
    clearTimeout(retryTimer);
    listener?.close();
    listener = undefined;
  };
  keep(accept(listener));
  return {
    port,
    setMode(next) {
      if (next === mode) return;
      mode = next;
      if (mode === "refusing") stopListening();
      else listen();
      if (mode !== "open") relays.forEach(closeRelay);
    },
    dropConnection(peerPort) {
      const relay = relays.get(peerPort);
      if (relay !== undefined) closeRelay(relay);
    },
    async close() {
      mode = "refusing";
      stopListening();
      relays.forEach(closeRelay);
      await Promise.all(running);
    },
  };
}

/** Connects to the server; when that fails, closes the client's connection and returns undefined. */
async function connectToServer(outer: Deno.TcpConn, serverPort: number): Promise<Deno.TcpConn | undefined> {
  try {
    const inner = await Deno.connect({ hostname: SERVER_HOST, port: serverPort });
    for (const end of [outer, inner]) end.setNoDelay();
    return inner;
  } catch {
    closeQuietly(outer);
    return undefined;
  }
}

/** Relays both directions until the server has finished or either side closes. */
async function relayBothWays(relay: Relay): Promise<void> {
  const requests = pump(relay.outer, relay.inner);
  await pump(relay.inner, relay.outer);
  closeRelay(relay);
  await requests;
}

/** Relays one direction until its source ends or either side closes. */
async function pump(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(BUFFER_BYTES);
  try {
    for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
      for (let sent = 0; sent < read;) sent += await to.write(buffer.subarray(sent, read));
    }
    await to.closeWrite();
  } catch {
    // One side has closed; the read of the other direction ends the relay.
  }
}

function closeRelay({ outer, inner }: Relay): void {
  closeQuietly(outer);
  closeQuietly(inner);
}

function closeQuietly(conn: Deno.TcpConn): void {
  try {
    conn.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
