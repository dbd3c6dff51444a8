/** How the simulator's public address treats connections: `dropping` closes each at once, `refusing` does not listen. */
export type ListenMode = "open" | "dropping" | "refusing";

/** The public address. It hands every connection on to the server behind it, so that one can be cut at any time. */
export interface Listener {
  readonly port: number;
  /** Other than `open`: connections that stand are cut, too. A port that is taken meanwhile is waited for. */
  setMode(mode: ListenMode): void;
  /** Cuts the connection that the server sees as coming from this port; nothing more of its answer is sent. */
  cut(seenPort: number): void;
  close(): Promise<void>;
}

interface Passage {
  outer: Deno.TcpConn;
  inner: Deno.TcpConn;
}

const MAX_CONNECTIONS = 2_000;
const LISTEN_AGAIN_MS = 100;
const BUFFER_BYTES = 65_536;
const SERVER_HOST = "127.0.0.1";

export interface ListenAddress {
  hostname: string;
  /** 0: any free one. */
  port: number;
  serverPort: number;
  /** Connections at a time; more are closed at once. Default 2,000. */
  mostConnections?: number;
}

export function openListener(place: ListenAddress): Listener {
  const most = place.mostConnections ?? MAX_CONNECTIONS;
  const passages = new Map<number, Passage>();
  const running = new Set<Promise<void>>();
  let mode: ListenMode = "open";
  let listenAgain: ReturnType<typeof setTimeout> | undefined;
  let listener: Deno.TcpListener | undefined = Deno.listen({ hostname: place.hostname, port: place.port });
  const { port } = listener.addr;
  const keep = (work: Promise<void>) => {
    running.add(work);
    work.finally(() => running.delete(work));
  };
  const pass = async (outer: Deno.TcpConn) => {
    const inner = await connected(outer, place.serverPort);
    if (inner === undefined) return;
    const seenPort = inner.localAddr.port;
    passages.set(seenPort, { outer, inner });
    await handOn({ outer, inner });
    passages.delete(seenPort);
  };
  const accept = async (from: Deno.TcpListener) => {
    for await (const outer of from) {
      // This loop is one of those that run.
      if (mode !== "open" || running.size > most) outer.close();
      else keep(pass(outer));
    }
  };
  const listen = () => {
    clearTimeout(listenAgain);
    if (listener !== undefined || mode === "refusing") return;
    try {
      listener = Deno.listen({ hostname: place.hostname, port });
      keep(accept(listener));
    } catch (error) {
      if (!(error instanceof Deno.errors.AddrInUse)) throw error;
      listenAgain = setTimeout(listen, LISTEN_AGAIN_MS);
    }
  };
  const stopListening = () => {
    clearTimeout(listenAgain);
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
      if (mode !== "open") passages.forEach(shut);
    },
    cut(seenPort) {
      const passage = passages.get(seenPort);
      if (passage !== undefined) shut(passage);
    },
    async close() {
      mode = "refusing";
      stopListening();
      passages.forEach(shut);
      await Promise.all(running);
    },
  };
}

/** A connection to the server; undefined, and the client's closed, when it does not take one. */
async function connected(outer: Deno.TcpConn, serverPort: number): Promise<Deno.TcpConn | undefined> {
  try {
    const inner = await Deno.connect({ hostname: SERVER_HOST, port: serverPort });
    for (const end of [outer, inner]) end.setNoDelay();
    return inner;
  } catch {
    closed(outer);
    return undefined;
  }
}

/** Both directions, until the server has ended or either side is gone. */
async function handOn(passage: Passage): Promise<void> {
  const asked = pump(passage.outer, passage.inner);
  await pump(passage.inner, passage.outer);
  shut(passage);
  await asked;
}

/** One direction; ends with its source, or quietly when a side is closed under it. */
async function pump(from: Deno.TcpConn, to: Deno.TcpConn): Promise<void> {
  const buffer = new Uint8Array(BUFFER_BYTES);
  try {
    for (let read = await from.read(buffer); read !== null; read = await from.read(buffer)) {
      for (let sent = 0; sent < read;) sent += await to.write(buffer.subarray(sent, read));
    }
    await to.closeWrite();
  } catch {
    // The other side is gone: what ends this connection is seen where it is read.
  }
}

function shut({ outer, inner }: Passage): void {
  closed(outer);
  closed(inner);
}

function closed(conn: Deno.TcpConn): void {
  try {
    conn.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BadResource)) throw error;
  }
}
