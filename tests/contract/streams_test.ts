import { assert, assertEquals } from "@std/assert";
import { NO_SOURCE as NO_STATUS } from "../../actors/source/contract.ts";
import { ticksFromMs } from "../../domain/shared/time.ts";
import { discover, type Json, pathsOf, type TestApp, testApp } from "./support.ts";

const nowMs = Date.UTC(2026, 0, 31, 12);
const as = "viewer";

async function withStream(app: TestApp): Promise<number> {
  await discover(app.storage, ["P1.Pressure"]);
  return app.storage.assets.streams()[0].id;
}

Deno.test("a stream is read with its newest value, and the word active is none", async () => {
  const newest = { value: 4.5, time: ticksFromMs(nowMs) + 7, quality: "good" as const };
  const setAside = () => ({ ...newest, value: 90, time: ticksFromMs(nowMs + 86_400_000) });
  const live = { get: () => newest, setAside };
  await using app = await testApp({ now: () => nowMs, live });
  const id = await withStream(app);
  const { status, body } = await app.call(`GET /api/streams/${id}`, { as });
  assertEquals(status, 200);
  const { data } = body;
  assertEquals([data.stream_name, data.value, data.timestamp, data.quality, data.uom], [
    ...["P1.Pressure", 4.5, "2026-01-31T12:00:00.0000007Z", "good", "bar"],
  ]);
  assertEquals(data.set_aside, { timestamp: "2026-02-01T12:00:00.0000000Z", value: 90 });
  assertEquals(["v" in data, "source" in data], [false, false]);
  assertEquals((await app.call("GET /api/streams/active", { as })).body.data, []);
  for (
    const path of ["/api/streams/99999", "/api/streams/x", "/api/streams/99999/data", "/api/streams/x/data"]
  ) {
    assertEquals((await app.call(`GET ${path}`, { as })).status, 404);
  }
});

Deno.test("without a configuration there is no trend", async () => {
  await using app = await testApp({ now: () => nowMs });
  const id = await withStream(app);
  const answer = await app.call(`GET /api/streams/${id}/data`, { as });
  assertEquals([answer.status, answer.body.details.error_code], [404, "API_CONFIG_MISSING"]);
});

Deno.test("a trend's times and points are checked, before the source is asked", async () => {
  await using app = await testApp({ now: () => nowMs });
  const id = await withStream(app);
  const call = async (query: string) => {
    const answer = await app.call(`GET /api/streams/${id}/data?${query}`, { as });
    return [answer.status, pathsOf(answer)];
  };
  const good = [404, []];
  assertEquals(await call("points=2"), good);
  assertEquals(await call("points=2000"), good);
  assertEquals(await call("points=1"), [400, ["points"]]);
  assertEquals(await call("points=2001&from=today&to=1/2/2026"), [400, ["from", "points", "to"]]);
  assertEquals(await call("from=2026-01-31T11:59:59.9999999"), good);
  assertEquals(await call("from=2026-01-31T12:00:00Z"), [400, ["from"]]);
  assertEquals(await call("from=2026-01-31T10:00:00%2B02:00&to=2026-01-31T08:00:00Z"), [400, ["from"]]);
  assertEquals(await call("from=2026-01-31T09:59:00%2B02:00&to=2026-01-31T08:00:00Z"), good);
  assertEquals(await call("from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:00Z"), good);
  assertEquals(await call("from=2025-01-01T00:00:00Z&to=2026-01-02T00:00:00.001Z"), [400, ["from"]]);
});

Deno.test("the system tags are those of the decisions, each of its type and as the clock has it", async () => {
  const status = { ...NO_STATUS, state: "connected" as const, watermark_ms: nowMs - 2_500 };
  const sourceStatuses = () => [{ source: { id: 1, name: "default" }, status }];
  const settings = { plantTimeZone: "Asia/Tokyo" };
  await using app = await testApp({ now: () => nowMs, sourceStatuses, settings });
  const { data } = (await app.call("GET /api/system-tags", { as })).body;
  const rows = data.map(({ tag_name, data_type, value }: Json) => [tag_name, data_type, value]);
  assertEquals(rows, [
    ["SYS.TIME.HOUR", "NUM", 21],
    ["SYS.TIME.MINUTE", "NUM", 0],
    ["SYS.TIME.WEEKDAY", "NUM", 6],
    ["SYS.TIME.IS_WEEKEND", "BOOL", true],
    ["SYS.SOURCE.CONNECTED", "BOOL", true],
    ["SYS.SOURCE.LAG_SECONDS", "NUM", 2.5],
    ["SYS.EVENTS.ACTIVE", "NUM", 0],
    ["SYS.EVENTS.ACTIVE_CRITICAL", "NUM", 0],
    ["SYS.INSTANCES.DEPLOYED", "NUM", 0],
  ]);
  assert(
    data.every((tag: Json) => tag.timestamp === new Date(nowMs).toISOString() && tag.description !== ""),
  );
});
