import { assert, assertEquals, assertRejects } from "@std/assert";
import { FeedExpired } from "../../connectors/source.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { at, connected, readFeed, type SourceFact } from "./source_harness.ts";

/** How a source reports changes. */
const FACTS: SourceFact[] = [
  {
    text: "the feed reports changes after its opening, in their order, and then that it is complete",
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A", "Own.B"]);
      await harness.write("Own.A", [at(1), 1]);
      const opened = await source.feed.open(streams);
      assertEquals([opened.refused, (await readFeed(source, opened)).changes], [[], []]);
      await harness.write("Own.A", [at(2), 2]);
      await harness.write("Own.B", [at(3), 3]);
      assertEquals((await readFeed(source, opened)).changes, ["1 +2=2", "2 +3=3"]);
    },
  },
  {
    text: "a page names the newest time it reaches, and the same position answers the same changes",
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A"]);
      const opened = await source.feed.open(streams);
      await harness.write("Own.A", [at(2), 2], [at(5), 5]);
      const page = await source.feed.read(opened);
      assertEquals([page.complete, page.reached, page.batch.count], [false, at(5), 2]);
      assert(page.cursor !== opened.cursor);
      assertEquals((await source.feed.read(opened)).batch.count, 2);
      const end = await source.feed.read({ ...opened, cursor: page.cursor });
      assertEquals([end.complete, end.reached, end.batch.count], [true, Infinity, 0]);
    },
  },
  {
    text: "the feed reports late and corrected samples",
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A"]);
      await harness.write("Own.A", [at(5), 5]);
      const opened = await source.feed.open(streams);
      await harness.write("Own.A", [at(2), 2]);
      await harness.write("Own.A", [at(5), 50]);
      assertEquals((await readFeed(source, opened)).changes, ["1 +2=2", "1 +5=50"]);
    },
  },
  {
    text: "the feed reports removed samples",
    needs: ["removal"],
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A"]);
      await harness.write("Own.A", [at(2), 2]);
      const opened = await source.feed.open(streams);
      await harness.takeAway("Own.A", at(2));
      const { changes } = await readFeed(source, opened);
      assert(changes.length === 1 && changes[0].startsWith("1 -2"), changes.join());
    },
  },
  {
    text: "the feed fails while the source is lost, and misses nothing of what came before and after",
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A"]);
      const opened = await source.feed.open(streams);
      await harness.write("Own.A", [at(1), 1]);
      const { changes, position } = await readFeed(source, opened);
      harness.goAway();
      const refusal = await assertRejects(() => source.feed.read(position), Refusal);
      assertEquals([refusal.code, typeof refusal.details.reason], ["CONNECTION_FAILED", "string"]);
      harness.back();
      await harness.write("Own.A", [at(2), 2]);
      assertEquals([changes, (await readFeed(source, position)).changes], [["1 +1=1"], ["1 +2=2"]]);
    },
  },
  {
    text: "streams enter and leave the feed; those that stay miss nothing",
    async check(harness) {
      const { source, streams: [a, b, c] } = await connected(harness, ["Own.A", "Own.B", "Own.C"]);
      const opened = await source.feed.open([a, b]);
      await harness.write("Own.A", [at(1), 1]);
      const changed = await source.feed.change(opened, [c], [b]);
      await harness.write("Own.B", [at(2), 2]);
      await harness.write("Own.C", [at(3), 3]);
      await harness.write("Own.A", [at(4), 4]);
      assertEquals((await readFeed(source, changed)).changes, ["1 +1=1", "3 +3=3", "1 +4=4"]);
    },
  },
  {
    text: "a subscription continues for the next connection",
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A"]);
      const opened = await source.feed.open(streams);
      await harness.write("Own.A", [at(1), 1]);
      await source.close();
      const next = await harness.connect();
      const again = await next.feed.open(streams);
      assertEquals(again.subscription, opened.subscription);
      assertEquals((await readFeed(next, opened)).changes, ["1 +1=1"]);
    },
  },
  {
    text: "a stream of another kind is refused by the feed, and the others are fed",
    async check(harness) {
      const { source, streams: [a] } = await connected(harness, ["Own.A"]);
      const foreign = { id: 9, source: { kind: "elsewhere" } };
      const opened = await source.feed.open([foreign, a]);
      await harness.write("Own.A", [at(1), 1]);
      assertEquals([opened.refused, (await readFeed(source, opened)).changes], [[foreign], ["1 +1=1"]]);
    },
  },
  {
    text: "a position that the source no longer knows has expired; the feed opens again",
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A"]);
      const opened = await source.feed.open(streams);
      await harness.forgetFeed();
      await assertRejects(() => source.feed.read(opened), FeedExpired);
      const again = await source.feed.open(streams);
      await harness.write("Own.A", [at(1), 1]);
      assertEquals((await readFeed(source, again)).changes, ["1 +1=1"]);
    },
  },
  {
    text: "a subscription that was left has expired, and may be left again",
    async check(harness) {
      const { source, streams } = await connected(harness, ["Own.A"]);
      const opened = await source.feed.open(streams);
      await source.feed.leave(opened);
      await source.feed.leave(opened);
      await assertRejects(() => source.feed.read(opened), FeedExpired);
    },
  },
];

export const feedFacts = FACTS.map((fact): SourceFact => ({ ...fact, needs: ["feed", ...fact.needs ?? []] }));
