import { assert, assertEquals, assertRejects } from "@std/assert";
import type { SourceStream, WindowAsk, WindowPart, WindowReader } from "../../connectors/source.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { sourceTimeFromTicks } from "../../domain/shared/time.ts";
import { at, connect, sourceStream, TestClock } from "../support/data_hub_client.ts";
import { type DataHubServer, failure, startDataHubServer } from "../support/data_hub_server.ts";

const START = at("2026-01-31T08:00:00Z");

function ticking(count: number) {
  return Array.from({ length: count }, (_, Value) => ({ Time: sourceTimeFromTicks(START + Value), Value }));
}

function stream(id: number, sdsStreamId: string, valueProperty = "Value"): SourceStream {
  return sourceStream(id, { sdsStreamId, valueProperty });
}

function ask(one: SourceStream, from = START - 1, to = START + 100): WindowAsk {
  return { stream: one, from, to };
}

function asset(Id: string, ...streamIds: string[]) {
  return {
    Id,
    Name: Id,
    StreamReferences: streamIds.map((StreamId) => ({ Name: `ref ${StreamId}`, StreamId })),
  };
}

async function readAll(windows: WindowReader, asks: WindowAsk[], pageSize?: number): Promise<WindowPart[]> {
  const parts: WindowPart[] = [];
  for (const group of await windows.group(asks)) {
    for await (const part of windows.read(group, { pageSize })) parts.push(part);
  }
  return parts;
}

/** Per stream: the number of samples and parts, and whether its end or a failure was reported. */
function summary(parts: WindowPart[]) {
  const of = new Map<number, [number, number, string]>();
  for (const { stream: { id }, samples, done, failure } of parts) {
    const [count, pages, end] = of.get(id) ?? [0, 0, ""];
    of.set(id, [
      count + samples.length,
      pages + 1,
      end + (done ? "done" : "") + (failure?.details.status ?? ""),
    ]);
  }
  return Object.fromEntries(of);
}

function dataCalls(server: DataHubServer): string[] {
  return server.seen.map(({ path }) => path.split("/ns 1/")[1] ?? "").filter((path) => path.includes("Data"));
}

Deno.test("a window is read by pages of the requested size, and can be continued after an interruption", async () => {
  await using server = startDataHubServer({ events: { a: ticking(25) } });
  const { windows } = connect(server);
  const parts = await readAll(windows, [ask(stream(1, "a"), START + 2, START + 20)], 7);
  assertEquals(parts.map(({ samples, upTo, done }) => [samples.length, upTo - START, done]), [
    [7, 9, false],
    [7, 16, false],
    [4, 20, false],
    [0, 20, true],
  ]);
  const counts = server.seen.map(({ url }) => url.searchParams.get("count")).filter((count) =>
    count !== null
  );
  assertEquals(counts, ["7", "7", "7"]);
  const rest = await readAll(windows, [ask(stream(1, "a"), parts[0].upTo, START + 20)], 50);
  assertEquals(rest[0].samples, [...parts[1].samples, ...parts[2].samples]);
});

Deno.test("no page is requested before it is needed", async () => {
  await using server = startDataHubServer({ events: { a: ticking(25) } });
  const { windows } = connect(server);
  const [group] = await windows.group([ask(stream(1, "a"))]);
  const reading = windows.read(group, { pageSize: 5 });
  assertEquals(dataCalls(server).length, 0);
  await reading.next();
  await reading.return(undefined);
  assertEquals(dataCalls(server).length, 1);
});

Deno.test("the properties of one Data Hub stream are read together", async () => {
  await using server = startDataHubServer({
    events: { a: [{ Time: sourceTimeFromTicks(START), X: 1, Y: 2 }] },
  });
  const { windows } = connect(server);
  const parts = await readAll(windows, [ask(stream(1, "a", "X")), ask(stream(2, "A", "Y"))]);
  assertEquals(summary(parts), { 1: [1, 2, "done"], 2: [1, 2, "done"] });
  assertEquals(dataCalls(server).length, 1);
});

Deno.test("an asset's streams come with one request, in the order of the first asks; other streams are read separately", async () => {
  await using server = startDataHubServer({
    events: { a1: ticking(3), a2: ticking(4), b1: ticking(5), loose: ticking(6) },
    assets: [asset("A", "a1", "a2"), asset("B", "b1", "b2", "b3", "b4")],
  });
  const { windows } = connect(server);
  const asks = [
    ask(stream(1, "loose")),
    ask(stream(2, "A2")),
    ask(stream(3, "b1")),
    ask(stream(4, "a1")),
  ];
  assertEquals(summary(await readAll(windows, asks)), {
    1: [6, 2, "done"],
    2: [4, 1, "done"],
    3: [5, 2, "done"],
    4: [3, 1, "done"],
  });
  assertEquals(dataCalls(server), ["Streams/loose/Data", "Assets/A/Data", "Streams/b1/Data"]);
  const bounds = server.seen.find(({ path }) => path.endsWith("Assets/A/Data"))?.url.searchParams;
  assertEquals(bounds?.get("startIndex"), sourceTimeFromTicks(START));
});

Deno.test("an asset is read as a whole when at least half of its streams are wanted", async () => {
  for (const [streams, whole] of [[4, true], [5, false]] as const) {
    const ids = ["a", "b", "c", "d", "e"].slice(0, streams);
    await using server = startDataHubServer({ events: {}, assets: [asset("A", ...ids)] });
    const groups = await connect(server).windows.group([ask(stream(1, "a")), ask(stream(2, "c"))]);
    assertEquals(groups.some((group) => group.asset !== null), whole);
  }
});

Deno.test("streams with different bounds are read separately, and an empty window not at all", async () => {
  await using server = startDataHubServer({
    events: { a1: ticking(3), a2: ticking(4) },
    assets: [asset("A", "a1", "a2")],
  });
  const { windows } = connect(server);
  const asks = [
    ask(stream(1, "a1")),
    ask(stream(2, "a2"), START + 1),
    ask(stream(3, "a1"), START, START),
  ];
  assertEquals(summary(await readAll(windows, asks)), { 1: [3, 2, "done"], 2: [2, 2, "done"] });
  assertEquals(dataCalls(server), ["Streams/a1/Data", "Streams/a2/Data"]);
});

Deno.test("an asset of 50 streams is read as a whole, one of 51 is not", async () => {
  for (const [count, calls] of [[50, 1], [51, 51]]) {
    const ids = Array.from({ length: count }, (_, index) => `s${index}`);
    const events = Object.fromEntries(ids.map((id) => [id, ticking(1)]));
    await using server = startDataHubServer({ events, assets: [asset("A", ...ids)] });
    const { windows } = connect(server);
    const parts = await readAll(windows, ids.map((id, index) => ask(stream(index, id))));
    assertEquals([parts.filter((one) => one.done).length, dataCalls(server).length], [count, calls]);
  }
});

Deno.test("the good parts of an asset's answer are used, the others are read separately and reported", async () => {
  await using server = startDataHubServer({
    events: { a1: ticking(3) },
    assets: [asset("A", "a1", "gone")],
  });
  const { windows } = connect(server);
  const parts = await readAll(windows, [ask(stream(1, "gone")), ask(stream(2, "a1"))]);
  assertEquals(summary(parts), { 1: [0, 1, "done404"], 2: [3, 1, "done"] });
});

Deno.test("a missing or forbidden stream fails alone; any other failure ends the reading", async () => {
  await using server = startDataHubServer({ events: { a: ticking(3), b: ticking(3) } });
  const { windows } = connect(server);
  const fail = (status: number) => {
    server.intercept = ({ path }) => path.endsWith("/a/Data") ? failure(status, "No.") : undefined;
  };
  const asks = [ask(stream(1, "a")), ask(stream(2, "b"))];
  for (const status of [403, 404]) {
    fail(status);
    assertEquals(summary(await readAll(windows, asks)), { 1: [0, 1, `done${status}`], 2: [3, 2, "done"] });
  }
  for (const status of [400, 401, 500, 503]) {
    fail(status);
    await assertRejects(() => readAll(windows, asks), Refusal, String(status));
  }
  fail(400);
  const before = dataCalls(server).length;
  await assertRejects(() => readAll(windows, asks), Refusal, "400");
  assertEquals(dataCalls(server).length - before, 1);
});

Deno.test("an asset that cannot be read as a whole is read stream by stream", async () => {
  const world = { events: { a1: ticking(3), a2: ticking(4) }, assets: [asset("A", "a1", "a2")] };
  const asks = [ask(stream(1, "a1")), ask(stream(2, "a2"))];
  for (const status of [400, 403, 404, 405, 408, 413, 422]) {
    await using server = startDataHubServer(world);
    server.intercept = ({ path }) => path.endsWith("Assets/A/Data") ? failure(status, "No.") : undefined;
    assertEquals(summary(await readAll(connect(server).windows, asks)), {
      1: [3, 2, "done"],
      2: [4, 2, "done"],
    });
  }
  await using server = startDataHubServer(world);
  const small = connect(server, { limits: { assetBodyBytes: 100 } });
  assertEquals(summary(await readAll(small.windows, asks)), { 1: [3, 2, "done"], 2: [4, 2, "done"] });
  assertEquals(dataCalls(server), ["Assets/A/Data", "Streams/a1/Data", "Streams/a2/Data"]);
});

Deno.test("streams are read separately when the client may not read the assets", async () => {
  await using server = startDataHubServer({ events: { a: ticking(3), b: ticking(3) } });
  server.intercept = ({ path }) => path.endsWith("/Assets") ? failure(403, "No.") : undefined;
  const parts = await readAll(connect(server).windows, [ask(stream(1, "a")), ask(stream(2, "b"))]);
  assertEquals(parts.filter((one) => one.done && one.failure === null).length, 2);
});

Deno.test("a page that is too large is retried with a quarter of its events, down to 100", async () => {
  await using server = startDataHubServer({ events: { a: ticking(1000) } });
  const { windows } = connect(server, { clock: new TestClock() });
  const counts = () =>
    server.seen.map(({ url }) => url.searchParams.get("count")).filter((one) => one !== null);
  const large = {
    Error: "The request is not valid.",
    Reason: "Exceeded the maximum return count of 10 events.",
  };
  server.intercept = ({ path, url }) =>
    path.endsWith("/a/Data") && Number(url.searchParams.get("count")) > 200
      ? Response.json(large, { status: 400 })
      : undefined;
  const parts = await readAll(windows, [ask(stream(1, "a"), START - 1, START + 350)]);
  assertEquals(summary(parts), { 1: [351, 4, "done"] });
  assertEquals(counts(), ["10000", "2500", "625", "156", "156", "156"]);
  server.intercept = ({ path }) =>
    path.endsWith("/a/Data") ? Response.json(large, { status: 400 }) : undefined;
  await assertRejects(() => readAll(windows, [ask(stream(1, "a"))]), Refusal, "maximum return count");
  assertEquals(counts().slice(6), ["10000", "2500", "625", "156", "100"]);
});

Deno.test("a page beyond the byte limit is retried with fewer events", async () => {
  await using server = startDataHubServer({ events: { a: ticking(400) } });
  const { windows } = connect(server, { limits: { maxBodyBytes: 20_000 } });
  assertEquals(summary(await readAll(windows, [ask(stream(1, "a"), START - 1, START + 399)], 1000)), {
    1: [400, 3, "done"],
  });
});

Deno.test("the assets are listed once for all groups, or taken from an earlier discovery", async () => {
  await using server = startDataHubServer({
    events: { a1: ticking(1), a2: ticking(1) },
    assets: [asset("A", "a1", "a2")],
  });
  const hub = connect(server);
  const asks = [ask(stream(1, "a1")), ask(stream(2, "a2"))];
  await Promise.all([hub.windows.group(asks), hub.windows.group(asks)]);
  await hub.windows.group(asks);
  assertEquals(server.asked("GET", "/Assets"), 1);
  await hub.discover();
  const before = server.asked("GET", "/Assets");
  assert((await hub.windows.group(asks))[0].asset !== null);
  assertEquals(server.asked("GET", "/Assets"), before);
});
