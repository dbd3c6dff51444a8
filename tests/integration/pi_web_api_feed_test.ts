import { assert, assertEquals, assertRejects } from "@std/assert";
import { FeedExpired, FeedRefused } from "../../connectors/source.ts";
import type { FoundStream } from "../../domain/asset/types.ts";
import { at, readFeed } from "../support/source_harness.ts";
import { DATABASE, scene } from "../support/pi_web_api_scene.ts";

Deno.test("PI: an unknown stream is refused by the feed, and the others are fed", async () => {
  await using plant = scene();
  for (const name of ["A", "B", "C"]) plant.world.addPoint({ name });
  const { source, streams: [a, b, c] } = await plant.found();
  plant.world.removePoint("B");
  const opened = await source.feed.open([a, b, c]);
  assertEquals(opened.refused, [b]);
  plant.world.write("C", { time: at(2), value: 2 });
  assertEquals((await readFeed(source, opened)).changes, ["3 +2=2"]);
});

Deno.test("PI: an attribute that is removed ends the position; the feed opens again without it", async () => {
  await using plant = scene();
  const { world } = plant;
  for (const name of ["A", "B"]) {
    world.addAttribute({ path: `Tank|${name}`, point: world.addPoint({ name }) });
  }
  const { source, streams: [a, b] } = await plant.found({ config: DATABASE });
  const opened = await source.feed.open([a, b]);
  world.removePoint("A");
  await assertRejects(() => source.feed.read(opened), FeedExpired);
  const again = await source.feed.open([a, b]);
  world.write("B", { time: at(1), value: 1 });
  assertEquals([again.refused, (await readFeed(source, again)).changes], [[a], ["2 +1=1"]]);
});

Deno.test("PI: a stream whose updates fail three times in a row is polled, the others stay in the feed", async () => {
  await using plant = scene();
  for (const name of ["A", "B"]) plant.world.addPoint({ name });
  const { source, streams } = await plant.found();
  let opened = await source.feed.open(streams);
  for (let failure = 1; failure <= 3; failure++) {
    const { webId } = streams[0].source as FoundStream["source"] & { webId: string };
    plant.world.updates.end(webId, "The signup was updated and any cached data could be invalid.");
    await assertRejects(() => source.feed.read(opened), FeedExpired);
    opened = await source.feed.open(streams);
    assertEquals(opened.refused.length, failure < 3 ? 0 : 1);
  }
  plant.world.write("B", { time: at(1), value: 1 });
  assertEquals((await readFeed(source, opened)).changes, ["2 +1=1"]);
  assertEquals((await source.feed.change(opened, [streams[0]], [])).refused, []);
});

Deno.test("PI: the feed holds 1,000 streams, further ones are polled", async () => {
  await using plant = scene();
  for (let i = 0; i < 1_001; i++) plant.world.addPoint({ name: `A${i}` });
  const { source, streams } = await plant.found();
  const opened = await source.feed.open(streams);
  assertEquals(opened.refused, [streams[1_000]]);
  assert(opened.cursor.length < 60_000, `${opened.cursor.length}`);
  plant.world.write("A7", { time: at(1), value: 1 });
  assertEquals((await readFeed(source, opened)).changes.length, 1);
});

Deno.test("PI: the position stays below 50,000 characters, however long its markers are", async () => {
  await using plant = scene();
  plant.world.updates.prefix = "x".repeat(1_000);
  for (let i = 0; i < 60; i++) plant.world.addPoint({ name: `A${i}` });
  const { source, streams } = await plant.found();
  const opened = await source.feed.open(streams);
  assert(opened.cursor.length > 45_000 && opened.cursor.length <= 50_000, `${opened.cursor.length}`);
  assertEquals(opened.refused.length, 60 - opened.cursor.split(" ").length);
  assertEquals((await source.feed.read(opened)).complete, true);
});

Deno.test("PI: a whole series that changed ends the position", async () => {
  await using plant = scene();
  const { webId } = plant.world.addPoint({ name: "A" });
  const { source, streams } = await plant.found();
  const opened = await source.feed.open(streams);
  const stored = { time: at(1), value: 1, good: true, questionable: false };
  plant.world.updates.add(webId, { action: "Refresh", stored });
  await assertRejects(() => source.feed.read(opened), FeedExpired);
});

Deno.test("PI: a server without Stream Updates refuses the feed", async () => {
  await using plant = scene();
  plant.world.addPoint({ name: "A" });
  const { source, streams } = await plant.found();
  for (const status of [403, 404, 405, 501]) {
    plant.server.intercept = (_request, path) =>
      path.endsWith("/updates") ? Response.json({ Errors: ["No"] }, { status }) : undefined;
    await assertRejects(() => source.feed.open(streams), FeedRefused);
  }
});
