import { assertEquals, assertStrictEquals } from "@std/assert";
import { joinedBytes } from "../../../../domain/shared/bytes.ts";

Deno.test("joinedBytes() puts pieces one behind the other, none, one or many", () => {
  const [one, two] = [Uint8Array.of(1, 2), Uint8Array.of(3)];
  assertEquals(joinedBytes([one, new Uint8Array(), two]), Uint8Array.of(1, 2, 3));
  assertEquals(joinedBytes([two, one], 3), Uint8Array.of(3, 1, 2));
  assertEquals(joinedBytes([], 0), new Uint8Array());
  assertStrictEquals(joinedBytes([one]), one);
});
