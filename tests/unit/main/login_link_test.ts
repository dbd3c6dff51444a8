import { assertEquals } from "@std/assert";
import { createLoginLink } from "../../../main/login_link.ts";

Deno.test("a sign-in link is good for ten minutes, once, by its own token", () => {
  const clock = { ms: 0 };
  const make = () => createLoginLink(() => clock.ms, (count) => new Uint8Array(count).fill(7));
  const [link, late] = [make(), make()];
  assertEquals(link.token, "07".repeat(16));
  assertEquals(link.spend("07"), false);
  clock.ms = 10 * 60_000 - 1;
  assertEquals([link.spend(link.token), link.spend(link.token)], [true, false]);
  clock.ms += 1;
  assertEquals(late.spend(late.token), false);
});
