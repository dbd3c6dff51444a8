import { assertEquals } from "@std/assert";
import { AddressBook } from "../../../../connectors/data_hub/address_book.ts";
import type { Doubts } from "../../../../connectors/data_hub/doubts.ts";
import { createSettler } from "../../../../connectors/data_hub/settling.ts";
import { sourceStream } from "../../../support/data_hub_client.ts";

const MINUTE_MS = 60_000;

Deno.test("a sample on its way counts when its type was read meanwhile for something else, though it has not changed", async () => {
  let nowMs = 0;
  const book = new AddressBook(() => nowMs);
  const stream = sourceStream(1, { sdsStreamId: "s1" });
  const nobody = () => Promise.reject(new Error("Nothing more is read"));
  const settler = createSettler({
    book,
    readListing: nobody,
    counters: { unreadableTimes: 0, impossibleTimes: 0 } as Parameters<typeof createSettler>[0]["counters"],
    limits: { settleMs: 1_000 },
    now: () => nowMs,
  });
  const learn = () => {
    book.requested("s1", nowMs);
    book.learn("s1", [stream.source], { atMs: nowMs, tells: true });
  };
  learn();
  nowMs = 5 * MINUTE_MS;
  const page = (doubts: Doubts) => doubts.of(stream).accepts("omitted", undefined) ? "good" : "bad";
  const doubts = settler.doubts(), given = { doubts, learnt: book.learnt, read: page(doubts) };
  assertEquals(given.read, "bad");
  learn();
  assertEquals(await settler.decode(page, {}, given), "good");
  nowMs += 10 * MINUTE_MS;
  assertEquals(await settler.decode(page, {}), "bad", "nobody reads it meanwhile");
});
