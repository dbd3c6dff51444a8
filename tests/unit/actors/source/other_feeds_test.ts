import { assertEquals } from "@std/assert";
import type { Loss } from "../../../../actors/source/contract.ts";
import { OtherFeeds } from "../../../../actors/source/other_feeds.ts";

const loss = (sinceMs: number) => ({ sinceMs, reason: "it does not answer" });

Deno.test("of the feeds that are lost the one that is so for the longest time counts", () => {
  const feeds = new OtherFeeds<Loss>();
  assertEquals(feeds.earliest(0), null);
  feeds.told(1, loss(500), 1_000);
  feeds.told(2, loss(300), 1_000);
  assertEquals(feeds.earliest(1_000), loss(300));
  feeds.told(2, null, 1_100);
  assertEquals(feeds.earliest(1_100), loss(500));
});

Deno.test("a lost feed that is not heard of for 5 s counts no more", () => {
  const feeds = new OtherFeeds<Loss>();
  feeds.told(1, loss(500), 1_000);
  assertEquals([feeds.earliest(6_000), feeds.earliest(6_001)], [loss(500), null]);
});
