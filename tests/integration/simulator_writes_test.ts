import { assertEquals } from "@std/assert";
import {
  activeSignup,
  type Ask,
  createStream,
  iso,
  readFeed,
  simulatorFixture,
  START_MS,
} from "./simulator_fixture.ts";

const at = (second: number) => `2026-03-10T09:00:0${second}.0000000Z`;
const WINDOW = `startIndex=${at(0)}&endIndex=${at(9)}`;

async function onStream(id: string, code: string | number = "Double") {
  const on = await simulatorFixture();
  await createStream(on, id, code);
  const data = `/Streams/${id}/Data`;
  return {
    ...on,
    [Symbol.asyncDispose]: on[Symbol.asyncDispose],
    simulatorFixture: on,
    put: (ask: Ask, query = "") => on.ask(data + query, ask),
    window: async () => (await on.get(`${data}?${WINDOW}`)).json,
  };
}

Deno.test("an insert is all or nothing: one existing index refuses it", async () => {
  await using on = await onStream("own");
  const insert = (seconds: number[]) =>
    on.put({ method: "POST", body: seconds.map((second) => ({ Timestamp: at(second), Value: second })) });
  assertEquals((await insert([3, 1])).status, 204);
  const refused = await insert([2, 3]);
  assertEquals([refused.status, refused.json.Parameters.Index], [409, at(3)]);
  assertEquals(await on.window(), [{ Timestamp: at(1), Value: 1 }, { Timestamp: at(3), Value: 3 }]);
});

Deno.test("PUT inserts and updates; with allowCreate=false a missing index refuses it", async () => {
  await using on = await onStream("own");
  await on.put({ method: "PUT", body: [{ Timestamp: at(1), Value: 1 }] });
  await on.put({ method: "PUT", body: [{ Timestamp: at(1), Value: 7 }, { Timestamp: at(2), Value: 2 }] });
  assertEquals(await on.window(), [{ Timestamp: at(1), Value: 7 }, { Timestamp: at(2), Value: 2 }]);
  const body = [{ Timestamp: at(5), Value: 5 }];
  assertEquals((await on.put({ method: "PUT", body }, "?allowCreate=false")).status, 404);
});

Deno.test("DELETE removes one index, or a window even if it is empty", async () => {
  await using on = await onStream("own");
  const body = [1, 2, 3].map((second) => ({ Timestamp: at(second), Value: second }));
  await on.put({ method: "POST", body });
  assertEquals((await on.put({ method: "DELETE" }, `?index=${at(2)}`)).status, 204);
  assertEquals((await on.put({ method: "DELETE" }, `?index=${at(2)}`)).status, 404);
  assertEquals((await on.window()).length, 2);
  assertEquals((await on.put({ method: "DELETE" }, `?${WINDOW}`)).status, 204);
  assertEquals((await on.put({ method: "DELETE" }, `?${WINDOW}`)).status, 204);
  assertEquals(await on.window(), []);
});

Deno.test("names of an event's members ignore case, as the vendor's library requires", async () => {
  await using on = await onStream("own");
  await on.put({ method: "POST", body: [{ timestamp: at(1), value: 1 }] });
  assertEquals(await on.window(), [{ Timestamp: at(1), Value: 1 }]);
});

Deno.test("gzip bodies are read, and requests with gzip headers but no body", async () => {
  await using on = await onStream("own");
  const body = new Blob([JSON.stringify([{ Timestamp: at(1), Value: 1 }])]).stream()
    .pipeThrough(new CompressionStream("gzip"));
  const zipped = await new Response(body).bytes();
  const { simulator } = on;
  const form = {
    grant_type: "client_credentials",
    client_id: simulator.clientId,
    client_secret: simulator.clientSecret,
  };
  const token = await fetch(`${simulator.baseUrl}/identity/connect/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  const { access_token } = await token.json();
  const path = `/api/v1/tenants/${simulator.tenantId}/namespaces/${simulator.namespaceId}/streams/own/data`;
  const headers = { Authorization: `Bearer ${access_token}`, "Content-Encoding": "gzip" };
  const posted = await fetch(simulator.baseUrl + path, { method: "POST", headers, body: zipped });
  assertEquals([posted.status, await posted.text()], [204, ""]);
  const read = await fetch(`${simulator.baseUrl}${path}/Last`, { headers });
  assertEquals((await read.json()).Value, 1);
  const broken = await fetch(simulator.baseUrl + path, { method: "POST", headers, body: "not gzip" });
  await broken.body?.cancel();
  assertEquals(broken.status, 400);
});

Deno.test("a body over 30 MB answers 413; more samples than the limit answer 400", async () => {
  await using on = await simulatorFixture({ maxWrittenSamples: 3 });
  await createStream(on, "own");
  const write = (body: unknown) => on.ask("/Streams/own/Data", { method: "PUT", body });
  assertEquals((await write([{ Timestamp: at(1), Value: "x".repeat(30_000_000) }])).status, 413);
  const samples = (seconds: number[]) => seconds.map((second) => ({ Timestamp: at(second), Value: second }));
  assertEquals((await write(samples([1, 2, 3, 4]))).status, 400);
  assertEquals((await write(samples([1, 2, 3]))).status, 204);
  assertEquals((await write(samples([1, 2, 3]))).status, 204);
});

Deno.test("invalid values are stored as sent, and are null in samples()", async () => {
  await using on = await onStream("own");
  const given = ["NaN", "abc", null, 4];
  const body = given.map((Value, second) => ({ Timestamp: at(second), Value }));
  await on.put({ method: "POST", body });
  assertEquals((await on.window()).map((event: { Value: unknown }) => event.Value), given);
  const values = on.simulator.samples("Own.own", START_MS - 3_600_000, START_MS).map((sample) =>
    sample.value
  );
  assertEquals(values, [null, null, null, 4]);
});

Deno.test("seven decimals of a second are kept; a time without zone is UTC", async () => {
  await using on = await onStream("own");
  await on.put({ method: "POST", body: [{ Timestamp: "2026-03-10 09:00:01.1234567", Value: 1 }] });
  assertEquals((await on.window())[0].Timestamp, "2026-03-10T09:00:01.1234567Z");
});

Deno.test("a stream with a number as key is read and written by it", async () => {
  await using on = await simulatorFixture();
  const type = {
    SdsTypeCode: 1,
    Properties: [
      { Id: "Order", IsKey: true, SdsType: { SdsTypeCode: "Int32" } },
      { Id: "Sin", SdsType: { SdsTypeCode: 14 } },
    ],
  };
  assertEquals((await on.ask("/Types/Wave", { method: "POST", body: type })).status, 201);
  await on.ask("/Streams/wave", { method: "POST", body: { Id: "wave", TypeId: "Wave" } });
  const body = [{ Order: 2, Sin: 0.5 }, { Order: 10, Sin: 0.7 }];
  assertEquals((await on.ask("/Streams/wave/Data", { method: "POST", body })).status, 204);
  assertEquals((await on.get("/Streams/wave/Data?startIndex=0&endIndex=10")).json, body);
});

Deno.test("writes to a plant stream change, add to and hide its computed samples", async () => {
  await using on = await simulatorFixture();
  const from = START_MS - 5_000;
  const path = "/Streams/PI_SIM_1008/Data";
  const window = `${path}?startIndex=${iso(from)}&endIndex=${iso(START_MS)}`;
  const before = (await on.get(window)).json;
  assertEquals(before.length, 5);
  const [first, second, third] = before;
  await on.ask(path, { method: "PUT", body: [{ ...first, Value: 99 }] });
  await on.ask(`${path}?index=${second.Timestamp}`, { method: "DELETE" });
  assertEquals((await on.ask(path, { method: "POST", body: [third] })).status, 409);
  assertEquals((await on.get(window)).json, [{ ...first, Value: 99 }, ...before.slice(2)]);
  await on.ask(`${path}?startIndex=${third.Timestamp}&endIndex=${iso(START_MS + 60_000)}`, {
    method: "DELETE",
  });
  assertEquals((await on.get(window)).json, [{ ...first, Value: 99 }]);
  on.clock.ms += 3_000;
  assertEquals(
    (await on.get(`${path}?startIndex=${iso(START_MS)}&endIndex=${iso(on.clock.ms)}`)).json.length,
    3,
  );
});

Deno.test("the feed reports each write, in order", async () => {
  await using on = await onStream("own");
  const signup = await activeSignup(on.simulatorFixture, ["own"]);
  await on.put({ method: "POST", body: [{ Timestamp: at(1), Value: 1 }, { Timestamp: at(2), Value: 0 }] });
  await on.put({ method: "PUT", body: [{ Timestamp: at(2), Value: 20 }, { Timestamp: at(3), Value: 3 }] });
  await on.put({ method: "PUT", body: [{ Timestamp: at(3), Value: 30 }] }, "?allowCreate=false");
  await on.put({ method: "DELETE" }, `?index=${at(1)}`);
  await on.put({ method: "DELETE" }, `?${WINDOW}`);
  const { changes } = await readFeed(on.simulatorFixture, signup);
  assertEquals(changes.map(({ operation, event }) => [operation, event.Timestamp, event.Value]), [
    ["Insert", at(1), 1],
    ["Insert", at(2), 0],
    ["Insert", at(3), 3],
    ["Update", at(2), 20],
    ["Replace", at(3), 30],
    ["Remove", at(1), undefined],
    ["RemoveWindow", at(0), undefined],
    ["RemoveWindow", at(9), undefined],
  ]);
});
