import { assert, assertEquals, assertRejects } from "@std/assert";
import {
  FeedExpired,
  type FeedPage,
  type FeedPosition,
  FeedRefused,
  type SourceStream,
} from "../../connectors/source.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { at, connect, sourceStream, TestClock } from "../support/data_hub_client.ts";
import { failure, startDataHubServer, type TestSignup } from "../support/data_hub_server.ts";

const SMALL = { signupSize: 3, resourceChunkSize: 2 };

function streams(...ids: string[]): SourceStream[] {
  return ids.map((sdsStreamId, index) => sourceStream(index + 1, { sdsStreamId }));
}

function idsOf(all: readonly SourceStream[]): string[] {
  return all.map((stream) => String(stream.source.sdsStreamId));
}

function signup(id: string, ...resources: string[]): TestSignup {
  return { id, name: "andon-test", state: "Active", resources };
}

function insert(resourceId: string, time: string) {
  return { resourceId, operation: "Insert", events: [{ Time: `2026-01-31T${time}Z`, Value: 1 }] };
}

function resourcesOf(signups: TestSignup[]) {
  return Object.fromEntries(signups.map((one) => [one.id, one.resources]));
}

Deno.test("open() distributes streams beyond a signup's limit over several, and finds them again", async () => {
  await using server = startDataHubServer({ activationAsks: 1 });
  const all = streams("a", "b", "c", "d", "e", "f", "g");
  const position = await connect(server, { limits: SMALL }).feed.open(all);
  assertEquals(resourcesOf(server.world.signups), {
    "signup-1": ["a", "b", "c"],
    "signup-2": ["d", "e", "f"],
    "signup-3": ["g"],
  });
  assertEquals(position.refused, []);
  const posts =
    server.seen.filter(({ method, path }) => method === "POST" && path.includes("/signups")).length;
  assertEquals(await connect(server, { limits: SMALL }).feed.open(all), position);
  assertEquals(
    server.seen.filter(({ method, path }) => method === "POST" && path.includes("/signups")).length,
    posts,
  );
});

Deno.test("a signup contains up to 10,000 streams, and the 10,001st is in another", async () => {
  for (const [count, signups] of [[10_000, 1], [10_001, 2]]) {
    await using server = startDataHubServer();
    await connect(server).feed.open(streams(...Array.from({ length: count }, (_, index) => `s${index}`)));
    assertEquals(server.world.signups.length, signups);
  }
});

Deno.test("open() fills free space in our signups, and deletes empty ones", async () => {
  await using server = startDataHubServer({
    signups: [signup("x", "a", "gone"), signup("y", "old"), signup("z", "b", "c", "d")],
  });
  const position = await connect(server, { limits: SMALL }).feed.open(streams("a", "b", "c", "d", "e"));
  assertEquals(resourcesOf(server.world.signups), { x: ["a", "e"], z: ["b", "c", "d"] });
  assertEquals(position.subscription, "x z");
});

Deno.test("change() creates a signup when the others are full, and deletes an empty one", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server, { limits: SMALL });
  const [a, b, c, d, e] = streams("a", "b", "c", "d", "e");
  let position = await feed.open([a, b, c]);
  position = await feed.change({ ...position, cursor: "b7" }, [d, e], []);
  assertEquals(position, { subscription: "signup-1 signup-2", cursor: "b7 b0", refused: [] });
  position = await feed.change(position, [], [a, b, c]);
  assertEquals([position.subscription, resourcesOf(server.world.signups)], ["signup-2", {
    "signup-2": ["d", "e"],
  }]);
  position = await feed.change(position, [], [d, e]);
  assertEquals(resourcesOf(server.world.signups), { "signup-2": [] });
});

Deno.test("read() joins the pages of all signups; `reached` is that of the one furthest behind", async () => {
  await using server = startDataHubServer({
    feeds: {
      "signup-1": [[insert("a", "08:00:01")], [insert("b", "08:00:02")], [insert("c", "07:59:59")]],
      "signup-2": [[insert("d", "08:00:09")]],
    },
  });
  const clock = new TestClock();
  const { feed } = connect(server, { clock, limits: SMALL });
  let position: FeedPosition = await feed.open(streams("a", "b", "c", "d"));
  const startMs = clock.nowMs;
  const pages: FeedPage[] = [];
  while (pages.at(-1)?.complete !== true) {
    pages.push(await feed.read(position));
    position = { ...position, cursor: pages[pages.length - 1].cursor };
    clock.nowMs += 1000;
  }
  const reached = (time: string) => at(`2026-01-31T${time}Z`);
  assertEquals(pages.map((page) => [[...page.batch.streams], page.cursor, page.reached]), [
    [[1, 4], "b1 b1", reached("08:00:01")],
    [[2], "b2 b1", reached("08:00:01")],
    [[3], "b3 b1", reached("07:59:59")],
    [[], "b3 b1", Infinity],
  ]);
  // The second signup reached its end with the second page, so the end of both is not later.
  assertEquals(pages[3].sentAtMs, startMs + 1000);
  const updates = (id: string) => server.asked("GET", `/signups/${id}/updates`);
  assertEquals([updates("signup-1"), updates("signup-2")], [4, 2]);
  await feed.read(position);
  assertEquals([updates("signup-1"), updates("signup-2")], [5, 3]);
});

Deno.test("read() reads every signup again after a failure", async () => {
  await using server = startDataHubServer({ feeds: { "signup-1": [[insert("a", "08:00:01")]] } });
  const { feed } = connect(server, { limits: SMALL });
  const opened = await feed.open(streams("a", "b", "c", "d"));
  const page = await feed.read(opened);
  server.intercept = ({ path }) => path.endsWith("/signup-1/updates") ? failure(500, "Down.") : undefined;
  await assertRejects(() => feed.read({ ...opened, cursor: page.cursor }), Refusal, "Down.");
  server.intercept = () => undefined;
  server.world.feeds["signup-2"] = [[insert("d", "08:00:05")]];
  const next = await feed.read({ ...opened, cursor: page.cursor });
  assertEquals([...next.batch.streams], [4]);
});

Deno.test("read() throws FeedExpired when one of several signups is deleted, whatever else fails", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server, { limits: SMALL });
  const position = await feed.open(streams("a", "b", "c", "d"));
  server.world.signups.pop();
  server.intercept = ({ path }) => path.endsWith("/signup-1/updates") ? failure(500, "Down.") : undefined;
  await assertRejects(() => feed.read(position), FeedExpired);
});

Deno.test("leave() deletes every signup", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server, { limits: SMALL });
  await feed.leave(await feed.open(streams("a", "b", "c", "d")));
  assertEquals(server.world.signups, []);
});

Deno.test("leave() spares the signups that another position continues", async () => {
  await using server = startDataHubServer();
  const { feed } = connect(server, { limits: SMALL });
  const former = await feed.open(streams("a", "b", "c", "d"));
  const [kept] = former.subscription.split(" ");
  await feed.leave(former, { subscription: kept, cursor: "b9" });
  assertEquals(server.world.signups.map(({ id }) => id), [kept]);
});

Deno.test("a refused stream is reported, and every other one is fed", async () => {
  for (const how of ["refusedResources", "turnedAway", "inaccessible"] as const) {
    await using server = startDataHubServer({ [how]: ["bad"], feed: [[insert("b", "08:00:01")]] });
    const { feed } = connect(server, { limits: { signupSize: 4, resourceChunkSize: 4 } });
    const all = streams("a", "bad", "b", "c");
    const alsoBad = { ...sourceStream(9), source: { ...all[1].source, valueProperty: "Other" } };
    const opened = await feed.open([...all, alsoBad]);
    assertEquals(opened.refused.map((one) => one.id), [2, 9], how);
    assertEquals((await feed.read(opened)).batch.count, 1);
    const [more] = streams("more");
    const changed = await feed.change(opened, [{ ...more, id: 20 }], []);
    assertEquals(changed.refused.map((one) => one.id), [2, 9], how);
    const held = server.world.signups.flatMap((one) => one.resources);
    assertEquals(held.filter((id) => id !== "bad").sort(), ["a", "b", "c", "more"]);
  }
});

Deno.test("change() reports refused streams, and retries them only when added again", async () => {
  await using server = startDataHubServer({ refusedResources: ["bad"] });
  const clock = new TestClock();
  const { feed } = connect(server, { clock });
  const [a, b, bad] = streams("a", "b", "bad");
  let position = await feed.change(await feed.open([a]), [bad], []);
  assertEquals(idsOf(position.refused), ["bad"]);
  const posts = () => server.asked("POST", "/signups/signup-1/resources");
  const before = posts();
  position = await feed.change(position, [b], []);
  assertEquals([idsOf(position.refused), posts() - before], [["bad"], 1]);
  assert(!server.seen.at(-3)?.body.includes("bad"));
  server.world.refusedResources = [];
  position = await feed.change(position, [bad], []);
  assertEquals(position.refused, []);
  assertEquals(server.world.signups[0].resources, ["a", "b", "bad"]);
  assertEquals(clock.slept, []);
});

Deno.test("a stream that a signup does not list within a minute is refused, and the others are fed", async () => {
  await using server = startDataHubServer();
  const clock = new TestClock();
  const { feed } = connect(server, { clock });
  server.intercept = ({ method, path, body }) => {
    const isAdding = method === "POST" && path.endsWith("/resources") && body.includes("slow");
    return isAdding ? new Response(null, { status: 202 }) : undefined;
  };
  const opened = await feed.open(streams("a"));
  const startMs = clock.nowMs;
  const [slow] = streams("slow");
  assertEquals(idsOf((await feed.change(opened, [{ ...slow, id: 2 }], [])).refused), ["slow"]);
  assertEquals(clock.nowMs - startMs, 60_000);
});

Deno.test("open() throws FeedRefused when no stream is accepted", async () => {
  await using server = startDataHubServer({ turnedAway: ["a", "b"] });
  await assertRejects(() => connect(server).feed.open(streams("a", "b")), FeedRefused, "none of the streams");
});

Deno.test("streams are refused, not the feed, when the tenant allows no further signup", async () => {
  await using server = startDataHubServer({ maxSignups: 1 });
  const opened = await connect(server, { limits: SMALL }).feed.open(streams("a", "b", "c", "d", "e"));
  assertEquals([opened.subscription, idsOf(opened.refused)], ["signup-1", ["d", "e"]]);
});

Deno.test("open() deletes the signups it created when a later one fails", async () => {
  await using server = startDataHubServer({ signups: [signup("x", "a", "b", "c")] });
  server.intercept = ({ method, path }) =>
    method === "POST" && path.endsWith("/signups") && server.world.signups.length === 2
      ? failure(500, "Down.")
      : undefined;
  const all = streams("a", "b", "c", "d", "e", "f", "g");
  await assertRejects(() => connect(server, { limits: SMALL }).feed.open(all), Refusal, "Down.");
  assertEquals(resourcesOf(server.world.signups), { x: ["a", "b", "c"] });
});
