import { assertEquals, assertThrows } from "@std/assert";
import { createHmac } from "node:crypto";
import { fc } from "../../../support/fast_check.ts";
import { Hmac } from "../../../../connectors/holder/hmac.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

Deno.test("Hmac gives what RFC 4231 says", () => {
  const first = new Hmac(new Uint8Array(20).fill(0x0b)).of("Hi There");
  assertEquals(first, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7");
  const second = new Hmac(bytes("Jefe")).of("what do ya want for nothing?");
  assertEquals(second, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
});

Deno.test("Hmac gives what createHmac does, of any text, one after the other", () => {
  const key = fc.uint8Array({ maxLength: 64 });
  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.nat(6_000).map((n) => "ä".repeat(n)),
  );
  fc.assert(fc.property(key, fc.array(text, { maxLength: 4 }), (key, texts) => {
    const hmac = new Hmac(key);
    for (const each of texts) {
      assertEquals(hmac.of(each), createHmac("sha256", key).update(bytes(each)).digest("hex"));
    }
  }));
});

Deno.test("Hmac takes no key longer than a block", () => {
  assertThrows(() => new Hmac(new Uint8Array(65)), RangeError);
});
