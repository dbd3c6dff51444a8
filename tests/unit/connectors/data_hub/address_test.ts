import { assertEquals, assertThrows } from "@std/assert";
import { addressBelow, namespaceBase, parseBaseUrl } from "../../../../connectors/data_hub/address.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";

const BASE = "https://uswe.datahub.connect.aveva.com";

Deno.test("addressBelow() encodes each segment and query parameter", () => {
  const url = addressBelow(`${BASE}/x`, ["Streams", "a b/c?d#é", "Data"], { index: "1+1", token: "" });
  assertEquals(url.href, `${BASE}/x/Streams/a%20b%2Fc%3Fd%23%C3%A9/Data?index=1%2B1&token=`);
});

Deno.test("addressBelow() refuses ids that would change the path", () => {
  for (const id of ["", ".", "..", "\ud800"]) {
    assertThrows(() => addressBelow(BASE, ["Streams", id]), Refusal);
  }
  assertEquals(addressBelow(BASE, ["%2e%2e", "x"]).pathname, "/%252e%252e/x");
});

Deno.test("namespaceBase() accepts another host only if it is the vendor's, over https", () => {
  const there = "https://euno.datahub.connect.aveva.com";
  assertEquals(namespaceBase(BASE, `${there}/api/v1/tenants/t/namespaces/n`), there);
  assertEquals(namespaceBase(BASE, "https://dat-b.osisoft.com/api"), "https://dat-b.osisoft.com");
  const others = [
    "https://evil.example/api",
    "https://connect.aveva.com.evil.example",
    "https://xconnect.aveva.com",
    "http://euno.datahub.connect.aveva.com",
    "https://euno.datahub.connect.aveva.com:8443",
    "https://euno.datahub.connect.aveva.com@evil.example/",
    "not a url",
    "",
    null,
    undefined,
  ];
  for (const self of others) assertEquals(namespaceBase(BASE, self), BASE, String(self));
});

Deno.test("namespaceBase() keeps the configured base with its path for the same host", () => {
  assertEquals(
    namespaceBase("http://127.0.0.1:8080/hub", "http://127.0.0.1:8080/api"),
    "http://127.0.0.1:8080/hub",
  );
});

Deno.test("parseBaseUrl() drops trailing slashes and query, and refuses anything but a URL", () => {
  assertEquals(parseBaseUrl("https://h.example/p//?q#f"), "https://h.example/p");
  assertThrows(() => parseBaseUrl("h.example"), Refusal);
});
