import { assertEquals, assertThrows } from "@std/assert";
import { FeedExpired } from "../../../../connectors/source.ts";
import { joinPositions, splitPosition } from "../../../../connectors/data_hub/feed_position.ts";

const A = { signupId: "a~1", bookmark: "H4s+/=" }, B = { signupId: "b_%20", bookmark: "x y%" };

Deno.test("the position of one signup is its id and bookmark", () => {
  assertEquals(joinPositions([{ signupId: "b_%20", bookmark: "H4s+/=" }]), {
    subscription: "b_%20",
    cursor: "H4s+/=",
  });
  assertEquals(splitPosition(joinPositions([A])), [A]);
  assertEquals(splitPosition({ subscription: "%", cursor: "x y" }), [{ signupId: "%", bookmark: "x y" }]);
});

Deno.test("the position of several signups restores each one's, in any order", () => {
  const joined = joinPositions([B, A]);
  assertEquals(joined, joinPositions([A, B]));
  assertEquals(splitPosition(joined), [A, B]);
});

Deno.test("splitPosition() throws FeedExpired for an invalid text", () => {
  assertThrows(() => splitPosition({ subscription: "a b", cursor: "x" }), FeedExpired);
  assertThrows(() => splitPosition({ subscription: "a %", cursor: "x y" }), FeedExpired);
});
