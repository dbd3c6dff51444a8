/** Talks on one connection: is called with each line that arrives. */
type Talk = (write: (text: string) => void, close: () => void) => (line: string) => void;

export interface RawReceiver extends AsyncDisposable {
  port: number;
  /** All lines that came on all connections. */
  lines: string[];
}

/** A TCP server on loopback that says what a test wants to hear. */
// deno-lint-ignore require-await
export async function rawReceiver(talk: Talk): Promise<RawReceiver> {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const lines: string[] = [];
  const open = new Set<Deno.TcpConn>();
  const ended: Promise<void>[] = [];
  const serving = (async () => {
    for await (const connection of listener) {
      open.add(connection);
      ended.push(serve(connection, { talk, lines }).finally(() => open.delete(connection)));
    }
  })();
  return {
    port: listener.addr.port,
    lines,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) tryClose(connection);
      await serving.catch(() => {});
      await Promise.all(ended);
    },
  };
}

async function serve(
  connection: Deno.TcpConn,
  { talk, lines }: { talk: Talk; lines: string[] },
): Promise<void> {
  const write = (text: string) => void connection.write(new TextEncoder().encode(text)).catch(() => {});
  const hear = talk(write, () => tryClose(connection));
  let rest = "";
  try {
    const decoder = new TextDecoderStream();
    for await (const text of connection.readable.pipeThrough(decoder)) {
      const found = (rest + text).split("\r\n");
      rest = found.pop() ?? "";
      for (const line of found) {
        lines.push(line);
        hear(line);
      }
    }
  } catch {
    // The other end, or the test, closed the connection.
  } finally {
    tryClose(connection);
  }
}

function tryClose(connection: Deno.TcpConn): void {
  try {
    connection.close();
  } catch {
    // It is closed already.
  }
}
