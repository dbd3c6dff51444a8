import { assert, assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import {
  aboveLimit,
  type EventRow,
  type RunningSystem,
  systemTest,
  timeline,
} from "../support/running_system.ts";

/** Longer than an answer takes on any machine: the clock is turned once the source fails. */
const LOST_SECONDS = 50;
const configuration = { source_lost_seconds: LOST_SECONDS };

async function lostEvents({ client }: RunningSystem): Promise<EventRow[]> {
  return (await client.ok("GET", "/api/rule-events/history?category=system")).data.toReversed();
}

/** No request to the source is answered any more by now. */
async function untilLost(on: RunningSystem): Promise<EventRow> {
  on.reach(new Date(Date.now() + 1_000 * LOST_SECONDS + 1).toISOString());
  return await eventually(
    "the source is lost",
    async () => (await lostEvents(on)).find((row) => row.is_active),
  );
}

async function untilFailing({ andon: { plant } }: RunningSystem): Promise<void> {
  await eventually("the source fails", () => plant.sourceStatus().reason !== null);
}

async function untilFound(on: RunningSystem): Promise<EventRow[]> {
  return await eventually("the source is back", async () => {
    const rows = await lostEvents(on);
    return rows.every((row) => !row.is_active) && rows.length > 0 ? rows : undefined;
  });
}

/** An instance with an active event since `start`. */
async function evaluatedInstance(on: RunningSystem): Promise<{ id: number; start: string }> {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const id = await on.deploy(await on.template({ rules: [{ conditions: [aboveLimit] }] }), {
    VALUE: "Own.A",
  });
  const start = timeline()(0);
  await on.streams.write("Own.A", [start, 81]);
  await on.event(id, (row) => row.is_active);
  return { id, start };
}

for (const form of ["dropped", "refused", "unavailable"] as const) {
  systemTest(`a lost source (${form}) raises one event, nothing is evaluated, and everything is caught up`, {
    configuration,
  }, async (on) => {
    const { id, start } = await evaluatedInstance(on);
    const fault = on.simulator.faults.set({ kind: "outage", form });
    await untilFailing(on);
    const lost = await untilLost(on);
    const { severity, template_instance, rule_id, instance_id, template_id } = lost;
    assertEquals([severity, template_instance, rule_id], ["error", "Andon", "source_lost"]);
    assertEquals([instance_id, template_id], [null, null]);
    assert(Date.parse(String(lost.activated_at)) - Date.parse(lost.start_time) >= 1_000 * LOST_SECONDS);
    assertEquals((await on.client.ok("GET", `/api/instances/${id}`)).data.judging, false);
    assertEquals((await on.events(id)).map((row) => row.data_state), ["unknown"]);
    assertEquals((await on.client.ok("GET", "/api/event-wall-data")).data.groups.length, 2);
    const at = timeline(0);
    on.simulator.faults.end(fault.id);
    await on.streams.write("Own.A", [at(0), 70], [at(0.5), 82]);
    const [ended] = await untilFound(on);
    assertEquals([ended.id, ended.close_reason], [lost.id, "condition_cleared"]);
    await eventually("what came meanwhile is evaluated", async () => (await on.events(id)).length === 2);
    assertEquals(
      (await on.events(id)).map(({ start_time, end_time, data_state }) => [start_time, end_time, data_state]),
      [
        [start, at(0), "known"],
        [at(0.5), null, "known"],
      ],
    );
    assertEquals((await on.client.ok("GET", `/api/instances/${id}`)).data.judging, true);
    assertEquals((await lostEvents(on)).length, 1);
  });
}

systemTest(
  "the event of a lost source is acknowledged and closed like any other",
  { configuration },
  async (on) => {
    await evaluatedInstance(on);
    const fault = on.simulator.faults.set({ kind: "outage" });
    await untilFailing(on);
    const { id } = await untilLost(on);
    await on.client.ok("POST", `/api/rule-events/${id}/acknowledge`);
    await on.client.ok("PUT", `/api/rule-events/${id}`, { note: "The line is cut" });
    await on.client.ok("POST", `/api/rule-events/${id}/shelve`, { minutes: 5, reason: "Known" });
    await on.client.ok("POST", `/api/rule-events/${id}/unshelve`);
    const closed = (await on.client.ok("POST", `/api/rule-events/${id}/close`)).data;
    assertEquals([closed.close_reason, closed.note, closed.acknowledged_by], [
      "manual",
      "The line is cut",
      "admin",
    ]);
    on.simulator.faults.end(fault.id);
    await eventually("it is connected", () => on.andon.plant.sourceStatus().state === "connected");
    assertEquals((await lostEvents(on)).map((row) => row.close_reason), ["manual"]);
    const again = on.simulator.faults.set({ kind: "outage" });
    await untilFailing(on);
    assert((await untilLost(on)).id !== id);
    on.simulator.faults.end(again.id);
    assertEquals((await untilFound(on)).length, 2);
  },
);

systemTest("a source that hangs is lost as well", { configuration }, async (on) => {
  await evaluatedInstance(on);
  const fault = on.simulator.faults.set({ kind: "slow", delay_seconds: 600 });
  const hits = () => on.simulator.faults.list().find(({ id }) => id === fault.id)!.hits;
  await eventually("a request hangs", () => hits() > 0);
  await untilLost(on);
  on.simulator.faults.end(fault.id);
});
