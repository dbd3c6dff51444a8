import { assert, assertEquals } from "@std/assert";
import { DRILL_LIMITS } from "../../../../domain/event/drill.ts";
import { createNotifier } from "../../../../services/notifier/start.ts";
import { keys } from "../../../../storage/keys.ts";
import { joined } from "../../../../storage/writes/atomic_budget.ts";
import { storedEvents } from "../../../support/stored_events.ts";
import type { Commit } from "../../../../domain/shared/commit.ts";
import { eventually } from "../../../support/eventually.ts";
import { TurnedClock } from "../../../support/notifier_harness.ts";
import { eventRecord, testStorage } from "../../storage/support.ts";

const MINUTE = 60_000;

Deno.test("the notifier ends a drill that nobody answers, also one from before its start", async () => {
  const clock = new TurnedClock();
  await using test = await testStorage({ ms: clock.ms });
  const { storage } = test;
  const started = async (id: number) => {
    const at = new Date(clock.ms).toISOString();
    const event = eventRecord({ id, flags: ["drill"], start_time: at, recorded_at: at });
    const value = { v: 1, event_id: id, started_by: "anna" };
    const drill: Commit = { mutations: [{ type: "set", key: keys.drill(id), value }] };
    await storage.store.commit(joined([storedEvents(event), drill]), 1);
  };
  const isActive = async (id: number) => (await storage.events.get(id))?.is_active;
  const pass = (ms: number) => {
    test.clock.ms += ms;
    clock.turn(ms);
  };
  await started(1);
  pass(DRILL_LIMITS.minutes * MINUTE);
  await started(2);
  const service = createNotifier({
    storage,
    contactPoints: {
      sender() {
        throw new TypeError("Nobody is called here");
      },
    },
    settings: { publicUrl: null, plantTimeZone: "UTC" },
    now: clock.now,
    after: clock.after,
    randomBytes: (count) => new Uint8Array(count),
    random: () => 0.5,
    log: () => {},
  });
  service.start();
  try {
    pass(0);
    await eventually("the first one ends at the start", async () => await isActive(1) === false);
    assertEquals(await isActive(2), true);
    pass(DRILL_LIMITS.minutes * MINUTE - 1);
    await eventually("the next look is planned", () => clock.waits.some((ms) => ms > 0 && ms <= MINUTE));
    assertEquals(await isActive(2), true);
    await eventually("the second one ends in the minute after its time", async () => {
      pass(1_000);
      return await isActive(2) === false;
    });
    const { recorded_at, end_time } = (await storage.events.get(2))!;
    assert(Date.parse(end_time ?? "") - Date.parse(recorded_at) >= DRILL_LIMITS.minutes * MINUTE);
  } finally {
    await service.close();
  }
});
