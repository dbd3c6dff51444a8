import { assertEquals, assertRejects } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import { connect } from "../support/data_hub_client.ts";
import { json, property, sdsType, startDataHubServer } from "../support/data_hub_server.ts";

Deno.test("discover() reads every page, types missing from the list, and assets", async () => {
  await using server = startDataHubServer({
    types: [sdsType("One", [property("Value", 14)])],
    hiddenTypes: [sdsType("Hidden", [property("Speed", 14), property("On", 3)])],
    streams: [
      ...Array.from(
        { length: 7 },
        (_, index) => ({ Id: `s${index}`, Name: `Tank.L${index}`, TypeId: "one" }),
      ),
      { Id: "h1", Name: "Pump", TypeId: "Hidden" },
      { Id: "h2", Name: "Fan", TypeId: "hidden" },
      { Id: "g", Name: "Ghost", TypeId: "Gone" },
    ],
    assets: [
      { Id: "a1", Name: "Tank 1", StreamReferences: [{ Id: "r", StreamId: "S0" }] },
      { Id: "a2", Name: "Tank 2" },
      { Id: "a3", Name: "Tank 3" },
    ],
    pageCap: 2,
    bulk: false,
  });
  const progress: unknown[] = [];
  const found = await connect(server).discover((one) => progress.push(one));
  assertEquals(found.streams.map((one) => one.stream_id), [
    "h1.On",
    "h1.Speed",
    "h2.On",
    "h2.Speed",
    "s0",
    "s1",
    "s2",
    "s3",
    "s4",
    "s5",
    "s6",
  ]);
  assertEquals(found.assets.map((one) => one.asset_id), [
    "Fan",
    "Pump",
    "Tank",
    "Tank 1",
    "Tank 2",
    "Tank 3",
  ]);
  assertEquals(found.unsupported, [{ stream_id: "g", reason: "Its type Gone cannot be read" }]);
  assertEquals(progress.at(-1), { streams: 10, assets: 3 });
  assertEquals(server.asked("GET", "/Types/Hidden"), 1);
  assertEquals(server.asked("GET", "/Assets"), 2);
});

Deno.test("discover() counts a repeated stream once, and ends when a source ignores skip", async () => {
  await using server = startDataHubServer({ types: [sdsType("One", [property("Value", 14)])] });
  server.intercept = ({ path, url }) => {
    if (!path.endsWith("/Streams")) return undefined;
    const second = url.searchParams.get("skip") !== "0";
    return json(["S1", second ? "s1" : "s2", "s3"].map((Id) => ({ Id, TypeId: "One" })));
  };
  const found = await connect(server).discover();
  assertEquals(found.streams.map((one) => one.stream_id), ["S1", "s2", "s3"]);
  assertEquals(server.asked("GET", "/Streams"), 2);
});

Deno.test("discover() refuses an endless list", async () => {
  await using server = startDataHubServer();
  let made = 0;
  server.intercept = ({ path }) =>
    path.endsWith("/Streams") ? json([{ Id: `s${made++}`, TypeId: "T" }]) : undefined;
  await assertRejects(
    () => connect(server, { limits: { maxListPages: 5 } }).discover(),
    Refusal,
    "did not end",
  );
  assertEquals(server.asked("GET", "/Streams"), 5);
});

Deno.test("discover() works in a namespace without assets, or without anything", async () => {
  for (const assets of [null, []]) {
    await using server = startDataHubServer({ assets });
    assertEquals(await connect(server).discover(), { assets: [], streams: [], unsupported: [] });
  }
});

Deno.test("discover() fails when assets cannot be read for another reason", async () => {
  await using server = startDataHubServer();
  server.intercept = ({ path }) => path.endsWith("/Assets") ? new Response(null, { status: 500 }) : undefined;
  await assertRejects(() => connect(server).discover(), Refusal, "500");
});
