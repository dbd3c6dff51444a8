import { assert, assertEquals, assertRejects } from "@std/assert";
import { StreamUnavailable } from "../../connectors/source.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { sourceTimeFromTicks } from "../../domain/shared/time.ts";
import { at, connect, sourceStream } from "../support/data_hub_client.ts";
import { failure, json, startDataHubServer } from "../support/data_hub_server.ts";

const STREAM = sourceStream(1);
const START = at("2026-01-31T08:00:00Z");

/** Events one tick apart, with their index as the value. */
function ticking(count: number) {
  return Array.from({ length: count }, (_, Value) => ({ Time: sourceTimeFromTicks(START + Value), Value }));
}

Deno.test("latest() returns the newest sample, or null", async () => {
  await using server = startDataHubServer({ events: { s1: ticking(3), "a b/c#%": ticking(1), empty: [] } });
  const hub = connect(server);
  assertEquals(await hub.latest(STREAM), { time: START + 2, value: 2, quality: "good" });
  assertEquals(await hub.latest(sourceStream(2, { sdsStreamId: "empty" })), null);
  const refusal = await assertRejects(
    () => hub.latest(sourceStream(3, { sdsStreamId: "gone" })),
    StreamUnavailable,
  );
  assertEquals(refusal.details.status, 404);
});

Deno.test("latest() encodes the stream's id", async () => {
  await using server = startDataHubServer();
  server.intercept = ({ path }) => path.endsWith("/Last") ? json(null) : undefined;
  await connect(server).latest(sourceStream(1, { sdsStreamId: "a b?c/d" }));
  const { pathname } = server.seen[server.seen.length - 1].url;
  assert(pathname.endsWith("/Streams/a%20b%3Fc%2Fd/Data/Last"), pathname);
});

Deno.test("latest() drops an event without a readable time, and counts it", async () => {
  await using server = startDataHubServer({ events: { s1: [{ Time: "soon", Value: 1 }] } });
  const hub = connect(server);
  assertEquals([await hub.latest(STREAM), hub.counters.unreadableTimes], [null, 1]);
});

Deno.test("atOrBefore() returns the sample at or before an instant, to the tick", async () => {
  await using server = startDataHubServer({ events: { s1: ticking(3) } });
  const hub = connect(server);
  assertEquals((await hub.atOrBefore(STREAM, START + 1))?.value, 1);
  assertEquals((await hub.atOrBefore(STREAM, START + 50))?.value, 2);
  assertEquals(await hub.atOrBefore(STREAM, START - 1), null);
  assertEquals(server.seen.at(-1)?.url.searchParams.get("searchMode"), "3");
});

Deno.test("atOrBefore() ignores a sample after the instant", async () => {
  await using server = startDataHubServer();
  server.intercept = ({ path }) => path.endsWith("/Data") ? json([ticking(6)[5]]) : undefined;
  assertEquals(await connect(server).atOrBefore(STREAM, START), null);
});

Deno.test("sampled() halves a span of too many events, and remembers the length that could be read", async () => {
  await using server = startDataHubServer({ events: { s1: ticking(64) }, mostAccessed: 20 });
  const hub = connect(server);
  const ask = { stream: STREAM, from: START, to: START + 63, intervals: 8 };
  // The server's times have milliseconds, so that all ticks of a request are in its first interval.
  const values = (await hub.sampled(ask))?.map(({ value }) => value);
  assertEquals(values, [0, 15, 16, 31, 32, 47, 48, 63]);
  assertEquals(server.asked("GET", "/Streams/s1/Data/Sampled"), 2 + 4);
  await hub.sampled(ask);
  assertEquals(server.asked("GET", "/Streams/s1/Data/Sampled"), 2 + 4 + 4);
});

Deno.test("sampled() is null for a text, and where the service does not sample", async () => {
  await using server = startDataHubServer({ events: { s1: ticking(3) } });
  const hub = connect(server);
  const ask = { from: START, to: START + 3, intervals: 2 };
  assertEquals(await hub.sampled({ stream: sourceStream(2, { typeCode: 18 }), ...ask }), null);
  assertEquals(server.asked("GET", "/Streams/s1/Data/Sampled"), 0);
  server.intercept = ({ path }) => path.endsWith("/Sampled") ? failure(400, "Not supported.") : undefined;
  assertEquals(await hub.sampled({ stream: STREAM, ...ask }), null);
});

Deno.test("window() returns all samples with from < time ≤ to, over all pages", async () => {
  await using server = startDataHubServer({ events: { s1: ticking(25) }, pageCap: 4 });
  const samples = await connect(server).window(STREAM, START + 2, START + 20);
  assertEquals(samples.map((one) => one.value), Array.from({ length: 18 }, (_, index) => index + 3));
  assertEquals(server.asked("GET", "/Streams/s1/Data"), 5);
});

Deno.test("window() reads no further page once it has more than the limit", async () => {
  await using server = startDataHubServer({ events: { s1: ticking(25) }, pageCap: 4 });
  const hub = connect(server);
  assertEquals((await hub.window(STREAM, START + 2, START + 20, { atMost: 18 })).length, 18);
  assertEquals(server.asked("GET", "/Streams/s1/Data"), 5);
  assertEquals((await hub.window(STREAM, START + 2, START + 20, { atMost: 7 })).length, 8);
  assertEquals(server.asked("GET", "/Streams/s1/Data"), 7);
});

Deno.test("window() sends no request for an empty span", async () => {
  await using server = startDataHubServer({ events: { s1: ticking(2) } });
  const hub = connect(server);
  assertEquals([await hub.window(STREAM, START, START), await hub.window(STREAM, START + 1, START)], [
    [],
    [],
  ]);
  assertEquals(server.seen.length, 0);
});

Deno.test("window() keeps its bounds and order whatever the source sends", async () => {
  await using server = startDataHubServer();
  const [a, b, c, d] = ticking(4);
  server.intercept = ({ path }) => path.endsWith("/Data") ? json([d, c, a, b]) : undefined;
  const samples = await connect(server).window(STREAM, START, START + 2);
  assertEquals(samples.map((one) => one.value), [1, 2]);
});

Deno.test("window() refuses a token that does not advance", async () => {
  await using server = startDataHubServer();
  let pages = 0;
  server.intercept = ({ path }) => {
    if (!path.endsWith("/Data")) return undefined;
    return json({ Results: [], ContinuationToken: ["a", "b", "a"][pages++ % 3] });
  };
  await assertRejects(() => connect(server).window(STREAM, START, START + 9), Refusal, "the same page twice");
  assertEquals(pages, 3);
});

Deno.test("window() refuses a span with too many pages", async () => {
  await using server = startDataHubServer({ events: { s1: ticking(50) }, pageCap: 2 });
  const hub = connect(server, { limits: { maxWindowPages: 3 } });
  await assertRejects(() => hub.window(STREAM, START, START + 49), Refusal, "ask for a shorter one");
  assertEquals(server.asked("GET", "/Streams/s1/Data"), 3);
});
