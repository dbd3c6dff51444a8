import { assertEquals } from "@std/assert";
import type { RosterDraft } from "../../../../domain/roster/schema.ts";
import { HoleWatch } from "../../../../services/notifier/hole_watch.ts";
import type { Storage } from "../../../../storage/contract.ts";
import { eventually } from "../../../support/eventually.ts";
import { TurnedClock } from "../../../support/notifier_harness.ts";
import { BY, testStorage } from "../../storage/support.ts";

const HOUR = 3_600_000;

interface Scene extends AsyncDisposable {
  storage: Storage;
  clock: TurnedClock;
  watch: HoleWatch;
  user: number;
  /** Goes to this time and checks the rosters. */
  checkAt(time: string, plusMs?: number): Promise<void>;
  /** The newest first: whether it is active, its start, its end, its description. */
  events(): Promise<{ is_active: boolean; end_time: string | null; text: string }[]>;
}

async function scene(
  { from, zone = "Europe/Berlin", kv }: { from: string; zone?: string; kv?: Deno.Kv },
): Promise<Scene> {
  const clock = new TurnedClock(Date.parse(from));
  const test = await testStorage({ ms: clock.ms, kv });
  const { storage } = test;
  const user = storage.access.users().find(({ username }) => username === "anna") ??
    await storage.access.createUser(
      { username: "anna", password: "correct horse battery", role: "operator" },
      BY,
    );
  const watch = new HoleWatch({
    storage,
    plantTimeZone: zone,
    now: clock.now,
    after: clock.after,
    log: () => {},
  });
  return {
    storage,
    clock,
    watch,
    user: user.id,
    async checkAt(time, plusMs = 0) {
      clock.ms = test.clock.ms = Date.parse(time) + plusMs;
      await watch.check();
    },
    events: async () =>
      (await storage.events.list({ category: "system" }, { limit: 10, offset: 0 })).rows.map((row) => ({
        is_active: row.is_active,
        end_time: row.end_time,
        text: row.event_description,
      })),
    async [Symbol.asyncDispose]() {
      await watch.close();
      await test[Symbol.asyncDispose]();
    },
  };
}

/** On call on weekdays from 08:00 to 18:00, and somebody must be from 08:00 to 20:00. */
function weekdays(user: number, change: Partial<RosterDraft> = {}): RosterDraft {
  const days = [1, 2, 3, 4, 5];
  return {
    name: "Utilities",
    time_zone: "Europe/Berlin",
    required_hours: [{ weekdays: days, from: "08:00", to: "20:00" }],
    required_working_days_only: false,
    layers: [{
      name: "Days",
      user_ids: [user],
      every: 1,
      unit: "week",
      starts_on: "2026-01-05",
      handover_time: "08:00",
      hours: [{ weekdays: days, from: "08:00", to: "18:00" }],
      working_days_only: false,
    }],
    ...change,
  };
}

Deno.test("a hole is told 24 hours before it begins, not earlier, and ends when it is over", async () => {
  await using on = await scene({ from: "2026-02-01T08:00:00Z" });
  await on.storage.rosters.create(weekdays(on.user), BY);
  await on.checkAt("2026-02-01T17:00:00Z", -1);
  assertEquals(await on.events(), [], "a millisecond before");
  await on.checkAt("2026-02-01T17:00:00Z");
  assertEquals(await on.events(), [{
    is_active: true,
    end_time: null,
    text: 'Roster "Utilities" has a hole: nobody is on call from 2 Feb 2026, 18:00:00 CET until ' +
      "2 Feb 2026, 20:00:00 CET. Take it, or change the roster, under Notifications, On call",
  }]);
  for (const time of ["2026-02-01T23:00:00Z", "2026-02-02T17:00:00Z", "2026-02-02T18:59:59Z"]) {
    await on.checkAt(time);
    assertEquals((await on.events()).map(({ is_active }) => is_active), [true], time);
  }
  await on.checkAt("2026-02-02T19:00:00Z", 30_000);
  const [next, over] = await on.events();
  assertEquals([over.is_active, over.end_time], [false, "2026-02-02T19:00:00.000Z"]);
  assertEquals([next.is_active, next.text.includes("from 3 Feb 2026, 18:00:00 CET")], [true, true]);
});

Deno.test("the event ends when an override or a changed roster fills the hole, and begins again with the next hole", async () => {
  await using on = await scene({ from: "2026-02-01T18:00:00Z" });
  const roster = await on.storage.rosters.create(weekdays(on.user), BY);
  await on.watch.check();
  const from_ms = Date.parse("2026-02-02T17:00:00Z");
  const override = { user_id: on.user, from_ms, to_ms: from_ms + 2 * HOUR };
  const { id } = await on.storage.rosters.addOverride(roster.id, override, BY);
  await on.watch.check();
  assertEquals((await on.events()).map(({ is_active, end_time }) => [is_active, end_time]), [
    [false, "2026-02-01T18:00:00.000Z"],
  ]);
  await on.storage.rosters.endOverride(id, BY);
  await on.watch.check();
  assertEquals((await on.events()).map(({ is_active }) => is_active).sort(), [false, true]);
  await on.storage.rosters.update(roster.id, {
    required_hours: [{ weekdays: [1], from: "08:00", to: "18:00" }],
  }, BY);
  await on.watch.check();
  assertEquals((await on.events()).map(({ is_active }) => is_active), [false, false]);
  await on.storage.access.updateUser(on.user, { is_active: false }, BY);
  await on.watch.check();
  assertEquals(
    (await on.events()).filter(({ is_active }) => is_active).length,
    1,
    "a disabled user leaves a hole",
  );
  await on.storage.rosters.remove(roster.id, BY);
  await on.watch.check();
  assertEquals((await on.events()).filter(({ is_active }) => is_active), [], "a deleted roster has none");
});

Deno.test("a holiday makes a hole, at the change of the calendar, until the roster requires nobody on it", async () => {
  await using on = await scene({ from: "2026-02-01T18:00:00Z" });
  on.watch.start();
  const draft = weekdays(on.user, { required_hours: [] });
  const roster = await on.storage.rosters.create({
    ...weekdays(on.user, { required_hours: [{ weekdays: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" }] }),
    layers: [{ ...draft.layers[0], working_days_only: true }],
  }, BY);
  await on.watch.check();
  assertEquals(await on.events(), []);
  await on.storage.plantSettings.save({ holidays: ["2026-02-02"] }, BY);
  await eventually("the hole is told", async () => (await on.events())[0]?.is_active === true);
  await on.storage.rosters.update(roster.id, { required_working_days_only: true }, BY);
  await eventually("the hole is over", async () => (await on.events())[0]?.is_active === false);
});

Deno.test("a part of a hole that is filled leaves the event open; a change of rosters is noticed without a timer", async () => {
  await using on = await scene({ from: "2026-02-01T18:00:00Z" });
  on.watch.start();
  const roster = await on.storage.rosters.create(weekdays(on.user), BY);
  await eventually("the hole is told", async () => (await on.events()).length === 1);
  const from_ms = Date.parse("2026-02-02T17:00:00Z");
  await on.storage.rosters.addOverride(roster.id, { user_id: on.user, from_ms, to_ms: from_ms + HOUR }, BY);
  await on.watch.check();
  assertEquals((await on.events()).map(({ is_active }) => is_active), [true]);
  await on.storage.rosters.addOverride(
    roster.id,
    { user_id: on.user, from_ms: from_ms + HOUR, to_ms: from_ms + 2 * HOUR },
    BY,
  );
  await eventually("the event ends", async () => !(await on.events())[0].is_active);
  assertEquals(on.clock.waits, [60_000], "one timer, whatever changed");
});

Deno.test("24 hours are 24 hours of the clock when it is put forward or back", async () => {
  for (
    const [name, begins, text] of [
      // The local times are a day and an hour, and a day less an hour apart.
      ["forward", "2026-03-29T16:00:00Z", "29 Mar 2026, 18:00:00 CEST"],
      ["back", "2026-10-25T17:00:00Z", "25 Oct 2026, 18:00:00 CET"],
    ]
  ) {
    await using on = await scene({ from: "2026-01-10T00:00:00Z" });
    const sunday = [{ weekdays: [7], from: "18:00", to: "20:00" }];
    const [layer] = weekdays(on.user).layers;
    const hours = [{ weekdays: [1, 2, 3, 4, 5, 6], from: "00:00", to: "24:00" }];
    await on.storage.rosters.create(
      weekdays(on.user, { required_hours: sunday, layers: [{ ...layer, hours }] }),
      BY,
    );
    await on.checkAt(begins, -24 * HOUR - 1);
    assertEquals(await on.events(), [], `${name}: a millisecond before`);
    await on.checkAt(begins, -24 * HOUR);
    assertEquals((await on.events()).map(({ text: told }) => told.includes(`from ${text}`)), [true], name);
  }
});

Deno.test("a restart neither repeats nor forgets a hole, and a long one is told without an end", async () => {
  const kv = await Deno.openKv(":memory:");
  {
    await using on = await scene({ from: "2026-02-01T18:00:00Z", kv });
    await on.storage.rosters.create(weekdays(on.user, { layers: [], required_hours: [] }), BY);
    await on.watch.check();
    assertEquals((await on.events()).map(({ text }) => text.includes("for more than 14 days")), [true]);
  }
  await using on = await scene({ from: "2026-02-20T18:00:00Z", kv });
  await on.watch.check();
  assertEquals((await on.events()).map(({ is_active }) => is_active), [true]);
  const [{ id }] = on.storage.rosters.list();
  await on.storage.rosters.update(id, {
    layers: weekdays(on.user).layers.map((layer) => ({ ...layer, hours: [] })),
  }, BY);
  await on.watch.check();
  assertEquals((await on.events()).map(({ is_active }) => is_active), [false]);
  kv.close();
});
