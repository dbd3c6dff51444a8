import { assert, assertEquals } from "@std/assert";
import { type EventRow, type RunningSystem, spans, systemTest, timeline } from "../support/running_system.ts";

/** Source times of the recent past, in seconds from a moment just before now. */
const STREAM = "Own.A";

interface Deployed {
  id: number;
  at: (seconds: number) => string;
}

/** One instance of the limit, and samples by which an event stands from second 0 to second 1, long judged. */
async function onePast(on: RunningSystem, rule = {}): Promise<Deployed & { event: EventRow }> {
  await on.streams.make("number", STREAM);
  await on.configure();
  const id = await on.deploy(await on.template({ rules: [rule] }), { VALUE: STREAM });
  const at = timeline(300);
  await on.streams.write(STREAM, [at(0), 81], [at(0.6), 82], [at(1), 70]);
  await on.judged(at(1));
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

systemTest("what is taken away is retracted, and revived when it comes back", {}, async (on) => {
  const { id, at, event } = await onePast(on);
  await on.streams.takeAway(STREAM, at(0), at(0.9));
  const retracted = await on.event(id, (row) => row.close_reason === "data_correction");
  assertEquals(retracted, {
    ...event,
    ...{ end_time: at(0), closed_at: at(0), close_reason: "data_correction" },
    ...{ flags: ["retracted"], revision: 2 },
  });
  const wall = (await on.client.ok("GET", "/api/event-wall-data?hours=1&layout=template")).data;
  assertEquals(wall.total, 0);
  await on.streams.write(STREAM, [at(0), 81]);
  const revived = await on.event(id, (row) => row.close_reason === "condition_cleared");
  assertEquals(revived, { ...event, revision: 3, trigger: revived.trigger });
});
