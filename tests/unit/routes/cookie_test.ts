import { assertEquals } from "@std/assert";
import { endedSessionCookie, sessionCookie, sessionToken } from "../../../routes/cookie.ts";

Deno.test("sessionToken() finds the cookie among others, and no other that ends like it", () => {
  assertEquals(sessionToken("andon_session=abc"), "abc");
  assertEquals(sessionToken("a=1; andon_session=abc; b=2"), "abc");
  assertEquals(sessionToken("a=1;andon_session=abc"), "abc");
  assertEquals(sessionToken("xandon_session=evil; andon_session=abc"), "abc");
  assertEquals(sessionToken("xandon_session=evil"), undefined);
  assertEquals(sessionToken("andon_session="), undefined);
  assertEquals(sessionToken(null), undefined);
});

Deno.test("sessionCookie() is HttpOnly, SameSite=Lax, Path=/, and Secure when asked", () => {
  assertEquals(sessionCookie("t", { secure: false }), "andon_session=t; HttpOnly; SameSite=Lax; Path=/");
  assertEquals(
    sessionCookie("t", { secure: true }),
    "andon_session=t; HttpOnly; SameSite=Lax; Path=/; Secure",
  );
  assertEquals(endedSessionCookie({ secure: false }).endsWith("; Max-Age=0"), true);
});
