/** Keeps connections to a server busy with one request each; parses just enough HTTP to count responses. */

export interface Load {
  port: number;
  path: string;
  headers?: Record<string, string>;
  connections: number;
}

/** The responses within the time; a status other than 200 is an error. */
export async function requestsFor(
  ms: number,
  { port, path, headers = {}, connections }: Load,
): Promise<number> {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const request = new TextEncoder().encode(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines}\r\n`);
  const until = performance.now() + ms;
  const counts = await Promise.all(Array.from({ length: connections }, async () => {
    using connection = await Deno.connect({ hostname: "127.0.0.1", port });
    connection.setNoDelay(true);
    const buffer = new Uint8Array(16_384);
    let count = 0;
    while (performance.now() < until) {
      await connection.write(request);
      await readAnswer(connection, buffer);
      count++;
    }
    return count;
  }));
  return counts.reduce((sum, count) => sum + count, 0);
}

const decoder = new TextDecoder();

async function readAnswer(connection: Deno.Conn, buffer: Uint8Array): Promise<void> {
  let length = 0;
  for (;;) {
    const read = await connection.read(buffer.subarray(length));
    if (read === null) throw new Error("The server closed the connection");
    length += read;
    const text = decoder.decode(buffer.subarray(0, length));
    const head = text.indexOf("\r\n\r\n");
    if (head < 0) continue;
    if (!text.startsWith("HTTP/1.1 200")) throw new Error(`The server answered ${text.slice(0, 200)}`);
    const body = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0);
    if (length >= head + 4 + body) return;
  }
}
