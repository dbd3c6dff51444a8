import { assertEquals } from "@std/assert";
import { OtherFeeds } from "../../../../actors/source/other_feeds.ts";

const loss = (sinceMs: number) => ({ sinceMs, reason: "it does not answer" });

Deno.test("of the feeds that are lost the one that is so for the longest time counts", () => {
  const feeds = new OtherFeeds();
  assertEquals(feeds.loss(0), null);
  feeds.told(1, loss(500), 1_000);
  feeds.told(2, loss(300), 1_000);
  assertEquals(feeds.loss(1_000), loss(300));
  feeds.told(2, null, 1_100);
  assertEquals(feeds.loss(1_100), loss(500));
});

Deno.test("a lost feed that is not heard of for 5 s counts no more", () => {
  const feeds = new OtherFeeds();
  feeds.told(1, loss(500), 1_000);
  assertEquals([feeds.loss(6_000), feeds.loss(6_001)], [loss(500), null]);
});
