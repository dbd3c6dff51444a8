import { assertEquals } from "@std/assert";
import { FeedAhead } from "../../../../actors/source/feed_ahead.ts";
import { upserts } from "../../../../actors/source/follow.ts";
import type { FeedPage, FeedPosition } from "../../../../connectors/source.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";

const START: FeedPosition = { subscription: "s", cursor: "0" };

/** A feed whose pages the test releases; each has `rows` samples of the millisecond of its number. */
function feed(ends: number, rows = 1) {
  const asked: string[] = [];
  let give: ((page: FeedPage) => void) | undefined, fail: (() => void) | undefined;
  const read = (position: FeedPosition) => {
    asked.push(position.cursor);
    return new Promise<FeedPage>((resolve, reject) => {
      give = resolve;
      fail = () => reject(new Error("gone"));
    });
  };
  const tell = async () => {
    const number = asked.length, complete = number >= ends;
    const samples = Array.from({ length: complete ? 0 : rows }, (_, i) => (
      { time: ticksFromMs(number) + i, value: number, quality: "good" as const }
    ));
    give?.({
      batch: packBatch(upserts(1, samples)),
      cursor: String(number),
      sentAtMs: number,
      complete,
      reached: complete ? Infinity : ticksFromMs(number),
    });
    await Promise.resolve().then(() => {});
  };
  return { asked, read, tell, fail: () => fail?.() };
}

Deno.test("what arrived since the last take is one page", async () => {
  const on = feed(4);
  const ahead = new FeedAhead({ read: on.read, mayRead: () => true });
  assertEquals(await ahead.take(), undefined);
  ahead.readOn(START);
  for (let page = 0; page < 3; page++) await on.tell();
  const page = await ahead.take();
  assertEquals([[...page?.batch.values ?? []], page?.cursor, page?.complete], [[1, 2, 3], "3", false]);
  assertEquals(page?.reached, ticksFromMs(3));
  assertEquals(ahead.hasMore, true);
  await on.tell();
  const end = await ahead.take();
  assertEquals([end?.batch.count, end?.complete, ahead.hasMore], [0, true, false]);
  assertEquals(on.asked, ["0", "1", "2", "3"]);
});

Deno.test("a page and the feed's end after it reach as far as the end was asked for", async () => {
  const on = feed(2);
  const ahead = new FeedAhead({ read: on.read, mayRead: () => true });
  ahead.readOn(START);
  await on.tell();
  await on.tell();
  const page = await ahead.take();
  assertEquals([page?.batch.count, page?.complete, page?.reached], [1, true, ticksFromMs(2)]);
});

Deno.test("take() waits for the page that is on its way, and for none after it", async () => {
  const on = feed(9);
  const ahead = new FeedAhead({ read: on.read, mayRead: () => true });
  ahead.readOn(START);
  const taken = ahead.take();
  await on.tell();
  assertEquals((await taken)?.cursor, "1");
});

Deno.test("with much buffered, take() waits for the next page, but not for long", async () => {
  const on = feed(9, 5_000);
  const ahead = new FeedAhead({ read: on.read, mayRead: () => true });
  ahead.readOn(START);
  for (let page = 0; page < 2; page++) await on.tell();
  const taken = ahead.take();
  for (let page = 2; page < 4; page++) await on.tell();
  const page = await taken;
  assertEquals([page?.batch.count, page?.cursor, ahead.hasMore], [20_000, "4", true]);
});

Deno.test("with little in hand take() waits for nothing more", async () => {
  const on = feed(9, 9_999);
  const ahead = new FeedAhead({ read: on.read, mayRead: () => true });
  ahead.readOn(START);
  await on.tell();
  const taken = ahead.take();
  await on.tell();
  assertEquals([(await taken)?.batch.count, ahead.hasMore], [9_999, true]);
});

Deno.test("a page ends with the feed, and with a failure", async () => {
  const on = feed(3, 10_000);
  const ahead = new FeedAhead({ read: on.read, mayRead: () => true });
  ahead.readOn(START);
  await on.tell();
  const taken = ahead.take();
  await on.tell();
  await on.tell();
  const page = await taken;
  assertEquals([page?.batch.count, page?.complete, ahead.hasMore], [20_000, true, false]);
  ahead.readOn(START);
  const failing = feed(9, 10_000), other = new FeedAhead({ read: failing.read, mayRead: () => true });
  other.readOn(START);
  await failing.tell();
  const last = other.take();
  failing.fail();
  assertEquals([(await last)?.cursor, other.hasMore], ["1", false]);
});

Deno.test("with 50,000 changes in hand nothing further is asked for, and once it may not be read", async () => {
  const on = feed(9, 25_000);
  let mayRead = true;
  const ahead = new FeedAhead({ read: on.read, mayRead: () => mayRead });
  ahead.readOn(START);
  await on.tell();
  assertEquals(on.asked.length, 2);
  await on.tell();
  assertEquals(on.asked.length, 2);
  const page = await ahead.take();
  assertEquals([page?.batch.count, ahead.hasMore], [50_000, false]);
  mayRead = false;
  ahead.readOn({ ...START, cursor: "2" });
  assertEquals([on.asked.length, ahead.hasMore], [2, false]);
});

Deno.test("a failure ends the reading ahead, and changes read before it stay", async () => {
  const on = feed(9);
  const ahead = new FeedAhead({ read: on.read, mayRead: () => true });
  ahead.readOn(START);
  await on.tell();
  on.fail();
  assertEquals((await ahead.take())?.cursor, "1");
  assertEquals(await ahead.take(), undefined);
  assertEquals(ahead.hasMore, false);
});
