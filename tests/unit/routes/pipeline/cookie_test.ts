import { assertEquals } from "@std/assert";
import {
  cookieValue,
  endedSessionCookie,
  sentSessions,
  sessionCookie,
} from "../../../../routes/pipeline/cookie.ts";

Deno.test("cookieValue() finds the cookie among others, and no other that ends like it", () => {
  const token = (header: string) => cookieValue(header, "andon_session");
  assertEquals(token("andon_session=abc"), "abc");
  assertEquals(token("a=1; andon_session=abc; b=2"), "abc");
  assertEquals(token("a=1;andon_session=abc"), "abc");
  assertEquals(token("xandon_session=evil; andon_session=abc"), "abc");
  assertEquals(token("__Host-andon_session=abc"), undefined);
  assertEquals(token("xandon_session=evil"), undefined);
  assertEquals(token("andon_session="), undefined);
});

Deno.test("sentSessions() lists both names, __Host- first", () => {
  assertEquals(sentSessions(null), []);
  assertEquals(sentSessions("a=1"), []);
  assertEquals(sentSessions("andon_session=b"), [{ cookie: "plain", token: "b" }]);
  assertEquals(sentSessions("andon_session=b; __Host-andon_session=a"), [
    { cookie: "host", token: "a" },
    { cookie: "plain", token: "b" },
  ]);
});

Deno.test("sessionCookie() is HttpOnly, SameSite=Lax, Path=/, and Secure under the __Host- name", () => {
  assertEquals(sessionCookie("t", "plain"), "andon_session=t; HttpOnly; SameSite=Lax; Path=/");
  assertEquals(sessionCookie("t", "host"), "__Host-andon_session=t; HttpOnly; SameSite=Lax; Path=/; Secure");
  assertEquals(endedSessionCookie("plain"), "andon_session=; HttpOnly; SameSite=Lax; Path=/; Max-Age=0");
});
