import { assertEquals } from "@std/assert";
import { sixDigits } from "../../../../domain/shared/six_digits.ts";

/** Gives the three bytes of these numbers, one after the other. */
function drawing(...numbers: number[]): (bytes: number) => Uint8Array {
  return (bytes) => {
    assertEquals(bytes, 3);
    const next = numbers.shift() ?? 0;
    return new Uint8Array([next >> 16, (next >> 8) & 255, next & 255]);
  };
}

Deno.test("sixDigits() has six digits, also for small numbers", () => {
  assertEquals(sixDigits(drawing(0)), "000000");
  assertEquals(sixDigits(drawing(42)), "000042");
  assertEquals(sixDigits(drawing(15_999_999)), "999999");
});

Deno.test("sixDigits() draws again what would make some codes more likely than others", () => {
  assertEquals(sixDigits(drawing(16_000_000, 2 ** 24 - 1, 7_123_456)), "123456");
});
