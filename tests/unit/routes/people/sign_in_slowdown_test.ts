import { assert, assertEquals } from "@std/assert";
import {
  DESK_PACE,
  type Lane,
  type Outcome,
  SignInSlowdown,
  type SlowdownPace,
} from "../../../../routes/people/sign_in_slowdown.ts";

const MINUTE = 60_000;

function clock(pace?: SlowdownPace) {
  const time = { nowMs: 1_000_000 };
  const slowdown = new SignInSlowdown(() => time.nowMs, { pace });
  /** One attempt that is checked at once, if it may be; returns how long it must wait. */
  const attempt = (lanes: readonly Lane[], outcome: Outcome = "wrong") => {
    const { waitMs } = slowdown.begin(lanes);
    if (waitMs === 0) slowdown.end(lanes, outcome);
    return waitMs;
  };
  /** The waits of attempts that are each repeated as soon as they may. */
  const waits = (count: number, lanesOf: (attempt: number) => Lane[]) =>
    Array.from({ length: count }, (_, i) => {
      const waitMs = attempt(lanesOf(i));
      time.nowMs += waitMs;
      if (waitMs > 0) assertEquals(attempt(lanesOf(i)), 0);
      return waitMs;
    });
  return { time, slowdown, attempt, waits };
}

const at = (name: string, address: string): Lane[] => [`name ${name}`, `address ${address}`];

Deno.test("SignInSlowdown slows the sixth attempt for a name, more and more, up to 8 s", () => {
  const { waits, attempt } = clock();
  const found = waits(12, (i) => at("admin", `10.0.0.${i}`));
  assertEquals(found, [0, 0, 0, 0, 0, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, 8_000]);
  assertEquals(attempt(at("admin", "10.0.1.1")), 8_000);
  assertEquals(attempt(at("other", "10.0.1.2")), 0);
});

Deno.test("SignInSlowdown slows an address that tries many names", () => {
  const { waits } = clock();
  assertEquals(waits(7, (i) => at(`user${i}`, "10.0.0.1")), [0, 0, 0, 0, 0, 1_000, 2_000]);
});

Deno.test("SignInSlowdown does not count refused attempts: the wait does not grow by them", () => {
  const { time, attempt } = clock();
  for (let i = 0; i < 5; i++) attempt(at("a", "10.0.0.1"));
  for (let i = 0; i < 100; i++) assertEquals(attempt(at("a", "10.0.0.2")), 1_000);
  time.nowMs += 999;
  assertEquals(attempt(at("a", "10.0.0.2")), 1);
  time.nowMs += 1;
  assertEquals(attempt(at("a", "10.0.0.2"), "right"), 0);
});

Deno.test("SignInSlowdown lets five concurrent attempts of a lane begin, then one at a time", () => {
  const { time, slowdown } = clock();
  const lanes = at("a", "10.0.0.1");
  const begun = Array.from({ length: 50 }, () => slowdown.begin(lanes).waitMs === 0);
  assertEquals(begun.filter((may) => may).length, 5);
  time.nowMs += MINUTE;
  assertEquals(slowdown.begin(lanes).waitMs, 1_000, "five are still being checked");
  for (let i = 0; i < 5; i++) slowdown.end(lanes, "wrong");
  assertEquals(slowdown.begin(lanes).waitMs, 0);
  time.nowMs += MINUTE;
  assertEquals(slowdown.begin(lanes).waitMs, 1_000);
  slowdown.end(lanes, "wrong");
  assertEquals(slowdown.begin(lanes).waitMs, 0);
});

Deno.test("SignInSlowdown forgets failures after 5 minutes", () => {
  const { time, attempt, slowdown } = clock();
  for (let i = 0; i < 10; i++) {
    attempt(at("a", "10.0.0.1"));
    time.nowMs += 8_000;
  }
  time.nowMs += 5 * MINUTE - 16_000 - 1;
  assertEquals(slowdown.begin(at("a", "10.0.0.2")).isQuiet, false);
  slowdown.end(at("a", "10.0.0.2"), "unchecked");
  time.nowMs += 8_001;
  const fresh = slowdown.begin(at("a", "10.0.0.2"));
  assertEquals([fresh.waitMs, fresh.isQuiet, fresh.remaining], [0, true, 4]);
});

Deno.test("SignInSlowdown starts a name anew after a right password, and counts it not against the address", () => {
  const { attempt } = clock();
  for (let i = 0; i < 4; i++) attempt(at("a", "10.0.0.1"));
  for (let i = 0; i < 20; i++) assertEquals(attempt(at("b", "10.0.0.1"), "right"), 0);
  assertEquals(attempt(at("b", "10.0.0.9")), 0);
  assertEquals(attempt(at("c", "10.0.0.1")), 0);
  assertEquals(attempt(at("c", "10.0.0.1")), 1_000);
});

Deno.test("SignInSlowdown counts no attempt whose password was not checked", () => {
  const { attempt } = clock();
  for (let i = 0; i < 20; i++) assertEquals(attempt(at("a", "10.0.0.1"), "unchecked"), 0);
  const { slowdown } = clock();
  assertEquals(slowdown.size, 0);
});

Deno.test("SignInSlowdown holds a bounded number of lanes, none of refused attempts", () => {
  const slowdown = new SignInSlowdown(() => 0, { maxLanes: 100 });
  for (let i = 0; i < 5_000; i++) slowdown.begin(at(`n${i}`, `a${i}`));
  assert(slowdown.size <= 100, `${slowdown.size}`);
  const { attempt, slowdown: other } = clock();
  for (let i = 0; i < 5; i++) attempt(at("a", "10.0.0.1"));
  for (let i = 0; i < 100; i++) attempt(at(`n${i}`, "10.0.0.1"));
  assertEquals(other.size, 2);
});

Deno.test("SignInSlowdown lets a desk try some 100 PINs a day, whoever they name", () => {
  const { time, attempt } = clock(DESK_PACE);
  const endMs = time.nowMs + 24 * 60 * MINUTE;
  let tried = 0;
  while (time.nowMs < endMs) {
    const waitMs = attempt(["desk 7", `name person-${tried}`]);
    if (waitMs === 0) tried++;
    time.nowMs += waitMs;
  }
  assert(tried > 95 && tried < 110, `${tried} attempts`);
});

Deno.test("SignInSlowdown keeps the count of a desk after a right PIN, and clears the person's", () => {
  const { attempt } = clock(DESK_PACE);
  const lanes: Lane[] = ["desk 7", "name anna"];
  for (let i = 0; i < 4; i++) attempt(lanes);
  assertEquals(attempt(lanes, "right"), 0);
  assertEquals(attempt(lanes), 0);
  assertEquals(attempt(lanes), 30_000);
  assertEquals(attempt(["desk 8", "name anna"]), 0);
});
