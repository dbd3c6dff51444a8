import { assertEquals, assertRejects } from "@std/assert";
import { createServer, type RequestListener } from "node:http";
import { gzipSync } from "node:zlib";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import { createOutboundFetch } from "../../connectors/outbound_fetch.ts";
import { inTime } from "../support/eventually.ts";
import { freePort } from "../support/free_port.ts";

const FAR_AWAY_MS = 600_000;

/** What a server answers, and the guarded `fetch` that asks it. */
async function asked<T>(
  listener: RequestListener,
  body: (send: typeof fetch, url: string) => Promise<T>,
): Promise<T> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const { fetch, close } = createOutboundFetch({
    outbound: createOutboundGuard({ allow: "127.0.0.1", alwaysAllow: [] }),
    proxy: { https: null, http: null, no: "" },
    connectMs: FAR_AWAY_MS,
  });
  try {
    return await inTime("the answer", body(fetch, `http://127.0.0.1:${port}/`));
  } finally {
    await close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

for (const [how, headers] of [["with a length", { "content-length": "100" }], ["in chunks", {}]] as const) {
  Deno.test(`a body ${how} that breaks off fails`, async () => {
    await asked((_, answer) => {
      answer.writeHead(200, headers);
      answer.write("half", () => answer.destroy());
    }, async (send, url) => {
      const answer = await send(url);
      await assertRejects(() => answer.text(), TypeError, "terminated");
    });
  });
}

Deno.test("the signal ends a body that does not go on", async () => {
  await asked((_, answer) => void answer.write("half"), async (send, url) => {
    const ended = new AbortController();
    const answer = await send(url, { signal: ended.signal });
    const reader = answer.body!.getReader();
    await reader.read();
    ended.abort(new Error("It took too long"));
    await assertRejects(() => reader.read(), Error, "It took too long");
  });
});

Deno.test("who stops to read a body ends its connection, and nothing else", async () => {
  const closed = Promise.withResolvers<void>();
  await asked((_, answer) => {
    answer.on("close", closed.resolve);
    answer.write("half");
  }, async (send, url) => {
    const reader = (await send(url)).body!.getReader();
    await reader.read();
    await reader.cancel();
    await closed.promise;
  });
});

Deno.test("a compressed body is inflated, and one that is not what it says fails", async () => {
  const answers = [gzipSync("the whole"), new TextEncoder().encode("no gzip")];
  await asked((_, answer) => {
    answer.writeHead(200, { "content-encoding": "gzip" });
    answer.end(answers.shift());
  }, async (send, url) => {
    assertEquals(await (await send(url)).text(), "the whole");
    await assertRejects(async () => await (await send(url)).text());
  });
});

Deno.test("a request is sent as it is, and a redirect is not followed", async () => {
  const seen: unknown[] = [];
  await asked((request, answer) => {
    const { method, url, headers } = request;
    let body = "";
    request.on("data", (piece) => body += piece).on("end", () => {
      seen.push([method, url, headers["x-own"], headers["content-type"], headers["content-length"], body]);
      if (method === "POST") {
        answer.writeHead(302, "Found", { location: "/there", "set-cookie": ["a=1", "b=2"] });
      }
      answer.statusCode = method === "POST" ? 302 : 204;
      answer.end();
    });
  }, async (send, url) => {
    const headers = { "x-own": "1", "content-type": "text/plain" };
    const { status, statusText, headers: given, url: of } = await send(url, {
      method: "POST",
      headers,
      body: "ä",
    });
    assertEquals([status, statusText, given.get("location"), given.getSetCookie(), of], [
      302,
      "Found",
      "/there",
      ["a=1", "b=2"],
      url,
    ]);
    const empty = await send(url, { method: "DELETE" });
    assertEquals([empty.status, empty.body], [204, null]);
  });
  assertEquals(seen, [["POST", "/", "1", "text/plain", "2", "ä"], [
    "DELETE",
    "/",
    undefined,
    undefined,
    undefined,
    "",
  ]]);
});

Deno.test("a status that is none fails", async () => {
  await asked((_, answer) => void answer.writeHead(999).end("body"), async (send, url) => {
    await assertRejects(() => send(url), TypeError, "999");
  });
});

Deno.test("a server that is not there is a TypeError with its cause, as of fetch", async () => {
  const port = freePort();
  await asked(() => {}, async (send) => {
    const error = await assertRejects(() => send(`http://127.0.0.1:${port}/`), TypeError);
    assertEquals((error.cause as { code?: string }).code, "ECONNREFUSED");
  });
});
