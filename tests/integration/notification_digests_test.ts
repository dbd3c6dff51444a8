import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { type DecidedNotifier, decidedNotifier } from "../support/decided_notifier.ts";
import type { HttpReceiver } from "../support/http_receiver.ts";
import { changeEvent, raise, withCommit } from "../support/notifier_harness.ts";
import type { Notifications } from "../../storage/notifications/notifications.ts";

const MINUTE = 60_000, HOUR = 60 * MINUTE;
/** The office is called at once, the room after 10 minutes. */
const TWO_STEPS = {
  steps: [
    { after_minutes: 0, to: [{ kind: "contact_point" as const, id: 2 }] },
    { after_minutes: 10, to: [{ kind: "contact_point" as const, id: 1 }] },
  ],
};

interface Body {
  events: number[];
  title: string;
  text: string;
  reason: string;
}

const told = ({ messages }: HttpReceiver) => messages.map(({ body }) => body as Body);
const short = (receiver: HttpReceiver) => told(receiver).map(({ reason, events }) => [reason, events]);

/** An event that is recorded now and began so long ago. */
function since(
  { clock }: DecidedNotifier,
  ms: number,
  change: Partial<EventRecord> = {},
): Partial<EventRecord> {
  const start_time = isoFromMs(clock.ms - ms);
  return { start_time, activated_at: start_time, recorded_at: isoFromMs(clock.ms), ...change };
}

Deno.test("an event that was over before its first commit is told in a digest and never escalated", async () => {
  await using on = await decidedNotifier();
  await on.policy(TWO_STEPS);
  const over = (endMs: number) => ({ is_active: false, closed_at: isoFromMs(on.clock.ms - endMs) });
  await raise(on.storage, { id: 1, ...since(on, 3 * HOUR, over(HOUR)) });
  await raise(on.storage, { id: 2, ...since(on, 2 * HOUR, { ...over(HOUR), flags: ["late_detected"] }) });
  await raise(on.storage, { id: 3, ...since(on, 2 * HOUR, { ...over(MINUTE), severity: "critical" }) });
  await raise(on.storage, { id: 4, ...since(on, 2 * HOUR, { ...over(0), flags: ["late_detected"] }) });
  await on.idle();
  assertEquals(short(on.office), []);
  await on.pass(30_000);
  assertEquals(short(on.office), [["digest", [3, 1, 2, 4]]]);
  await on.pass(2 * HOUR, MINUTE);
  assertEquals([short(on.office).length, short(on.room)], [1, []]);
});

Deno.test("an event that is open and was activated more than 10 minutes ago is told with its age", async () => {
  await using on = await decidedNotifier();
  await on.policy(TWO_STEPS);
  const age = async (id: number, ms: number, change: Partial<EventRecord> = {}) => {
    await raise(on.storage, { id, severity: "critical", ...since(on, ms, change) });
    await on.idle();
    return told(on.office).at(-1)?.text.match(/Active for .*/)?.[0];
  };
  assertEquals(await age(1, 10 * MINUTE), undefined);
  assertEquals(await age(2, 10 * MINUTE + 1), "Active for 10 minutes");
  assertEquals(await age(3, 25 * HOUR + 5 * MINUTE), "Active for 1 day 1 hour");
  const delayed = { activated_at: isoFromMs(on.clock.ms - MINUTE) };
  assertEquals(await age(4, HOUR, delayed), undefined, "its delay ended a minute ago");
  assertEquals(short(on.office), [1, 2, 3, 4].map((id) => ["opened", [id]]));
  await on.pass(10 * MINUTE, MINUTE);
  assertEquals(told(on.room)[0].text.match(/Active for .*/)?.[0], "Active for 20 minutes");
});

Deno.test("events that were active when a bulk command deployed their instances are one digest", async () => {
  await using on = await decidedNotifier();
  await on.policy(TWO_STEPS);
  const ids = Array.from({ length: 60 }, (_, i) => i + 1);
  for (const id of ids) {
    await raise(on.storage, { id, ...since(on, 5 * MINUTE, { flags: ["initial"] }) });
    if (id % 10 === 0) await on.pass(4_000, 4_000);
  }
  assertEquals(short(on.office), []);
  await on.pass(30_000);
  assertEquals(short(on.office), [["digest", ids]]);
  await on.pass(9 * MINUTE, MINUTE);
  assertEquals(short(on.office).length, 1);
});

Deno.test("all that is still open when shelves end is one digest, and its steps begin", async () => {
  await using on = await decidedNotifier();
  await on.policy(TWO_STEPS);
  const until = { shelved_until: isoFromMs(on.clock.ms + HOUR) };
  const [, second] = [
    await raise(on.storage, { id: 1, ...since(on, 0, until) }),
    await raise(on.storage, { id: 2, ...since(on, 0, until) }),
    await raise(on.storage, { id: 3, ...since(on, 0, until) }),
    await raise(on.storage, { id: 4, ...since(on, 0, { ...until, severity: "error" }) }),
  ];
  await changeEvent(on.storage, second, { is_active: false, closed_at: isoFromMs(on.clock.ms) });
  await on.pass(HOUR, MINUTE);
  assertEquals(short(on.office), []);
  await on.pass(30_000);
  assertEquals(short(on.office), [["digest", [4, 1, 3]]]);
  await on.pass(10 * MINUTE, MINUTE);
  assertEquals(short(on.room).map(([reason]) => reason), ["escalated", "escalated", "escalated"]);
});

/** What a restore leaves: the store as it was at the backup, and a mark. */
async function restored(on: DecidedNotifier, notifications?: (real: Notifications) => Notifications) {
  await on.notifier.close();
  await on.storage.store.settled();
  on.clock.turn(HOUR);
  await on.kv.set(["notifications_restored"], { v: 1, at_ms: on.clock.ms });
  const { notifications: real } = on.storage;
  if (notifications !== undefined) return await on.restart({ notifications: notifications(real) });
  await on.restart();
  await on.idle();
}

/** A backup with an event that was told, one that was not, and some that nobody has to hear of. */
async function backedUp(on: DecidedNotifier): Promise<void> {
  await on.policy(TWO_STEPS);
  const event = (id: number, change: Partial<EventRecord> = {}) =>
    raise(on.storage, { id, ...since(on, 0, change) });
  await event(1);
  await on.idle();
  assertEquals(short(on.office), [["opened", [1]]]);
  await on.notifier.close();
  await event(2, { severity: "critical" });
  await event(3, { acknowledged_at: isoFromMs(on.clock.ms), acknowledged_by: "anna" });
  await event(4, { shelved_until: isoFromMs(on.clock.ms + 24 * HOUR) });
  await event(5, { is_active: false, closed_at: isoFromMs(on.clock.ms) });
  await event(6, { flags: ["backfilled"] });
}

Deno.test("after a restore the events that are open are told in one digest that says so, and escalate anew", async () => {
  await using on = await decidedNotifier();
  await backedUp(on);
  await restored(on);
  await raise(on.storage, { id: 7, ...since(on, 0) });
  await on.pass(30_000);
  const [, ...after] = told(on.office);
  assertEquals(after.map(({ reason, events }) => [reason, events]), [["opened", [7]], ["restored", [2, 1]]]);
  assertStringIncludes(after[1].text, "restored from a backup");
  assertStringIncludes(after[1].text, "Active for 1 hour");
  assertEquals(short(on.room), []);
  await on.pass(10 * MINUTE, MINUTE);
  assertEquals(short(on.room).toSorted(), [["escalated", [1]], ["escalated", [2]], ["escalated", [7]]]);
  await on.restart();
  await on.pass(HOUR, MINUTE);
  assertEquals([told(on.office).length, told(on.room).length], [3, 3], "a further start tells nothing again");
  const states = (await on.log()).filter(({ reason }) => reason === "restored").map(({ state }) => state);
  assertEquals(states, ["folded", "folded", "accepted"]);
});

Deno.test("an event that opens after the restore and before the notifier considers it is told as always", async () => {
  await using on = await decidedNotifier();
  await backedUp(on);
  on.clock.turn(HOUR);
  await on.kv.set(["notifications_restored"], { v: 1, at_ms: on.clock.ms });
  on.clock.turn(1_000);
  await raise(on.storage, { id: 7, ...since(on, 0) });
  await on.restart();
  await on.pass(30_000);
  assertEquals(short(on.office).slice(1), [["opened", [7]], ["restored", [2, 1]]]);
});

Deno.test("messages after a restore have keys that the original store has not used, but events of the backup keep theirs", async () => {
  await using on = await decidedNotifier();
  await on.policy({ ...TWO_STEPS, notify_resolved: true });
  const first = await raise(on.storage, { id: 1, ...since(on, 0) });
  await on.idle();
  await restored(on);
  await raise(on.storage, { id: 2, ...since(on, 0) });
  await on.pass(31_000);
  await changeEvent(on.storage, first, { is_active: false, closed_at: isoFromMs(on.clock.ms) });
  await on.idle();
  const log = (await on.log()).filter(({ state }) => state === "accepted");
  const [before, ...after] = log.map(({ key }) => key);
  const store = on.storage.id;
  assert(before.startsWith(`${store}/1/`));
  const isNew = (key: string) => key.startsWith(`${store}/r`);
  assertEquals(after.map(isNew), [true, true, true], after.join());
  const keysOfEvents = log.filter(({ reason }) => reason !== "restored").map(({ event_key }) => event_key);
  assertEquals(keysOfEvents, [
    `${store}/event/1`,
    `${store}/${after[0].split("/")[1]}/event/2`,
    `${store}/event/1`,
  ]);
});

Deno.test("a process that ends while it considers a restore leaves all of it to the next one: one digest", async () => {
  for (let commits = 0; commits < 6; commits++) {
    await using on = await decidedNotifier();
    await backedUp(on);
    let left = commits;
    const failing = (real: Notifications) =>
      withCommit(
        real,
        (commit) => left-- > 0 ? commit() : Promise.reject(new Error("The process has ended")),
      );
    await restored(on, failing);
    await on.restart();
    await on.pass(5 * MINUTE, 10_000);
    assertEquals(short(on.office).slice(1), [["restored", [2, 1]]], `after ${commits} commits`);
  }
});

Deno.test("a restore with many open events tells all of them, each once", async () => {
  await using on = await decidedNotifier();
  await on.policy(TWO_STEPS);
  await on.notifier.close();
  const ids = Array.from({ length: 1_500 }, (_, i) => 100_000 + i);
  for (const id of ids) await raise(on.storage, { id, ...since(on, 0) });
  await restored(on);
  await on.pass(30_000, 10_000);
  const digests = (await on.log()).filter(({ reason, state }) =>
    reason === "restored" && state === "accepted"
  );
  assertEquals(digests.map(({ event_ids }) => event_ids.length), [ids.length]);
  assertEquals(new Set(digests[0].event_ids), new Set(ids));
});
