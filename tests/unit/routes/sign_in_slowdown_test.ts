import { assert, assertEquals } from "@std/assert";
import { SignInSlowdown } from "../../../routes/sign_in_slowdown.ts";

const MINUTE = 60_000;

function clock() {
  const time = { nowMs: 1_000_000 };
  return { time, slowdown: new SignInSlowdown(() => time.nowMs) };
}

const at = (name: string, address: string) => ({ name, address });

Deno.test("SignInSlowdown slows the sixth attempt for a name, more and more, up to 8 s", () => {
  const { slowdown } = clock();
  const delays = Array.from({ length: 12 }, (_, i) => slowdown.begin(at("Admin", `10.0.0.${i}`)));
  assertEquals(delays, [0, 0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
  assertEquals(slowdown.begin(at("admin", "10.0.1.1")), 8_000);
  assertEquals(slowdown.begin(at("other", "10.0.1.2")), 0);
});

Deno.test("SignInSlowdown slows an address that tries many names", () => {
  const { slowdown } = clock();
  const delays = Array.from({ length: 7 }, (_, i) => slowdown.begin(at(`user${i}`, "10.0.0.1")));
  assertEquals(delays, [0, 0, 0, 0, 0, 1_000, 2_000]);
});

Deno.test("SignInSlowdown forgets failures after 5 minutes", () => {
  const { time, slowdown } = clock();
  for (let i = 0; i < 5; i++) slowdown.begin(at("a", "10.0.0.1"));
  time.nowMs += 5 * MINUTE - 1;
  assertEquals(slowdown.begin(at("a", "10.0.0.2")), 1_000);
  time.nowMs += 1;
  assertEquals(slowdown.begin(at("a", "10.0.0.2")), 0);
});

Deno.test("SignInSlowdown starts a name anew after a right password, and counts it not against the address", () => {
  const { slowdown } = clock();
  for (let i = 0; i < 4; i++) slowdown.begin(at("a", "10.0.0.1"));
  for (let i = 0; i < 20; i++) {
    slowdown.begin(at("b", "10.0.0.1"));
    slowdown.succeeded(at("b", "10.0.0.1"));
  }
  assertEquals(slowdown.begin(at("b", "10.0.0.9")), 0);
  assertEquals(slowdown.begin(at("c", "10.0.0.1")), 0);
  assertEquals(slowdown.begin(at("c", "10.0.0.1")), 1_000);
});

Deno.test("SignInSlowdown holds a bounded number of names and addresses", () => {
  const slowdown = new SignInSlowdown(() => 0, 100);
  for (let i = 0; i < 5_000; i++) slowdown.begin(at(`n${i}`, `a${i}`));
  assert(slowdown.size <= 100, `${slowdown.size}`);
});
