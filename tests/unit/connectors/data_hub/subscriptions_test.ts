import { assertEquals } from "@std/assert";
import { sourceStream, subscriptionsOf } from "../../../support/data_hub_client.ts";

Deno.test("Subscriptions lists each Data Hub stream once, ignoring case", () => {
  const both = subscriptionsOf([
    sourceStream(1, { sdsStreamId: "A" }),
    sourceStream(2, { sdsStreamId: "a" }),
  ]);
  assertEquals(both.resources(), ["A"]);
  assertEquals(both.subscribers("a").map((one) => one.stream.id), [1, 2]);
  assertEquals(both.has("b"), false);
});

Deno.test("Subscriptions keeps a Data Hub stream until the last of our streams is removed", () => {
  const [one, two] = [sourceStream(1, { sdsStreamId: "A" }), sourceStream(2, { sdsStreamId: "A" })];
  const first = subscriptionsOf([one, two]);
  assertEquals(first.changed([], [one]).resources(), ["A"]);
  assertEquals(first.changed([], [one, two]).resources(), []);
  assertEquals(
    first.changed([], [one, two]).changed([two], []).subscribers("A").map((each) => each.stream.id),
    [2],
  );
  assertEquals(first.resources(), ["A"]);
});

Deno.test("Subscriptions moves one of our streams to another Data Hub stream", () => {
  const moved = subscriptionsOf([sourceStream(1, { sdsStreamId: "A" })])
    .changed([sourceStream(1, { sdsStreamId: "B" })], []);
  assertEquals(moved.resources(), ["B"]);
});
