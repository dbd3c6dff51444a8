import { assertEquals } from "@std/assert";
import { SHARED_WINDOW_MS, SharedAddresses } from "../../../../domain/rate_limit/shared_addresses.ts";

const START = Date.UTC(2026, 0, 31, 8);

/** Each entry: an address and the people who send from it. */
function noted(uses: Record<string, number[]>, at = START): SharedAddresses {
  const shared = new SharedAddresses();
  for (const [address, people] of Object.entries(uses)) {
    for (const person of people) shared.note({ address, person, at });
  }
  return shared;
}

Deno.test("SharedAddresses counts each person of an address once, and tells addresses of several", () => {
  const shared = noted({ a: [1, 2, 1, 3], b: [4, 4], c: [5, 1] });
  assertEquals(shared.shared(START), [
    { address: "a", people: 3, refused: 0 },
    { address: "c", people: 2, refused: 0 },
  ]);
});

Deno.test("SharedAddresses forgets people after one to two windows", () => {
  const shared = noted({ a: [1, 2] });
  assertEquals(shared.shared(START + SHARED_WINDOW_MS).length, 1);
  assertEquals(shared.shared(START + 2 * SHARED_WINDOW_MS).length, 0);
  const apart = noted({ a: [1] });
  apart.note({ address: "a", person: 2, at: START + SHARED_WINDOW_MS });
  apart.note({ address: "a", person: 1, at: START + SHARED_WINDOW_MS });
  assertEquals(apart.shared(START + SHARED_WINDOW_MS)[0]?.people, 2, "over both windows, each once");
  assertEquals(noted({ a: [1, 2] }).shared(START + 99 * SHARED_WINDOW_MS), []);
});

Deno.test("SharedAddresses counts what the limit refused to an address that people use", () => {
  const shared = noted({ a: [1, 2] });
  shared.refuse({ address: "a", at: START });
  shared.refuse({ address: "nobody's", at: START });
  shared.refuse({ address: "a", at: START + SHARED_WINDOW_MS });
  assertEquals(shared.shared(START + SHARED_WINDOW_MS), [{ address: "a", people: 2, refused: 2 }]);
});

Deno.test("SharedAddresses holds 1,000 addresses and 10,000 people, and counts on where there is room again", () => {
  const shared = new SharedAddresses();
  for (let address = 0; address < 2_000; address++) {
    for (const person of [1, 2]) shared.note({ address: `a${address}`, person, at: START });
  }
  assertEquals(shared.shared(START).length, 1_000);
  const crowded = new SharedAddresses();
  for (let person = 0; person < 20_000; person++) crowded.note({ address: "a", person, at: START });
  assertEquals(crowded.shared(START)[0]?.people, 10_000);
  const later = START + 2 * SHARED_WINDOW_MS;
  for (const person of [1, 2]) crowded.note({ address: "b", person, at: later });
  assertEquals(crowded.shared(later), [{ address: "b", people: 2, refused: 0 }]);
});
