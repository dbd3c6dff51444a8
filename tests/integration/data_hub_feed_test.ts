import { assert, assertEquals, assertRejects } from "@std/assert";
import { FeedExpired, type FeedPosition, FeedRefused, type SourceStream } from "../../connectors/source.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { changesOf } from "../support/batch_changes.ts";
import { at, connect, sourceStream, TestClock } from "../support/data_hub_client.ts";
import {
  failure,
  json,
  property,
  sdsType,
  startDataHubServer,
  type TestSignup,
} from "../support/data_hub_server.ts";

const T = "2026-01-31T08:00:00.0000001Z";

function streams(...ids: string[]): SourceStream[] {
  return ids.map((sdsStreamId, index) => sourceStream(index + 1, { sdsStreamId }));
}

function signup(id: string, resources: string[], changed: Partial<TestSignup> = {}): TestSignup {
  return { id, name: "andon-test", state: "Active", resources, ...changed };
}

function insert(resourceId: string, Value: number) {
  return { resourceId, operation: "Insert", events: [{ Time: T, Value }] };
}

Deno.test("open() creates a signup and waits until it is active; read() returns its changes page by page", async () => {
  await using server = startDataHubServer({ activationAsks: 3, feed: [[insert("a", 1)], [insert("b", 2)]] });
  const clock = new TestClock();
  const { feed } = connect(server, { clock });
  const opened = await feed.open(streams("a", "b"));
  assertEquals(opened, { subscription: "signup-1", cursor: "b0", refused: [] });
  let position: FeedPosition = opened;
  assertEquals(clock.slept, [1000, 1000, 1000]);
  const pages = [];
  for (let read = 0; read < 3; read++) {
    clock.nowMs += 5;
    const page = await feed.read(position);
    position = { ...position, cursor: page.cursor };
    pages.push([
      [...page.batch.streams],
      page.complete,
      page.cursor,
      page.sentAtMs === clock.nowMs,
    ]);
  }
  assertEquals(pages, [[[1], false, "b1", true], [[2], false, "b2", true], [[], true, "b2", true]]);
});

Deno.test("open() reuses one of our signups and updates its resources", async () => {
  await using server = startDataHubServer({
    signups: [
      signup("other", ["a"], { name: "somebody" }),
      signup("foreign", ["a"], { owner: "another-client" }),
      signup("dead", ["a"], { state: "Expired" }),
      signup("ours", ["A", "Old"]),
    ],
    pageCap: 2,
  });
  const position = await connect(server).feed.open(streams("a", "b"));
  assertEquals(position.subscription, "ours");
  assertEquals(server.world.signups.find((one) => one.id === "ours")?.resources, ["A", "b"]);
  assertEquals([server.asked("POST", "/signups"), server.asked("GET", "/signups/dead")], [0, 0]);
});

Deno.test("open() creates a new signup when ours is deleted meanwhile", async () => {
  await using server = startDataHubServer({ signups: [signup("ours", [])] });
  server.intercept = ({ path }) =>
    path.endsWith("/signups/ours") ? new Response(null, { status: 404 }) : undefined;
  assertEquals((await connect(server).feed.open(streams("a"))).subscription, "signup-1");
});

Deno.test("open() posts resources in chunks", async () => {
  await using server = startDataHubServer();
  const ids = Array.from({ length: 25 }, (_, index) => `s${index}`);
  const hub = connect(server, { limits: { resourceChunkSize: 10, resourcePageSize: 7 } });
  await hub.feed.open(streams(...ids));
  assertEquals(server.world.signups[0].resources, ids);
  assertEquals(server.asked("POST", "/signups/signup-1/resources"), 2);
});

Deno.test("open() gives up and deletes its signup when it does not become active", async () => {
  await using server = startDataHubServer({ activationAsks: 1000 });
  const clock = new TestClock();
  const startMs = clock.nowMs;
  await assertRejects(
    () => connect(server, { clock }).feed.open(streams("a")),
    Refusal,
    "not ready within 60 s",
  );
  assertEquals(clock.nowMs - startMs, 60_000);
  assertEquals(server.world.signups, []);
});

Deno.test("open() throws FeedRefused when the source allows no signups", async () => {
  for (const status of [403, 404, 405, 409]) {
    for (const method of ["GET", "POST"]) {
      await using server = startDataHubServer();
      server.intercept = (one) =>
        one.path.endsWith("/signups") && one.method === method ? failure(status, "No signups.") : undefined;
      await assertRejects(() => connect(server).feed.open(streams("a")), FeedRefused, "No signups.");
    }
  }
});

Deno.test("open() fails, but not with FeedRefused, when the source is busy", async () => {
  await using server = startDataHubServer();
  server.intercept = (one) =>
    one.path.endsWith("/signups") && one.method === "POST" ? failure(503, "x") : undefined;
  await assertRejects(() => connect(server).feed.open(streams("a")), Refusal, "503");
  assertEquals(server.asked("POST", "/signups"), 1);
});

Deno.test("a signup refused with 429 is created on the next try", async () => {
  await using server = startDataHubServer();
  let busy = 1;
  server.intercept = (one) =>
    one.path.endsWith("/signups") && one.method === "POST" && busy-- > 0 ? failure(429, "x") : undefined;
  await connect(server).feed.open(streams("a"));
  assertEquals(server.world.signups.length, 1);
});

Deno.test("change() adds and removes streams, and requests only what changes at the source", async () => {
  await using server = startDataHubServer({ feed: [[insert("a", 1), insert("b", 2), insert("c", 3)]] });
  const { feed } = connect(server);
  const [a, b, c] = streams("a", "b", "c");
  const alsoB = { ...sourceStream(9), source: { ...b.source, sdsStreamId: "B" } };
  const position = await feed.open([a, b]);
  const path = "/signups/signup-1/resources";
  await feed.change(position, [alsoB], []);
  await feed.change(position, [], [b]);
  assertEquals(server.asked("POST", path), 0);
  await feed.change(position, [c], [a]);
  assertEquals(server.world.signups[0].resources, ["b", "c"]);
  const page = await feed.read(position);
  assertEquals([...page.batch.streams], [9, 3]);
});

Deno.test("change() resolves only when the source lists what was added", async () => {
  await using server = startDataHubServer();
  const clock = new TestClock();
  const { feed } = connect(server, { clock });
  const position = await feed.open(streams("a"));
  let hidden = 2;
  server.intercept = (one) => {
    if (one.method !== "GET" || !one.path.endsWith("/resources")) return undefined;
    return hidden-- > 0 ? json({ resources: [{ resourceId: "a" }] }, 200, { "total-count": "1" }) : undefined;
  };
  await feed.change(position, [sourceStream(2, { sdsStreamId: "b" })], []);
  assertEquals(clock.slept, [1000, 1000]);
});

Deno.test("change() accepts what is already added or removed", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server);
  const [a, b] = streams("a", "b");
  const position = await feed.open([a]);
  server.world.signups[0].resources = ["b"];
  await feed.change(position, [b], [a]);
  assertEquals(server.world.signups[0].resources, ["b"]);
});

Deno.test("change() throws FeedExpired when the signup is gone or has ended", async () => {
  for (const end of ["gone", "Expired", "Failed"]) {
    await using server = startDataHubServer();
    const { feed } = connect(server);
    const position = await feed.open(streams("a"));
    if (end === "gone") server.world.signups = [];
    else server.world.signups[0].state = end;
    await assertRejects(
      () => feed.change(position, [sourceStream(2, { sdsStreamId: "b" })], []),
      FeedExpired,
    );
  }
});

Deno.test("changes run one at a time", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server);
  const [a, b, c] = streams("a", "b", "c");
  const position = await feed.open([a]);
  await Promise.all([
    feed.change(position, [b], []),
    feed.change(position, [c], [a]),
    feed.change(position, [], [b]),
  ]);
  assertEquals(server.world.signups[0].resources, ["c"]);
});

Deno.test("read() throws FeedExpired for an unknown bookmark or signup", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server);
  const position = await feed.open(streams("a"));
  await assertRejects(() => feed.read({ ...position, cursor: "old" }), FeedExpired);
  server.world.signups = [];
  await assertRejects(() => feed.read(position), FeedExpired);
});

Deno.test("read() throws FeedExpired for a page without bookmark of a signup that has ended", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server);
  const position = await feed.open(streams("a"));
  server.intercept = ({ path }) => path.endsWith("/updates") ? json({ data: [], bookmark: "" }) : undefined;
  await assertRejects(() => feed.read(position), Refusal, "without a bookmark");
  for (const state of ["Expired", "Failed"]) {
    server.world.signups[0].state = state;
    await assertRejects(() => feed.read(position), FeedExpired);
  }
});

Deno.test("read() refuses a page that does not move the bookmark, and unknown operations", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server);
  const position = await feed.open(streams("a"));
  const give = (body: unknown) =>
    server.intercept = ({ path }) => path.endsWith("/updates") ? json(body) : undefined;
  give({ data: [insert("a", 1)], bookmark: "b0" });
  await assertRejects(() => feed.read(position), Refusal, "without moving its bookmark");
  give({ data: [{ ...insert("a", 1), operation: "Merge" }], bookmark: "b1" });
  await assertRejects(() => feed.read(position), Refusal, "Merge");
});

Deno.test("read() counts items of unknown streams", async () => {
  await using server = startDataHubServer({ feed: [[insert("x", 1)]] });
  const hub = connect(server);
  const page = await hub.feed.read(await hub.feed.open(streams("a")));
  assertEquals([page.batch.count, page.complete, hub.counters.unknownResources], [0, false, 1]);
});

Deno.test("read() decodes unusual forms of the feed", async () => {
  const events = [{ Time: "3/7/2024 12:00:00 AM", Value: 1 }, { Time: T }, { Time: T, Value: "NaN" }];
  await using server = startDataHubServer({
    feed: [[{ resourceId: "A", operation: "Update", events }]],
    types: [sdsType("T", [property("Value", 14)])],
    streams: [{ Id: "a", TypeId: "T" }],
  });
  const { feed } = connect(server);
  const changes = changesOf((await feed.read(await feed.open(streams("a")))).batch);
  assertEquals(
    changes.map((one) => one.op === "upsert" && [one.sample.time, one.sample.value, one.sample.quality]),
    [
      [at("2024-03-07T00:00:00Z"), 1, "good"],
      [at(T), 0, "good"],
      [at(T), null, "bad"],
    ],
  );
});

Deno.test("read() before open() throws a TypeError", async () => {
  await using server = startDataHubServer();
  await assertRejects(() => connect(server).feed.read({ subscription: "x", cursor: "b0" }), TypeError);
  assertEquals(server.seen.length, 0);
});

Deno.test("leave() deletes the signup, also one that is already deleted", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server);
  const position = await feed.open([]);
  await feed.leave(position);
  assertEquals(server.world.signups, []);
  await feed.leave(position);
  assert(server.asked("DELETE", "/signups/signup-1") === 2);
});
