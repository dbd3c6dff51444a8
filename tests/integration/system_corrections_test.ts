import { assert, assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { type EventRow, type RunningSystem, spans, systemTest, timeline } from "../support/running_system.ts";

const STREAM = "Own.A";

interface Deployed {
  id: number;
  at: (seconds: number) => string;
}

/** One instance of the limit, and samples that raise an event from second 0 to second 1, evaluated long ago. */
async function onePast(on: RunningSystem, rule = {}): Promise<Deployed & { event: EventRow }> {
  await on.streams.make("number", STREAM);
  await on.configure();
  const id = await on.deploy(await on.template({ rules: [rule] }), { VALUE: STREAM });
  const at = timeline(300);
  await on.streams.write(STREAM, [at(0), 81], [at(0.6), 82], [at(1), 70]);
  await on.evaluated(at(1));
  return { id, at, event: await on.event(id, (row) => !row.is_active) };
}

systemTest(
  "vector 11: a late sample parts an event; its id, note and acknowledgement stay",
  {},
  async (on) => {
    const { id, at, event } = await onePast(on);
    await on.client.ok("POST", `/api/rule-events/${event.id}/acknowledge`);
    const { data: noted } = await on.client.ok("PUT", `/api/rule-events/${event.id}`, { note: "Seen" });
    await on.streams.write(STREAM, [at(0.5), 70]);
    const late = await on.event(id, (row) => (row.flags as string[]).includes("late_detected"));
    const [first, second] = await on.events(id);
    assertEquals(spans([first, second]), [[at(0), at(0.5)], [at(0.6), at(1)]]);
    assertEquals(first, {
      ...noted,
      end_time: at(0.5),
      closed_at: at(0.5),
      revision: event.revision as number + 1,
    });
    assertEquals([first.id, first.note], [event.id, "Seen"]);
    assert(first.acknowledged_by !== null);
    assertEquals([second.id, second.flags, second.is_active], [late.id, ["late_detected"], false]);
  },
);

systemTest(
  "an event whose samples are removed is retracted, and revived when they return",
  { byShards: true },
  async (on) => {
    const { id, at, event } = await onePast(on);
    await on.streams.takeAway(STREAM, at(0), at(0.9));
    const retracted = await on.event(id, (row) => row.close_reason === "data_correction");
    assertEquals(retracted, {
      ...event,
      end_time: at(0),
      closed_at: at(0),
      close_reason: "data_correction",
      flags: ["retracted"],
      revision: 2,
    });
    const wall = (await on.client.ok("GET", "/api/event-wall-data?hours=1&layout=template")).data;
    assertEquals(wall.total, 0);
    await on.streams.write(STREAM, [at(0), 81]);
    const revived = await on.event(id, (row) => row.close_reason === "condition_cleared");
    assertEquals(revived, { ...event, revision: 3, trigger: revived.trigger });
  },
);

systemTest(
  "an updated sample moves an event's end, a removed one its start, and the id stays",
  {},
  async (on) => {
    const { id, at, event } = await onePast(on);
    await on.client.ok("PUT", `/api/rule-events/${event.id}`, { severity: "critical", note: "Mine" });
    await on.streams.write(STREAM, [at(0.6), 60]);
    const shorter = await on.event(id, (row) => row.end_time === at(0.6));
    assertEquals([shorter.id, shorter.severity, shorter.note, shorter.revision], [
      event.id,
      "critical",
      "Mine",
      2,
    ]);
    await on.streams.write(STREAM, [at(0.6), 82]);
    await on.event(id, (row) => row.end_time === at(1));
    await on.streams.takeAway(STREAM, at(0));
    const later = await on.event(id, (row) => row.start_time === at(0.6));
    assertEquals([later.id, later.severity, later.note, later.revision], [event.id, "critical", "Mine", 4]);
    assertEquals(spans(await on.events(id)), [[at(0.6), at(1)]]);
    const audit = (await on.client.ok("GET", "/api/audit-log?limit=20")).data;
    const own = audit.filter((entry: { resource_type: string; resource_id: string; who: string }) =>
      entry.resource_type === "rule_event" && entry.resource_id === String(event.id) && entry.who === "Andon"
    );
    assertEquals(own.map((entry: { action: string }) => entry.action), [
      ...["corrected", "corrected", "corrected"],
      ...["cleared", "raised"],
    ]);
  },
);

systemTest(
  "an active event is ended by a late sample, and its rule continues from there",
  { byShards: true },
  async (on) => {
    await on.streams.make("number", STREAM);
    await on.configure();
    const id = await on.deploy(await on.template({ rules: [{}] }), { VALUE: STREAM });
    const at = timeline(300);
    await on.streams.write(STREAM, [at(0), 81]);
    const event = await on.event(id, (row) => row.is_active);
    await on.evaluated(at(0.3));
    await on.streams.write(STREAM, [at(0.2), 70]);
    const ended = await on.event(id, (row) => row.end_time === at(0.2));
    assertEquals([ended.id, ended.is_active], [event.id, false]);
    assertEquals((await on.client.ok("GET", "/api/rule-events/active")).data, []);
    const next = timeline(300);
    await on.streams.write(STREAM, [next(0), 90]);
    const opened = await on.event(id, (row) => row.start_time === next(0));
    assertEquals([opened.is_active, opened.flags], [true, []], "live again, not late");
    await on.streams.takeAway(STREAM, next(0));
    await on.event(id, (row) => row.id === opened.id && row.close_reason === "data_correction");
    assertEquals((await on.client.ok("GET", "/api/rule-events/active")).data, []);
  },
);

systemTest("no correction restores a deleted event", { byShards: true }, async (on) => {
  const { id, at, event } = await onePast(on);
  await on.client.ok("DELETE", `/api/rule-events/${event.id}`);
  await on.streams.write(STREAM, [at(0.8), 70]);
  await on.streams.write(STREAM, [at(0.9), 95]);
  const late = await on.event(id, (row) => row.start_time === at(0.9));
  assertEquals([late.flags, spans(await on.events(id))], [["late_detected"], [[at(0.9), at(1)]]]);
});

systemTest(
  "a manual close keeps its time when the past before it changes",
  { byShards: true },
  async (on) => {
    await on.streams.make("number", STREAM);
    await on.configure();
    const id = await on.deploy(await on.template({ rules: [{}] }), { VALUE: STREAM });
    const at = timeline(300);
    await on.streams.write(STREAM, [at(0), 81]);
    const event = await on.event(id, (row) => row.is_active);
    const { data: closed } = await on.client.ok("POST", `/api/rule-events/${event.id}/close`);
    await on.evaluated(new Date(Date.parse(closed.closed_at) + 100).toISOString());
    await on.streams.write(STREAM, [at(-0.2), 85]);
    const moved = await on.event(id, (row) => row.start_time === at(-0.2));
    assertEquals([moved.id, moved.end_time, moved.close_reason], [event.id, closed.end_time, "manual"]);
    assertEquals((await on.events(id)).length, 1);
    const held = (await on.client.ok("GET", "/api/rule-events/active")).data;
    assertEquals(held, [], "the rule is held until its condition was false");
  },
);

systemTest(
  "a correction reaches every instance that names the stream, and no other",
  { byShards: true },
  async (on) => {
    await on.streams.make("number", STREAM, "Own.B");
    await on.configure();
    const template = await on.template({ rules: [{}] });
    const ids = [await on.deploy(template, { VALUE: STREAM }), await on.deploy(template, { VALUE: STREAM })];
    const other = await on.deploy(template, { VALUE: "Own.B" });
    const at = timeline(300);
    await on.streams.write("Own.B", [at(0), 81], [at(0.5), 70]);
    await on.streams.write(STREAM, [at(0.5), 70]);
    await on.evaluated(at(0.6));
    const before = await on.events(other);
    await on.streams.write(STREAM, [at(0), 81]);
    for (const id of ids) {
      await on.event(id, (row) => row.end_time === at(0.5));
      assertEquals(spans(await on.events(id)), [[at(0), at(0.5)]]);
    }
    await eventually("nothing is left to correct", async () => {
      const left = await on.andon.storage.store.list({ prefix: ["correction"] });
      return left.length === 0;
    });
    assertEquals(await on.events(other), before);
  },
);
