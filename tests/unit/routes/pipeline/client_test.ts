import { assertEquals } from "@std/assert";
import { clientOf, hostName, isLoopbackHost } from "../../../../routes/pipeline/client.ts";

const request = (headers: Record<string, string>) =>
  new Request("http://plant.example:8000/api", { headers });
const forwarded = { "x-forwarded-for": "1.1.1.1, 2.2.2.2, 3.3.3.3", "x-forwarded-proto": "https" };

Deno.test("clientOf() believes no X-Forwarded header without TRUST_PROXY", () => {
  assertEquals({ ...clientOf(request(forwarded), { peer: "9.9.9.9", trustProxy: 0 }) }, {
    address: "9.9.9.9",
    scheme: "http",
    host: "plant.example:8000",
    isLocal: false,
  });
});

Deno.test("clientOf() believes exactly as many hops as are trusted", () => {
  const address = (trustProxy: number) =>
    clientOf(request(forwarded), { peer: "9.9.9.9", trustProxy }).address;
  assertEquals([1, 2, 3, 4].map(address), ["3.3.3.3", "2.2.2.2", "1.1.1.1", "1.1.1.1"]);
  assertEquals(clientOf(request(forwarded), { peer: "9.9.9.9", trustProxy: 1 }).scheme, "https");
});

Deno.test("clientOf() writes an address as it is always written, so that a client is one for limits", () => {
  const address = (peer: string) => clientOf(request({}), { peer, trustProxy: 0 }).address;
  for (const plain of ["0.0.0.0", "10.20.30.40", "255.255.255.255"]) assertEquals(address(plain), plain);
  assertEquals(address("010.0.0.1"), "8.0.0.1");
  assertEquals(address("2001:DB8:0:0::1"), "2001:db8::1");
  for (const none of ["256.1.1.1", "1.2.3.4.", "a.b.c.d"]) assertEquals(address(none), none);
});

Deno.test("clientOf() drops ports, brackets and the IPv4-in-IPv6 form", () => {
  const address = (text: string) =>
    clientOf(request({ "x-forwarded-for": text }), { peer: "9.9.9.9", trustProxy: 1 }).address;
  assertEquals(address("1.2.3.4:5678"), "1.2.3.4");
  assertEquals(address("[2001:db8::1]:443"), "2001:db8::1");
  assertEquals(clientOf(request({}), { peer: "::ffff:1.2.3.4", trustProxy: 0 }).address, "1.2.3.4");
});

Deno.test("clientOf() uses the proxy's own address where it names none", () => {
  for (const named of ["unknown", "_hidden", "a".repeat(5_000), "1.1.1.1.example", ","]) {
    const arrival = { peer: "9.9.9.9", trustProxy: 1 };
    assertEquals(clientOf(request({ "x-forwarded-for": named }), arrival).address, "9.9.9.9", named);
  }
});

Deno.test("isLoopbackHost() knows localhost, names under it and loopback addresses, ports aside", () => {
  for (
    const host of ["localhost", "LOCALHOST:8000", "a.localhost", "127.0.0.1:80", "127.9.9.9", "[::1]:8000"]
  ) {
    assertEquals(isLoopbackHost(host), true, host);
  }
  for (const host of ["localhost.example", "example", "128.0.0.1", "127.0.0.1.example", ""]) {
    assertEquals(isLoopbackHost(host), false, host);
  }
  assertEquals(hostName("Plant.Example.:443"), "plant.example");
});

Deno.test("clientOf() takes a request through a platform that ends TLS for https, and believes nothing else of it", () => {
  const arrival = { peer: "9.9.9.9", trustProxy: 0, tlsInFront: true };
  const { scheme, address } = clientOf(request({ "x-forwarded-for": "1.2.3.4" }), arrival);
  assertEquals([scheme, address], ["https", "9.9.9.9"]);
});
