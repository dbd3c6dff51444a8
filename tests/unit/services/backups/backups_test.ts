import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { KeptBackups } from "../../../../domain/backup/types.ts";
import { Backups } from "../../../../services/backups/backups.ts";
import type { Taken } from "../../../../services/backups/take.ts";
import { eventuallyEquals } from "../../../support/eventually.ts";
import { ManualClock } from "../../../support/manual_clock.ts";
import { testStorage } from "../../storage/support.ts";

const HOUR_MS = 3_600_000;
const NONE: KeptBackups = { newest: null, count: 0 };

function keptOf(atMs: number): KeptBackups {
  return { newest: { name: "a", atMs, bytes: 1_000, provedMs: atMs + 1_000 }, count: 1 };
}

/** The clock of the service stands at eight; a backup is due at half past two. */
async function scene({ present = NONE, tidyFailure = null }: Partial<{ present: KeptBackups } & Taken> = {}) {
  const test = await testStorage();
  const clock = new ManualClock();
  let looked: (() => Promise<KeptBackups>) | undefined, taken: (() => Promise<KeptBackups>) | undefined;
  const calls: string[] = [], logged: string[] = [];
  const runner = {
    look() {
      calls.push("look");
      return looked?.() ?? Promise.resolve(present);
    },
    async take() {
      calls.push("take");
      return { kept: await (taken?.() ?? Promise.resolve(keptOf(clock.nowMs))), tidyFailure };
    },
    close() {
      calls.push("close");
    },
  };
  const after = (ms: number, call: () => void) => {
    const stop = new AbortController();
    clock.sleep(ms, stop.signal).then(call, () => {});
    return () => stop.abort();
  };
  const conditions = { isFailing: false };
  const failing = <T>(work: () => Promise<T>) =>
    conditions.isFailing ? Promise.reject(new Error("disk full")) : work();
  const { ownConditions } = test.storage;
  const begin = () =>
    new Backups({
      runner,
      conditions: {
        raise: (key, condition) => failing(() => ownConditions.raise(key, condition)),
        end: (key, options) => failing(() => ownConditions.end(key, options)),
      },
      at: { minute: 150, timeZone: "UTC" },
      to: "folder",
      now: clock.now,
      after,
      log: (level, message) => logged.push(`${level} ${message}`),
    });
  return {
    ...{ clock, calls, logged, conditions, begin, backups: begin() },
    looks: (answer: () => Promise<KeptBackups>) => looked = answer,
    takes: (answer?: () => Promise<KeptBackups>) => taken = answer,
    async events() {
      const { rows } = await test.storage.events.list({ category: "system" }, { limit: 10, offset: 0 });
      return rows.map(({ event_name, is_active }) => `${event_name} ${is_active ? "stands" : "is over"}`);
    },
    async text() {
      const { rows } = await test.storage.events.list({ category: "system" }, { limit: 10, offset: 0 });
      return rows[0]?.event_description ?? "";
    },
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

Deno.test("the first backup is made soon after the start, and then one a day at its time", async () => {
  await using on = await scene();
  on.backups.start();
  await on.clock.advance(9_000);
  assertEquals([on.calls, on.backups.status().state], [[], "unknown"]);
  await on.clock.advance(1_000);
  await on.backups.catchUp();
  assertEquals([on.calls, on.backups.status().state], [["look", "take"], "good"]);
  for (const calls of [2, 3, 4]) {
    assertEquals(on.calls.length, calls);
    await on.clock.advance(24 * HOUR_MS);
    await on.backups.catchUp();
  }
  await on.backups.close();
  assertEquals(await on.events(), []);
});

Deno.test("a start makes up for the backup that was due, and for none that was made", async () => {
  for (
    const [hoursAgo, calls] of [[5, ["look"]], [6, ["look", "take"]], [200, ["look", "take"]]] as const
  ) {
    await using on = await scene({ present: keptOf(new ManualClock().nowMs - hoursAgo * HOUR_MS) });
    await on.backups.catchUp();
    assertEquals(on.calls, [...calls], `${hoursAgo} h`);
  }
});

Deno.test("a failed backup is one event with its reason, is tried again each hour, and ends with the next good one", async () => {
  await using on = await scene();
  on.takes(() => Promise.reject(new Error("The bucket answered 403 AccessDenied")));
  await on.backups.catchUp();
  assertEquals(await on.events(), ["Backup failed stands"]);
  assertStringIncludes(
    await on.text(),
    "403 AccessDenied. There is no backup that is known. It is tried again",
  );
  assertEquals(on.backups.status().failure?.inARow, 1);
  assertEquals(on.backups.status().nextMs, on.clock.nowMs + HOUR_MS);
  await on.clock.advance(HOUR_MS - 1);
  await on.backups.catchUp();
  assertEquals(on.calls.length, 2);
  await on.clock.advance(1);
  await on.backups.catchUp();
  assertEquals([on.calls.length, on.backups.status().failure?.inARow], [3, 2]);
  assertEquals(await on.events(), ["Backup failed stands"]);
  on.takes();
  await on.clock.advance(HOUR_MS);
  await on.backups.catchUp();
  assertEquals([await on.events(), on.backups.status().state], [["Backup failed is over"], "good"]);
});

Deno.test("a target that cannot be looked at is a failed backup, and another process ends its event", async () => {
  await using on = await scene();
  on.looks(() => Promise.reject(new Error("No such bucket")));
  await on.backups.catchUp();
  assertEquals([await on.events(), on.calls], [["Backup failed stands"], ["look"]]);
  on.looks(() => Promise.resolve(keptOf(on.clock.nowMs)));
  await on.begin().catchUp();
  assertEquals([await on.events(), on.calls], [["Backup failed is over"], ["look", "look"]]);
});

Deno.test("a backup that does not end is overdue 26 hours after the newest one, and no second one begins", async () => {
  await using on = await scene();
  await on.backups.catchUp();
  const ended = Promise.withResolvers<KeptBackups>();
  on.takes(() => ended.promise);
  await on.clock.advance(26 * HOUR_MS - 1);
  on.backups.catchUp();
  await on.clock.advance(0);
  assertEquals([on.backups.status().isRunning, on.backups.status().state], [true, "good"]);
  await on.clock.advance(1);
  const later = on.backups.catchUp();
  await eventuallyEquals(on.events, ["Backup overdue stands"]);
  assertEquals(on.backups.status().state, "overdue");
  assertEquals(on.calls, ["look", "take", "take"]);
  ended.resolve(keptOf(on.clock.nowMs));
  await later;
  assertEquals([await on.events(), on.backups.status().state], [["Backup overdue is over"], "good"]);
});

Deno.test("an event that the store did not take is written with the next look", async () => {
  await using on = await scene();
  on.takes(() => Promise.reject(new Error("No space left on device")));
  on.conditions.isFailing = true;
  await on.backups.catchUp();
  assertEquals([await on.events(), on.backups.status().state], [[], "failed"]);
  on.conditions.isFailing = false;
  await on.backups.catchUp();
  assertEquals([await on.events(), on.calls.length], [["Backup failed stands"], 2]);
});

Deno.test("old backups that cannot be removed are logged, and the backup is good", async () => {
  await using on = await scene({ tidyFailure: "it answered 403 AccessDenied" });
  await on.backups.catchUp();
  assertEquals([await on.events(), on.backups.status().state], [[], "good"]);
  assert(on.logged.includes("warn Old backups could not be removed"));
});

Deno.test("the end of Andon ends the backup that runs, and is no failure", async () => {
  await using on = await scene();
  const ended = Promise.withResolvers<KeptBackups>();
  on.takes(() => ended.promise);
  const running = on.backups.catchUp();
  await on.clock.advance(0);
  const closed = on.backups.close();
  ended.reject(new Error("Andon ends"));
  await Promise.all([running, closed]);
  assertEquals([await on.events(), on.calls.at(-1)], [[], "close"]);
});
