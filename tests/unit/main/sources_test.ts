import { assertEquals, assertRejects } from "@std/assert";
import type { Ref } from "../../../actors/runtime/types.ts";
import { NO_SOURCE, type SourceMessage, type SourceStatus } from "../../../actors/source/contract.ts";
import { joinedStatus, Sources } from "../../../main/sources.ts";

function ref(id: string, asked: string[], fails = false): Ref<SourceMessage> {
  return {
    address: { kind: "source", id },
    async ask<Answer>({ type }: SourceMessage): Promise<Answer> {
      asked.push(`${id} ${type}`);
      if (fails) throw new Error(id);
      return await Promise.resolve(id as Answer);
    },
    tell: ({ type }) => void asked.push(`${id} tell ${type}`),
  };
}

Deno.test("every feed starts and stores, and only the first one gets the other messages", async () => {
  const asked: string[] = [];
  const sources = new Sources([ref("1", asked), ref("2", asked)]);
  assertEquals(await sources.ask({ type: "start", settings: null }), "1");
  await sources.ask({ type: "snapshot" });
  await sources.ask({ type: "catch_up" });
  await sources.ask({ type: "discover" });
  sources.tell({ type: "status" });
  assertEquals(asked, [
    ...["1 start", "2 start", "1 snapshot", "2 snapshot", "1 catch_up", "2 catch_up"],
    ...["1 discover", "1 tell status"],
  ]);
});

Deno.test("the refusal of a feed that cannot start is returned", async () => {
  const sources = new Sources([ref("1", []), ref("2", [], true)]);
  await assertRejects(() => sources.ask({ type: "start", settings: null }), Error, "2");
});

const status = (changes: Partial<SourceStatus>): SourceStatus => ({
  ...NO_SOURCE,
  state: "connected",
  mode: "feed",
  watermark_ms: 900,
  last_answer_ms: 950,
  followed_streams: 3,
  samples: 10,
  generation: 4,
  requests_left: 20,
  ...changes,
});

Deno.test("the combined state is the worst one, with its reason; counts are summed", () => {
  const joined = joinedStatus([
    status({}),
    status({
      feed: 1,
      state: "lost",
      reason: "no way there",
      watermark_ms: 500,
      mode: "poll",
      generation: 9,
    }),
  ]);
  assertEquals(joined, {
    feed: 0,
    state: "lost",
    reason: "no way there",
    error_code: null,
    mode: "poll",
    watermark_ms: 500,
    last_answer_ms: 950,
    followed_streams: 6,
    unread_streams: 0,
    samples: 20,
    late_samples: 0,
    generation: 9,
    requests_left: 40,
  });
});

Deno.test("the combined watermark is unknown until every feed has reported", () => {
  const { state, watermark_ms, requests_left } = joinedStatus([status({ requests_left: null }), NO_SOURCE]);
  assertEquals([state, watermark_ms, requests_left], ["connected", null, null]);
  assertEquals(joinedStatus([]), NO_SOURCE);
});
