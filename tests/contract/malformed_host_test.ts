import { assertEquals, assertStringIncludes } from "@std/assert";
import { createStandbyApp } from "../../cluster/standby_app.ts";
import { type App, createApp } from "../../routes/app.ts";
import { testApp } from "./support.ts";

/** Serves the app on a port and sends it texts over a socket, as no HTTP client would. */
async function served(app: App, ask: (send: (head: string) => Promise<string>) => Promise<void>) {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (request, info) => app.fetch(request, info),
  );
  try {
    await ask((head) => answerTo(head, server.addr.port));
  } finally {
    await server.shutdown();
  }
}

/** The whole answer to a request, whose connection the server closes. */
async function answerTo(head: string, port: number): Promise<string> {
  using connection = await Deno.connect({ port, hostname: "127.0.0.1" });
  await connection.write(new TextEncoder().encode(`${head}\r\nConnection: close\r\n\r\n`));
  return await new Response(connection.readable).text();
}

function status(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
}

/** With the target `/healthz`, each would name another path, or a host that is none. */
const MALFORMED = [
  "evil/metrics?",
  "evil/metrics#",
  "evil/../x",
  "localhost/",
  "localhost\\x",
  "user@localhost",
  "user:secret@localhost",
  "a b",
  "a\tb",
  "a, b",
  "a%2fb",
  "<b>",
  ".",
  "a..b",
  "[::1",
  "[::1]x",
  "localhost:abc",
  "localhost:99999",
  "localhost:80:80",
  "x".repeat(300),
];

Deno.test("a Host header that is no host is refused with 400, whatever the path", async () => {
  await using test = await testApp({ metrics: { token: null, families: () => [] } });
  await served(createApp(test.deps), async (send) => {
    for (const host of MALFORMED) {
      for (const path of ["/healthz", "/metrics", "/api/packages", "/"]) {
        assertEquals(
          status(await send(`GET ${path} HTTP/1.1\r\nHost: ${host}`)),
          400,
          `${path} of "${host}"`,
        );
      }
    }
    assertEquals(status(await send("GET /healthz HTTP/1.1\r\nHost:")), 400, "an empty one");
    assertEquals(status(await send("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b")), 400, "two of them");
    const answer = await send("GET /api/packages HTTP/1.1\r\nHost: evil/api/x?");
    assertStringIncludes(answer, '"error_code":"VALIDATION_FAILED"');
    assertStringIncludes(answer, '"path":"Host"');
  });
});

Deno.test("a target with a host of its own is refused when Host names another", async () => {
  await using test = await testApp();
  await served(createApp(test.deps), async (send) => {
    const asked = async (target: string, host: string) =>
      status(await send(`GET ${target} HTTP/1.1\r\nHost: ${host}`));
    assertEquals(await asked("http://localhost/healthz", "evil.example"), 400);
    assertEquals(await asked("http://evil.example/healthz", "localhost"), 400);
    assertEquals(await asked("http://user@localhost/healthz", "evil.example"), 400);
    assertEquals(await asked("http://localhost/healthz", "localhost"), 200);
    assertEquals(await asked("http://LOCALHOST:80/healthz", "localhost"), 200);
  });
});

Deno.test("names, addresses and ports are hosts", async () => {
  await using test = await testApp();
  await served(createApp(test.deps), async (send) => {
    const hosts = [
      ...["localhost", "LOCALHOST:8000", "my_host-1.example.org", "example.org.", "xn--mller-kva.de:443"],
      ...["127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:65535", "[::ffff:127.0.0.1]:8000", "1.2.3.4:0"],
    ];
    for (const host of hosts) {
      assertEquals(status(await send(`GET /healthz HTTP/1.1\r\nHost: ${host}`)), 200, host);
    }
  });
});

Deno.test("a process that stands by refuses a malformed Host too", async () => {
  const app = createStandbyApp({
    metrics: { token: null, families: () => [] },
    log: () => {},
    trustProxy: 0,
    nextId: () => "id",
    leader: () => null,
    obstacle: () => null,
  });
  await served(app, async (send) => {
    assertEquals(status(await send("GET /readyz HTTP/1.1\r\nHost: evil/metrics?")), 400);
    assertEquals(status(await send("GET /api/packages HTTP/1.1\r\nHost: evil/readyz?")), 400);
    assertEquals(status(await send("GET /readyz HTTP/1.1\r\nHost: localhost")), 200);
  });
});
