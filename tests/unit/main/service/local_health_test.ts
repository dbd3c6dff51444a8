import { assertEquals } from "@std/assert";
import { localAddress, localStatus } from "../../../../main/service/local_health.ts";
import { freePort } from "../../../support/free_port.ts";

const TLS = new URL("../../../support/tls/", import.meta.url);

/** What is heard of a server that answers each path with the number in it. */
async function heard(tls: boolean): Promise<(number | undefined)[]> {
  const pair = tls
    ? {
      cert: await Deno.readTextFile(new URL("localhost.cert.pem", TLS)),
      key: await Deno.readTextFile(new URL("localhost.key.pem", TLS)),
    }
    : {};
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {}, ...pair },
    ({ url, headers }) =>
      new Response("body", {
        status: headers.get("host") === "localhost" ? Number(url.split("/").at(-1)) : 421,
      }),
  );
  const files = { certFile: "c", keyFile: "k" };
  const listening = { host: "0.0.0.0", port: server.addr.port, tls: tls ? files : null };
  try {
    return await Promise.all(
      [200, 503].map((code) => localStatus(listening, { path: `/${code}`, withinMs: 60_000 })),
    );
  } finally {
    await server.shutdown();
  }
}

Deno.test("Andon on all addresses is asked by loopback, over https with a certificate of any name", async () => {
  assertEquals([await heard(false), await heard(true)], [[200, 503], [200, 503]]);
});

Deno.test("nobody's port and a server that does not answer in time have no status", async () => {
  const nobody = { host: "127.0.0.1", port: freePort(), tls: null };
  assertEquals(await localStatus(nobody, { path: "/", withinMs: 60_000 }), undefined);
  const silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const listening = { ...nobody, port: (silent.addr as Deno.NetAddr).port };
  assertEquals(await localStatus(listening, { path: "/", withinMs: 50 }), undefined);
  silent.close();
});

Deno.test("the address is the one that a browser on this machine takes", () => {
  const files = { certFile: "c", keyFile: "k" };
  assertEquals(localAddress({ host: "0.0.0.0", port: 8000, tls: null }), "http://localhost:8000");
  assertEquals(
    localAddress({ host: "andon.example.org", port: 443, tls: files }),
    "https://andon.example.org:443",
  );
});
