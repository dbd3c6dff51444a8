import { assertEquals } from "@std/assert";
import { clientKey, isLoopbackAddress } from "../../../../domain/shared/ip_address.ts";

Deno.test("clientKey() is the IPv4 address, or the /64 of an IPv6 one", () => {
  assertEquals(clientKey("1.2.3.4"), "1.2.3.4");
  assertEquals(clientKey("2001:db8:1:2:3::4"), clientKey("2001:db8:1:2:ffff::1"));
  assertEquals(clientKey("2001:db8:1:3::4") === clientKey("2001:db8:1:2::4"), false);
});

Deno.test("isLoopbackAddress() knows loopback addresses, also in the IPv4-in-IPv6 form", () => {
  assertEquals(["::ffff:127.0.0.1", "127.9.9.9", "::1"].map(isLoopbackAddress), [true, true, true]);
  assertEquals(["128.0.0.1", "localhost", ""].map(isLoopbackAddress), [false, false, false]);
});
