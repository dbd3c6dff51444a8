import { assert, assertEquals } from "@std/assert";
import { MESSAGE_BYTES, parseMessage } from "../../routes/push/subscription.ts";
import { keys } from "../../storage/keys.ts";
import { keyBytes, LIMITS } from "../../storage/store/size.ts";
import { discover, type Json, pathsOf, templateBody, type TestApp, testApp } from "./support.ts";

const as = "engineer";
/** 1,000 characters of 4 bytes each that differ only in their last one. */
const LONG = ["A", "B"].map((end) => `${"𝄞".repeat(999)}${end}`);

async function ok(app: TestApp, line: string, body?: Json): Promise<Json> {
  const answer = await app.call(line, { as, body });
  assert(answer.status < 300, `${line}: ${answer.text}`);
  return answer.body;
}

async function template(app: TestApp, placeholders = ["PUMP"]): Promise<{ packageId: number; id: number }> {
  const { data } = await ok(app, "POST /api/packages", { name: "Pumps", description: "" });
  const { template } = await ok(app, "POST /api/templates", {
    ...templateBody(data.id),
    placeholders: placeholders.map((placeholder_name) => ({ placeholder_name, data_type: "NUM" })),
    rules: [{
      rule_id: "r1",
      rule_name: "High",
      event_name: "High",
      conditions: placeholders.slice(0, 50).map((name) => ({
        stream: `<${name}>`,
        operator: "greater_than",
        value: 1,
      })),
    }],
  });
  return { packageId: data.id, id: template.id };
}

Deno.test("streams of names of 1,000 characters are found, bound a hundred times in one instance, and exported", async () => {
  await using app = await testApp();
  await discover(app.storage, LONG);
  assertEquals(LONG.map((name) => app.storage.assets.streamByName(name)?.stream_name), LONG);
  const names = Array.from({ length: 100 }, (_, i) => `P${i}`);
  const { packageId, id } = await template(app, names);
  const mappings = Object.fromEntries(names.map((name, i) => [name, LONG[i % 2]]));
  const { data } = await ok(app, "POST /api/instances", {
    template_id: id,
    instance_name: "Long",
    placeholder_mappings: mappings,
  });
  assertEquals(data.placeholder_mappings, mappings);
  const { placeholders, placeholder_mappings } = data;
  await ok(app, `PUT /api/instances/${data.id}`, {
    instance_name: "Same",
    placeholders,
    placeholder_mappings,
  });
  const document = (await ok(app, `GET /api/packages/${packageId}/export?instances=true`)).data;
  assertEquals(document.instances[0].placeholders, placeholders);
  await using other = await testApp();
  await discover(other.storage, LONG);
  const imported = await ok(other, "POST /api/packages/import", { document });
  assertEquals(imported.data.summary.refused, 0, JSON.stringify(imported.data));
  const [again] = (await ok(other, "GET /api/instances")).data;
  assertEquals(again.placeholder_mappings, mappings);
  const message = JSON.stringify({ streams: LONG });
  assert(message.length < MESSAGE_BYTES);
  assertEquals(parseMessage(message).streams, LONG);
  const rule = { stream: LONG[0], operator: "greater_than", value: LONG[1] };
  const [first] = (await ok(app, "GET /api/templates")).data;
  const changed = await app.call(`PUT /api/templates/${id}`, {
    as,
    body: { rules: [{ ...first.rules[0], conditions: [rule] }] },
  });
  assertEquals([changed.status, pathsOf(changed)], [200, []]);
});

Deno.test("the key of a long name is of a size that the store takes, and of a short one as it ever was", () => {
  const long = [...LONG, "ä".repeat(1_000), "\0".repeat(1_000), "x".repeat(2_000)].map(keys.streamByName);
  assertEquals(long.map((key) => keyBytes(key) < LIMITS.keyBytes), long.map(() => true));
  assertEquals(new Set(long.map((key) => JSON.stringify(key))).size, long.length);
  for (const name of ["Line1.Pump1", "", "x".repeat(1_900), "ä".repeat(950)]) {
    assertEquals(keys.streamByName(name), ["stream_by_name", name]);
  }
});

Deno.test("an instance is shown with the present names of its streams, missing ones included", async () => {
  await using app = await testApp();
  await discover(app.storage, ["P1", "P2"]);
  const { packageId, id } = await template(app);
  const { data } = await ok(app, "POST /api/instances", {
    template_id: id,
    instance_name: "Pump 1",
    placeholder_mappings: { PUMP: "P1" },
  });
  const { storage } = app, by = { name: "anna", role: "admin" } as const;
  const { v: _, id: stream, is_active: __, ...found } = storage.assets.streamByName("P1")!;
  const rediscover = (streams: typeof found[]) =>
    storage.assets.applyDiscovery({ assets: [], streams, unsupported: [] }, by);
  await rediscover([{ ...found, stream_name: "Renamed" }]);
  const shown = async () => (await ok(app, `GET /api/instances/${data.id}`)).data;
  assertEquals((await shown()).placeholder_mappings, { PUMP: "Renamed" });
  assertEquals((await shown()).placeholders, [{ placeholder_name: "PUMP", stream_name: "Renamed" }]);
  await rediscover([]);
  assertEquals((await shown()).placeholder_mappings, { PUMP: "Renamed" });
  const using = async (id: number) => (await ok(app, `GET /api/instances?stream_id=${id}`)).data.length;
  assertEquals(await using(stream), 1);
  const document = (await ok(app, `GET /api/packages/${packageId}/export?instances=true`)).data;
  assertEquals(document.instances[0].placeholders, [{ placeholder_name: "PUMP", stream_name: "Renamed" }]);
  const body = { document };
  const { data: { items } } = await ok(app, "POST /api/packages/import", body);
  assertEquals(items.find((item: Json) => item.type === "instance").status, "unchanged");
  document.instances[0].placeholders[0].stream_name = "P2";
  const { data: changed } = await ok(app, "POST /api/packages/import", body);
  assertEquals(changed.items.find((item: Json) => item.type === "instance").changes, [
    "placeholders.PUMP.stream_name",
  ]);
});
