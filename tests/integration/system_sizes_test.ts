import { assert, assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import { type RunningSystem, systemTest, timeline } from "../support/running_system.ts";

const TEXT = { placeholder_name: "TEXT", data_type: "STR" };
const VALUE = { placeholder_name: "VALUE", data_type: "NUM" };

/** As many pairs of as long texts as an event takes, of letters that the store writes three bytes for. */
const FULL = Object.fromEntries(
  Array.from({ length: 50 }, (_, i) => [String(i).padEnd(100, "€"), "€".repeat(1_000)]),
);

async function activeEvent(on: RunningSystem, rule: Json = {}): Promise<{ instance: number; path: string }> {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const template = await on.template({ rules: [rule], placeholders: [VALUE, TEXT] });
  const instance = await on.deploy(template, { VALUE: "Own.A", TEXT: "€".repeat(2_000) });
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 90]);
  const { id } = await on.event(instance, (row) => row.is_active);
  return { instance, path: `/api/rule-events/${id}` };
}

systemTest(
  "an event with texts of the greatest length goes through its whole life",
  {},
  async (on) => {
    const { instance, path } = await activeEvent(on);
    const full = { enrichment: FULL, event_description: "€".repeat(2_000), note: "€".repeat(2_000) };
    for (const note of [full.note, "€".repeat(1_999)]) {
      const changed = (await on.client.ok("PUT", path, { ...full, note })).data;
      assertEquals([changed.enrichment, changed.note], [FULL, note]);
    }
    await on.client.ok("POST", `${path}/shelve`, { minutes: 1_440, reason: "€".repeat(2_000) });
    await on.client.ok("POST", `${path}/acknowledge`);
    await on.client.ok("POST", `/api/instances/${instance}/undeploy`);
    const closed = (await on.client.ok("GET", path)).data;
    assertEquals([closed.is_active, closed.enrichment], [false, FULL]);
    const [entry] = (await on.client.ok("GET", "/api/audit-log?limit=1")).data;
    assertEquals(typeof entry.before, "object");
    await on.client.ok("DELETE", path);
  },
);

systemTest("an event's enrichment takes 162 KiB as JSON, however it is written", {}, async (on) => {
  const { path } = await activeEvent(on);
  const pairs = (last: number) =>
    Object.fromEntries(
      Array.from({ length: 42 }, (_, i) => [`key ${i}`, "😀".repeat(i < 41 ? 1_000 : last)]),
    );
  const bytes = (last: number) => new TextEncoder().encode(JSON.stringify(pairs(last))).byteLength;
  const last = Array.from({ length: 1_000 }, (_, i) => i).findLast((one) => bytes(one) <= 162 * 1024) ?? 0;
  for (let times = 0; times < 2; times++) {
    // On a busy machine so long a write may be refused as late.
    await eventuallyEquals(async () => (await on.client.put(path, { enrichment: pairs(last) })).status, 200);
  }
  const { status, body } = await on.client.put(path, { enrichment: pairs(last + 1) });
  assertEquals([status, body.details.issues.map((one: Json) => one.path)], [400, ["enrichment"]]);
});

systemTest("placeholders put in make no event larger than it may be", {}, async (on) => {
  const { path } = await activeEvent(on, {
    event_name: "<TEXT>".repeat(33),
    event_description: "<TEXT>".repeat(333),
    enrichment: Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key ${i}`, "<TEXT>".repeat(20)])),
  });
  const event = (await on.client.ok("GET", path)).data;
  assertEquals(event.event_name, `${"€".repeat(999)}…`);
  assertEquals(event.event_description, `${"€".repeat(1_999)}…`);
  assertEquals(Object.values(event.enrichment), Array(50).fill(`${"€".repeat(999)}…`));
  assertEquals((await on.client.ok("PUT", path, event)).data, event, "what was read can be written");
  await on.client.ok("POST", `${path}/close`);
});

systemTest("a text of 900,000 characters at the source holds up no other stream", {}, async (on) => {
  await on.streams.make("text", "Own.Text");
  const contains = { stream: "<TEXT>", operator: "contains", value: "x" };
  const { instance } = await activeEvent(on);
  const template = await on.template({ rules: [{ conditions: [contains] }], placeholders: [TEXT] });
  const texts = await on.deploy(template, { TEXT: "Own.Text" });
  const at = timeline();
  await on.streams.write("Own.Text", [at(0), "x".repeat(900_000)], [at(0.4), "y"]);
  await on.streams.write("Own.A", [at(0.1), 10], [at(0.2), 90]);
  await eventually("the other stream's event", async () => (await on.events(instance)).length === 2);
  const event = await on.event(texts, (row) => !row.is_active);
  assertEquals((event.trigger as Json[]).map(({ stream_id: _, unit: __, ...sample }) => sample), [{
    stream: "Own.Text",
    value: `${"x".repeat(199)}…`,
    time: at(0).replace("Z", "0000Z"),
  }]);
  const { data } = await on.client.ok("GET", "/api/streams/active");
  const stream = data.find((one: Json) => one.stream_name === "Own.Text");
  assertEquals(stream.value, "y");
  assert(
    !on.logged.some((line) => line.startsWith("error")),
    on.logged.find((line) => line.startsWith("error")),
  );
});
