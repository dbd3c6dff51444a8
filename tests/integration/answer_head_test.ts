import { assert, assertMatch } from "@std/assert";
import { runningSystem } from "../support/running_system.ts";

/** Beyond this Deno makes the room for an answer's head larger, and a small body then goes out with it. */
const DENO_ROOM_BYTES = 512;
/** What only an answer has that is the last of its connection. */
const CLOSING = "connection: close\r\n";

Deno.test("the head of every JSON answer under limits is so long that Deno sends a small body with it", async () => {
  await using on = await runningSystem({
    shards: 0,
    configuration: null,
    environment: { RATE_LIMIT_DEFAULT: "9" },
  });
  const { data: { key } } = await on.client.ok("POST", "/api/keys", { name: "key", role: "viewer" });
  const lines = { "/api/packages": 200, "/api/packages/1": 404, "/api/nothing": 404 };
  for (const [path, status] of Object.entries(lines)) {
    const head = await headOf(on.client.baseUrl + path, `authorization: Bearer ${key}`);
    assertMatch(head, new RegExp(`^HTTP/1.1 ${status} .*\r\ncontent-type: application/json\r\n`));
    const least = head.replace(CLOSING, "").replace(/(?<=[=-]|content-length: )\d+(?=[\r;])/g, "1");
    assert(least.length > DENO_ROOM_BYTES, `${path}: ${least.length} bytes\n${least}`);
  }
});

/** The head of the answer to a GET, as it comes over the wire. */
async function headOf(url: string, header: string): Promise<string> {
  const { hostname, port, pathname } = new URL(url);
  const connection = await Deno.connect({ hostname, port: Number(port) });
  const request = `GET ${pathname} HTTP/1.1\r\nhost: ${hostname}:${port}\r\n${header}\r\n${CLOSING}\r\n`;
  await connection.write(new TextEncoder().encode(request));
  const signal = AbortSignal.timeout(60_000), decoder = new TextDecoderStream();
  const text = (await Array.fromAsync(connection.readable.pipeThrough(decoder, { signal }))).join("");
  return text.slice(0, text.indexOf("\r\n\r\n") + 4);
}
