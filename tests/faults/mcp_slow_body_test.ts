import { assertMatch } from "@std/assert";
import { runningSystem } from "../support/running_system.ts";

Deno.test("a body to /mcp that stalls or trickles is refused", async () => {
  await using on = await runningSystem({ shards: 0, configuration: null });
  const { data: { key } } = await on.client.ok("POST", "/api/keys", { name: "key", role: "viewer" });
  const url = new URL(`${on.client.baseUrl}/mcp`);
  const head = [
    "POST /mcp HTTP/1.1",
    `host: ${url.host}`,
    `authorization: Bearer ${key}`,
    "content-type: application/json",
    "accept: application/json, text/event-stream",
    "content-length: 100000",
  ].join("\r\n");
  const answers = [false, true].map(async (trickles) => {
    using connection = await Deno.connect({ hostname: url.hostname, port: Number(url.port) });
    await connection.write(new TextEncoder().encode(`${head}\r\n\r\n{`));
    const trickle = trickles ? setInterval(() => connection.write(SPACE).catch(() => {}), 500) : undefined;
    const bound = setTimeout(() => connection.close(), 120_000);
    try {
      // Head and body may come one after the other.
      const decoder = new TextDecoder(), bytes = new Uint8Array(2_000);
      let answer = "";
      while (!/\r\n\r\n.*\}/s.test(answer)) {
        const length = await connection.read(bytes);
        if (length === null) break;
        answer += decoder.decode(bytes.subarray(0, length), { stream: true });
      }
      return answer;
    } finally {
      clearInterval(trickle);
      clearTimeout(bound);
    }
  });
  for (const answer of await Promise.all(answers)) {
    assertMatch(answer, /^HTTP\/1.1 400 /);
    assertMatch(answer, /The body did not arrive in time/);
  }
});

const SPACE = new TextEncoder().encode(" ");
