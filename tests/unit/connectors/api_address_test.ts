import { assertEquals, assertThrows } from "@std/assert";
import { addressBelow, parseBaseUrl } from "../../../connectors/api_address.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";

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

Deno.test("parseBaseUrl() drops trailing slashes and query, and refuses anything but a URL", () => {
  assertEquals(parseBaseUrl("https://h.example/p//?q#f"), "https://h.example/p");
  assertThrows(() => parseBaseUrl("h.example"), Refusal);
});
