import { assert, assertEquals, assertMatch } from "@std/assert";
import type { ConnectionLimits } from "../../http/connection_table.ts";
import { HTTP_TIMEOUTS, HttpServer } from "../../http/http_server.ts";
import { readTlsPair } from "../../main/tls.ts";
import { AndonProcess } from "../support/andon_process.ts";
import { eventually } from "../support/eventually.ts";
import { RawConnection } from "../support/raw_connection.ts";

const OPEN_FILES = 256;
const SILENT = 600;

const metric = (text: string, name: string) =>
  Number(new RegExp(`^${name} (\\d+)$`, "m").exec(text)?.[1] ?? NaN);

Deno.test("more silent connections than the process may have open do not end it, and health is answered", async () => {
  const dataDir = await Deno.makeTempDir();
  try {
    await using andon = await AndonProcess.start({ dataDir, allow: "127.0.0.1", openFiles: OPEN_FILES });
    using all = new DisposableStack();
    const connections: RawConnection[] = [];
    for (let i = 0; i < SILENT; i++) connections.push(all.use(await RawConnection.open(andon.port)));
    for (const path of ["/healthz", "/readyz", "/leaderz"]) {
      const answer = await fetch(andon.baseUrl + path, { headers: { connection: "close" } });
      assertEquals([path, answer.status], [path, 200]);
      await answer.body?.cancel();
    }
    const text = await (await fetch(`${andon.baseUrl}/metrics`)).text();
    const open = metric(text, "andon_connections");
    assert(open <= OPEN_FILES / 2, `${open} connections are open`);
    assert(metric(text, "andon_connections_evicted_total") >= SILENT - OPEN_FILES / 2, text);
    await eventually(
      "the connections that made room are closed",
      () => connections.filter(({ isClosed }) => isClosed).length >= SILENT - OPEN_FILES / 2,
    );
    assertEquals(await andon.stop(), 0);
  } finally {
    await Deno.remove(dataDir, { recursive: true });
  }
});

Deno.test("connections and unfinished heads may wait for 30 s, requests for a minute", () => {
  assertEquals(HTTP_TIMEOUTS, {
    idleMs: 30_000,
    requestMs: 60_000,
    lingerMs: 5_000,
    handshakeMs: 10_000,
    unreadMs: 60_000,
    lastRequestsMs: 300,
    lastSocketsMs: 1_000,
    sweepMs: 1_000,
  });
});

const QUICK = {
  ...HTTP_TIMEOUTS,
  idleMs: 2_000,
  requestMs: 3_000,
  lingerMs: 1_000,
  handshakeMs: 1_000,
  unreadMs: 1_000,
};
/** Where nothing waits for a limit of time: none is met on a busy machine. */
const PATIENT = { ...HTTP_TIMEOUTS, lingerMs: 60_000 };
const FREE: ConnectionLimits = { all: 1_000, perAddress: null };

interface Serving extends AsyncDisposable {
  server: HttpServer;
  port: number;
  open(first?: string): Promise<RawConnection>;
  log: string[];
  /** Requests, in the order in which they began. */
  begun: Request[];
}

const PIECE = new Uint8Array(64 * 1024);
const INSIDE = new TypeError("the program's inside");

/**
 * A server that echoes bodies under /echo, never answers /never, never ends /endless, sends only the first piece of the
 * JSON of /pieces, fails within the answer of /fails, and refuses all else with 401.
 */
async function serving(limits = FREE, { tls = false, timeouts = QUICK } = {}): Promise<Serving> {
  const log: string[] = [];
  const begun: Request[] = [];
  const file = (name: string) => new URL(`../support/tls/${name}`, import.meta.url).pathname;
  const pair = { certFile: file("localhost.cert.pem"), keyFile: file("localhost.key.pem") };
  const server = await HttpServer.listen({ host: "127.0.0.1", port: 0 }, {
    tls: tls ? readTlsPair(pair) : null,
    limits,
    timeouts,
    mostMessageBytes: 1_000,
    log: (_level, message, fields) => log.push(`${message} ${JSON.stringify(fields)}`),
  });
  const ending = Promise.withResolvers<Response>();
  server.serve(async (request) => {
    const { pathname } = new URL(request.url);
    begun.push(request);
    if (pathname === "/never") return await ending.promise;
    if (pathname === "/endless") return new Response(new ReadableStream({ pull: (to) => to.enqueue(PIECE) }));
    if (pathname === "/pieces") {
      const start = (to: ReadableStreamDefaultController) =>
        to.enqueue(new TextEncoder().encode('{"first":'));
      const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
      return new Response(new ReadableStream({ start }), { headers });
    }
    if (pathname === "/fails") {
      return new Response(new ReadableStream({ pull: () => Promise.reject(INSIDE) }));
    }
    if (pathname !== "/echo") return Response.json({ refused: true }, { status: 401 });
    return new Response(await request.text().catch(() => "broken off"));
  });
  const all = new DisposableStack();
  const { port } = server.addr;
  return {
    server,
    port,
    log,
    begun,
    open: async (first) => all.use(await RawConnection.open(port, first)),
    async [Symbol.asyncDispose]() {
      all.dispose();
      ending.resolve(new Response("late"));
      await server.shutdown();
    },
  };
}

/** Sends a piece again and again until the server has closed the connection. */
async function drip(connection: RawConnection, piece: string): Promise<void> {
  await eventually("the server closes the connection", async () => {
    await connection.send(piece);
    return connection.isClosed;
  });
}

const head = (line: string, more = "") => `${line} HTTP/1.1\r\nHost: andon\r\n${more}\r\n`;

Deno.test("idle connections are closed: silent ones, and kept ones after their request", async () => {
  await using on = await serving();
  const [silent, kept] = [await on.open(), await on.open(head("GET /kept"))];
  await eventually("both are closed", () => silent.isClosed && kept.isClosed);
  assertEquals([silent.text.startsWith("HTTP/1.1 408 "), kept.status], [true, 401]);
});

Deno.test("a head that never ends is closed, also after an earlier request", async () => {
  await using on = await serving();
  const endless = await on.open("GET / HTTP/1.1\r\nHost: andon\r\n");
  const later = await on.open(head("GET /first") + "GET / HTTP/1.1\r\nHost: andon\r\n");
  await Promise.all([drip(endless, "X-A: b\r\n"), drip(later, "X-A: b\r\n")]);
});

Deno.test("a body that never ends is closed: one that is read, and one that a refused request still sends", async () => {
  await using on = await serving();
  const read = await on.open(head("POST /echo", "Content-Length: 100000\r\n"));
  const refused = await on.open(head("POST /refused", "Content-Length: 100000\r\n"));
  const chunked = await on.open(head("POST /refused", "Transfer-Encoding: chunked\r\n"));
  const neverRead = await on.open(head("POST /never", "Content-Length: 100000\r\n"));
  await Promise.all([drip(read, "x"), drip(refused, "x"), drip(chunked, "1\r\nx\r\n"), drip(neverRead, "x")]);
  assertEquals([refused.status, chunked.status], [401, 401]);
  await eventually("no connection is left", () => on.server.table.size === 0);
});

Deno.test("a body that ends soon after its refusal leaves the connection open for the next request", async () => {
  await using on = await serving(FREE, { timeouts: PATIENT });
  const connection = await on.open(head("POST /refused", "Content-Length: 10\r\n") + "12345");
  await eventually("it is refused", () => connection.status === 401);
  await connection.send("67890" + head("POST /echo", "Content-Length: 2\r\n") + "ab");
  await eventually("the next one is answered", () => connection.text.endsWith("ab"));
});

Deno.test("a refused body may take the time that the table allows, and its connection serves on", async () => {
  await using on = await serving(FREE, { timeouts: { ...QUICK, lingerMs: 60_000, requestMs: 60_000 } });
  const connection = await on.open(head("POST /refused", "Transfer-Encoding: chunked\r\n"));
  await eventually("it is refused", () => connection.status === 401);
  const sinceMs = performance.now();
  await eventually("the body takes longer than a connection may be idle", async () => {
    await connection.send("1\r\nx\r\n");
    return performance.now() - sinceMs > QUICK.idleMs;
  });
  await connection.send("0\r\n\r\n" + head("POST /echo", "Content-Length: 2\r\n") + "ab");
  await eventually("the next one is answered", () => connection.text.endsWith("ab"));
});

Deno.test("an answer that fails ends its connection, and tells nothing of the reason", async () => {
  await using on = await serving();
  const connection = await on.open(head("GET /fails"));
  await eventually("the connection is closed", () => connection.isClosed);
  assert(!connection.text.includes(INSIDE.message), connection.text);
});

Deno.test("JSON that is marked as chunked is sent piece by piece", async () => {
  await using on = await serving();
  const connection = await on.open(head("GET /pieces"));
  await eventually("the first piece arrives", () => connection.text.endsWith('{"first":\r\n'));
});

Deno.test("a client that reads nothing of its answer is disconnected", async () => {
  await using on = await serving();
  using client = await Deno.connect({ hostname: "127.0.0.1", port: on.port });
  await client.write(new TextEncoder().encode(head("GET /endless")));
  await eventually("it has begun", () => on.begun.length === 1);
  await eventually("no connection is left", () => on.server.table.size === 0);
});

Deno.test("a TLS handshake that never begins is closed", async () => {
  await using on = await serving(FREE, { tls: true });
  const silent = await on.open();
  await eventually("it is closed", () => silent.isClosed);
  await eventually("it is not counted", () => on.server.table.size === 0);
});

Deno.test("beyond the limit a connection is closed at once, and counted in one line of the log", async () => {
  await using on = await serving({ all: 3, perAddress: null }, { timeouts: PATIENT });
  const most = 3 + 16;
  const busy = await Promise.all(Array.from({ length: most }, () => on.open(head("GET /never"))));
  await eventually("all are under way", () => on.server.connections().open === most);
  const refused = await Promise.all([on.open(), on.open(), on.open()]);
  await eventually("they are closed", () => refused.every(({ isClosed }) => isClosed));
  assertEquals(refused.map(({ text }) => text), ["", "", ""]);
  assertEquals(on.server.connections().refusedByTotal, 3);
  assert(busy.every(({ isClosed }) => !isClosed));
  await eventually("it is in the log", () => on.log.length > 0);
  assertMatch(on.log.join("\n"), /^Connections were refused \{"refused":3,"refused_by_total":3,[^\n]*$/);
});

Deno.test("requests that do not wait for their answers are answered in order, and not without end", async () => {
  await using on = await serving();
  const body = (text: string) => head("POST /echo", "Content-Length: 1\r\n") + text;
  const few = await on.open(body("1") + body("2") + body("3"));
  await eventually("all are answered", () => few.text.match(/\r\n\r\n\d/g)?.length === 3);
  assertEquals(few.text.match(/\r\n\r\n\d/g)?.map((end) => end.trim()), ["1", "2", "3"]);
  const many = await on.open(head("GET /never").repeat(100));
  await eventually("the connection is closed", () => many.isClosed);
});

Deno.test("a client that leaves ends its request: the signal aborts", async () => {
  await using on = await serving();
  const connection = await on.open(head("GET /never"));
  await eventually("it has begun", () => on.begun.length === 1);
  const { signal } = on.begun[0];
  assertEquals(signal.aborted, false);
  await connection.endSending();
  await eventually("it is aborted", () => signal.aborted);
  await eventually("no connection is left", () => on.server.table.size === 0);
});

Deno.test("shutdown() lets a request under way end, and closes idle connections", async () => {
  await using on = await serving(FREE, { timeouts: PATIENT });
  const [idle, busy] = [await on.open(), await on.open(head("POST /echo", "Content-Length: 2\r\n"))];
  await eventually("it has begun", () => on.begun.length === 1);
  const down = on.server.shutdown();
  await eventually("the idle one is closed", () => idle.isClosed);
  await busy.send("ab");
  await down;
  await eventually("the busy one is answered", () => busy.isClosed);
  assertMatch(busy.text, /^HTTP\/1.1 200 [^]*ab$/);
  assertMatch(busy.text, /^connection: close\r$/im);
});
