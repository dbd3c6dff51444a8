import { assert, assertEquals } from "@std/assert";
import { createStream, type Row, simulatorFixture } from "./simulator_fixture.ts";

Deno.test("pages of streams contain each stream once and end with a short page", async () => {
  await using on = await simulatorFixture({ extraStreams: 250 });
  for (let skip = 0; skip < 500; skip += 100) await on.get(`/streams?query=&skip=${skip}&count=100`);
  await createStream(on, "mine");
  const ids: string[] = [];
  for (let skip = 0;; skip += 100) {
    const { json } = await on.get(`/streams?query=&skip=${skip}&count=100`);
    ids.push(...json.map((stream: Row) => stream.Id));
    if (json.length < 100) break;
  }
  assertEquals(new Set(ids).size, ids.length);
  assert(ids.length >= 120 + 250 + 1);
  assertEquals(ids.at(-1), "mine");
  assertEquals((await on.get("/Streams?skip=100000")).json, []);
});

Deno.test("without a count a page contains 100 streams; more than 1000 is refused", async () => {
  await using on = await simulatorFixture({ extraStreams: 2000 });
  assertEquals((await on.get("/Streams?query=*")).json.length, 100);
  assertEquals((await on.get("/Streams?query=*&count=1000")).json.length, 1000);
  assertEquals((await on.ask("/Streams?count=1001")).status, 400);
});

Deno.test("a query finds streams by name, a filter by modification date", async () => {
  await using on = await simulatorFixture();
  const found = (await on.get("/Streams?query=name:*Filler.BowlLevel")).json;
  assertEquals(found.map((stream: Row) => stream.Name), [
    "Riverside.Line1.Filler.BowlLevel",
    "Hillcrest.Line2.Filler.BowlLevel",
  ]);
  const filter = encodeURIComponent("ModifiedDate gt 2026-01-01T00:00:00Z");
  assertEquals((await on.get(`/Streams?filter=${filter}`)).json, []);
  await createStream(on, "mine");
  assertEquals((await on.get(`/Streams?filter=${filter}`)).json.length, 1);
});

Deno.test("a stream, its type and its resolved form are found by id, ignoring case", async () => {
  await using on = await simulatorFixture();
  const stream = (await on.get("/streams/pi_sim_1001")).json;
  assertEquals(stream.Name, "Riverside.Line1.Mixer.State");
  const type = (await on.get("/Streams/PI_SIM_1001/type")).json;
  assertEquals(type.Id, stream.TypeId);
  assertEquals(type.Properties[1].SdsType.SdsTypeCode, 609);
  const resolved = (await on.get("/Streams/PI_SIM_1001/Resolved")).json;
  assertEquals([resolved.Resolved, resolved.Type], [true, type]);
  assertEquals((await on.ask("/Streams/none")).status, 404);
});

Deno.test("every stream's type is listed and has one DateTime key", async () => {
  await using on = await simulatorFixture();
  const types = new Map<string, { Properties: Row[] }>();
  for (const type of (await on.get("/Types?count=1000")).json) types.set(type.Id, type);
  for (const stream of (await on.get("/Streams?count=1000")).json) {
    const keys = types.get(stream.TypeId)?.Properties.filter((property) => property.IsKey) ?? [];
    assertEquals(keys.length, 1, stream.TypeId);
  }
});

Deno.test("bulk resolution answers 207 with an error for each unknown stream", async () => {
  await using on = await simulatorFixture();
  const reply = await on.ask("/bulk/streams/resolved", { method: "POST", body: ["PI_SIM_1001", "none"] });
  assertEquals(reply.status, 207);
  assertEquals(reply.json.Data.map((stream: Row) => stream.Id), ["PI_SIM_1001"]);
  assertEquals(reply.json.ChildErrors[0].StreamId, "none");
});

Deno.test("each of the thirteen units is an asset; their references name existing streams", async () => {
  await using on = await simulatorFixture();
  const reply = await on.get("/assets?count=1000");
  assertEquals(reply.headers.get("total-count"), "13");
  assertEquals(reply.json.length, 13);
  const references = reply.json.flatMap((asset: { StreamReferences: Row[] }) => asset.StreamReferences);
  const known = new Set((await on.get("/Streams?count=1000")).json.map((stream: Row) => stream.Id));
  assert(references.every((reference: Row) => known.has(reference.StreamId)));
  assertEquals(references.length, known.size);
  assertEquals((await on.get("/Assets?skip=10&count=5")).json.length, 3);
});

Deno.test("an asset's last values are those of its streams", async () => {
  await using on = await simulatorFixture();
  const { json } = await on.get("/Assets/Riverside.Line1.Mixer/Data/Last?stream=TankLevel&stream=State");
  assertEquals(Object.keys(json.Results).sort(), ["State", "TankLevel"]);
  const [level] = (await on.get("/Streams?query=name:Riverside.Line1.Mixer.TankLevel")).json;
  assertEquals(json.Results.TankLevel, [(await on.get(`/Streams/${level.Id}/Data/Last`)).json]);
  const bulk = await on.ask("/Bulk/Assets/Resolved", { method: "POST", body: ["Riverside.Line1.Mixer"] });
  assertEquals([bulk.status, bulk.json[0].Resolved], [200, true]);
});

Deno.test("tags and metadata locate a plant stream, and can be written", async () => {
  await using on = await simulatorFixture();
  assertEquals((await on.get("/Streams/PI_SIM_1001/Metadata/Site")).json, "Riverside");
  assertEquals((await on.ask("/Streams/PI_SIM_1001/Metadata/None")).status, 404);
  await createStream(on, "mine");
  await on.ask("/Streams/mine/Tags", { method: "PUT", body: ["a", "b"] });
  assertEquals((await on.get("/Streams/mine/Tags")).json, ["a", "b"]);
});

Deno.test("a created stream: 201, 200 when identical, 409 when different, 204 when deleted", async () => {
  await using on = await simulatorFixture();
  await createStream(on, "mine");
  const post = (body: Row) => on.ask("/Streams/mine", { method: "POST", body });
  assertEquals((await post({ Id: "mine", Name: "Own.mine", TypeId: "Own.Double" })).status, 200);
  assertEquals((await post({ Id: "mine", Name: "Other", TypeId: "Own.Double" })).status, 409);
  assertEquals((await on.ask("/Types/Own.Double", { method: "DELETE" })).status, 409);
  assertEquals((await on.ask("/Streams/mine", { method: "DELETE" })).status, 204);
  assertEquals((await on.ask("/Types/Own.Double", { method: "DELETE" })).status, 204);
  assertEquals((await on.ask("/Streams/PI_SIM_1001", { method: "DELETE" })).status, 403);
});
