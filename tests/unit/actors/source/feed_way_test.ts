import { assertEquals } from "@std/assert";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { FeedWay } from "../../../../actors/source/feed_way.ts";
import type { Following } from "../../../../actors/source/follow.ts";
import type { Gap } from "../../../../actors/source/gap.ts";
import type { DataSource } from "../../../../connectors/source.ts";
import { MemoryPlant, MemorySource, SIGNUP } from "../../../support/memory_source.ts";

const STREAM = { id: 1, source: { kind: "memory" } };

/** The way of one followed stream. */
function wayOf(isEnabled: boolean): FeedWay {
  const context: Partial<ActorContext> = { log: () => {} };
  const following: Partial<Following> = { size: 1, streams: () => [STREAM] };
  const gap: Partial<Gap> = { open: () => {} };
  return new FeedWay({
    context: context as ActorContext,
    following: following as Following,
    gap: gap as Gap,
    isEnabled,
  });
}

function sourceOf(hasFeed: boolean): { source: DataSource; plant: MemoryPlant } {
  const plant = new MemoryPlant(() => 10), source = new MemorySource(plant, () => 0);
  return {
    plant,
    source: Object.assign(source, { capabilities: { ...source.capabilities, feed: hasFeed } }),
  };
}

Deno.test("FeedWay opens the feed only where the source has one and it is wanted, and polls elsewhere", async () => {
  for (
    const [hasFeed, isEnabled, mode] of [[true, true, "feed"], [true, false, "poll"], [false, true, "poll"]]
  ) {
    const { source, plant } = sourceOf(hasFeed === true), way = wayOf(isEnabled === true);
    await way.follow(source, { added: [STREAM], removed: [] });
    assertEquals([way.mode, plant.signups.get(SIGNUP)?.size ?? 0], [mode, mode === "feed" ? 1 : 0]);
    assertEquals(way.polled, mode === "feed" ? [] : [STREAM]);
  }
});
