import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { Admission } from "../../../../cluster/forwarding/admission.ts";
import { parseForwardedRequest } from "../../../../cluster/forwarding/schema.ts";
import { type ForwardedRequest, LONGEST_WITHIN_MS } from "../../../../cluster/forwarding/types.ts";

const REQUEST: ForwardedRequest = {
  v: 1,
  id: "a",
  to: "me",
  beat: 0,
  withinMs: 5_000,
  method: "POST",
  url: "https://andon.example/api/packages?x=1",
  headers: [["cookie", "s=1"]],
  peer: "10.0.0.9",
};

/** A process that renews once a second: renewal n was written at n seconds. */
function admission(most = 10): Admission {
  const ageOf = (beat: number, nowMs: number) => beat * 1_000 <= nowMs ? nowMs - beat * 1_000 : undefined;
  return new Admission({ self: "me", most, ageOf });
}

Deno.test("admit() lets a request begin when it is for this process, in time and new", () => {
  assertEquals(admission().admit(REQUEST, 5_000), "begin");
  assertEquals(admission().admit(REQUEST, 5_001), "too_late");
  assertEquals(admission().admit({ ...REQUEST, withinMs: 100 }, 101), "too_late");
  assertEquals(admission().admit({ ...REQUEST, beat: 7 }, 5_000), "too_late", "a renewal never written");
  assertEquals(admission().admit({ ...REQUEST, to: "me, previously" }, 1_000), "not_here");
});

Deno.test("admit() remembers up to `most` ids, and forgets those that would be too late", () => {
  const two = admission(2);
  assertEquals(["a", "b", "c", "a"].map((id) => two.admit({ ...REQUEST, id }, 100)), [
    ...["begin", "begin", "full", "repeated"],
  ]);
  const later = { ...REQUEST, beat: 5, id: "c" };
  assertEquals(two.admit(later, 100 + LONGEST_WITHIN_MS), "full");
  assertEquals(two.admit(later, 101 + LONGEST_WITHIN_MS), "begin");
});

Deno.test("admit() begins nothing twice and nothing late, whatever is repeated and when", () => {
  const arrival = fc.record({
    id: fc.constantFrom("a", "b", "c"),
    beat: fc.integer({ min: 0, max: 20 }),
    withinMs: fc.integer({ min: 0, max: LONGEST_WITHIN_MS }),
    afterMs: fc.integer({ min: 0, max: 3_000 }),
  });
  fc.assert(fc.property(fc.array(arrival, { maxLength: 60 }), (arrivals) => {
    const tested = admission();
    const first = new Map<string, { beat: number; withinMs: number }>();
    const begun = new Set<string>();
    let nowMs = 0;
    for (const { id, afterMs, ...sent } of arrivals) {
      nowMs += afterMs;
      // A repetition is the same request, sent again.
      const one = first.get(id) ?? sent;
      first.set(id, one);
      if (tested.admit({ ...REQUEST, id, ...one }, nowMs) !== "begin") continue;
      if (begun.has(id) || nowMs > one.beat * 1_000 + one.withinMs) return false;
      begun.add(id);
    }
    return true;
  }));
});

Deno.test("parseForwardedRequest() accepts valid requests of this version only", () => {
  assertEquals(parseForwardedRequest(JSON.stringify(REQUEST)), REQUEST);
  const wrong = [
    ...[{ v: 2 }, { withinMs: LONGEST_WITHIN_MS + 1 }, { withinMs: -1 }, { method: "GET /" }],
    ...[{ url: "file:///etc/passwd" }, { url: "x" }, { headers: [["a"]] }, { socket: "close" }, { id: "" }],
  ];
  for (const change of wrong) {
    assertEquals(
      parseForwardedRequest(JSON.stringify({ ...REQUEST, ...change })),
      undefined,
      JSON.stringify(change),
    );
  }
  assertEquals(parseForwardedRequest("{"), undefined);
});
