import { assertEquals } from "@std/assert";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { ListSelector } from "../../../domain/shared/commit.ts";
import { openStorage } from "../../../storage/open.ts";
import { Mirrors } from "../../../storage/mirrors.ts";
import { UnacknowledgedEvents } from "../../../storage/unacknowledged.ts";
import { changedEvent, storedEvents } from "../../support/stored_events.ts";
import { BY, eventRecord, random, testStorage } from "./support.ts";

const NOW = Date.UTC(2026, 0, 31, 8);
const MOST = 5;

const iso = (ms: number) => new Date(ms).toISOString();

function cleared(id: number) {
  const closed_at = iso(NOW + id);
  const close_reason = "condition_cleared" as const;
  return eventRecord({ id, is_active: false, end_time: closed_at, closed_at, close_reason });
}

/** A storage in which events 1 to `count` wait, and its list with a small limit. */
async function filled(count: number) {
  const test = await testStorage({ ms: NOW });
  const { storage } = test;
  const store = storage.store;
  for (let id = 1; id <= count; id++) await store.commit(storedEvents(cleared(id)), 1);
  const mirrors = new Mirrors();
  await mirrors.plantSettings.open(store);
  const list = new UnacknowledgedEvents({ store }, mirrors, MOST);
  const read = async () => {
    const { records, leftUntil } = await list.read();
    return [records.map(({ id }) => id), leftUntil];
  };
  const prune = () => list.removeOld();
  const waiting = async () => (await store.list({ prefix: ["event_unacknowledged"] })).length;
  return { test, storage, store, read, prune, waiting };
}

Deno.test("a full list of unacknowledged events shows all of them and names none that left", async () => {
  const { test, read, prune, waiting } = await filled(MOST);
  await using _ = test;
  assertEquals(await read(), [[5, 4, 3, 2, 1], null]);
  assertEquals(await prune(), { removed: 0 });
  assertEquals(await waiting(), MOST);
});

Deno.test("past the limit the oldest unacknowledged events leave, and the list says until when", async () => {
  const { test, store, read, prune, waiting } = await filled(MOST + 2);
  await using _ = test;
  const expected = [[7, 6, 5, 4, 3], iso(NOW + 2)];
  assertEquals(await read(), expected);
  assertEquals(await prune(), { removed: 2, next: true });
  assertEquals([await read(), await waiting()], [expected, MOST]);
  for (let id = 3; id <= 7; id++) {
    const acknowledged = { ...cleared(id), acknowledged_at: iso(NOW + 10) };
    await store.commit(changedEvent(cleared(id), acknowledged), 1);
  }
  await prune();
  assertEquals(await read(), [[], null], "an empty list forgets what has left");
});

Deno.test("entries from before the setting was switched on are removed", async () => {
  const { test, storage, prune, waiting } = await filled(3);
  await using _ = test;
  test.clock.ms = NOW + 60_000;
  await storage.plantSettings.save({ keep_unacknowledged: false }, BY);
  await storage.plantSettings.save({ keep_unacknowledged: true }, BY);
  const mirrors = new Mirrors();
  await mirrors.plantSettings.open(storage.store);
  const { removed } = await new UnacknowledgedEvents(storage, mirrors).removeOld();
  assertEquals([removed, await waiting()], [3, 0]);
  assertEquals(await prune(), { removed: 0 });
});

Deno.test("an event that closes once the setting is on again waits, also when old entries are being removed", async () => {
  const { test, storage, store, read, prune } = await filled(0);
  await using _ = test;
  await storage.plantSettings.save({ keep_unacknowledged: false }, BY);
  const list = store.list.bind(store);
  store.list = async <T>(selector: ListSelector) => {
    store.list = list;
    await storage.plantSettings.save({ keep_unacknowledged: true }, BY);
    await store.commit(storedEvents(cleared(1)), 1);
    return await list<T>(selector);
  };
  assertEquals(await prune(), { removed: 0 });
  assertEquals(await read(), [[1], null]);
});

Deno.test("an unacknowledged close writes one key more, any other close none", () => {
  const active = eventRecord({ id: 1 });
  const plain = { ...cleared(1), close_reason: "manual" as const };
  const keysOf = (before: EventRecord, after: EventRecord) => changedEvent(before, after).mutations.length;
  assertEquals(keysOf(active, cleared(1)), keysOf(active, plain) + 1);
  const noted = { ...cleared(1), note: "Checked", revision: 2 };
  assertEquals(keysOf(cleared(1), noted), 1, "a note changes no index");
});

Deno.test("the moment from which events wait is that of the store's first start", async () => {
  const directory = await Deno.makeTempDir();
  const options = { path: `${directory}/kv.sqlite`, random, secretsKey: new Uint8Array(32) };
  for (const nowMs of [NOW, NOW + 86_400_000]) {
    const storage = await openStorage({ ...options, now: () => nowMs });
    assertEquals(storage.plantSettings.get(), {
      keep_unacknowledged: true,
      keep_unacknowledged_since: iso(NOW),
      notification_mail_domains: [],
      working_hours: [],
      holidays: [],
    });
    await storage.close();
  }
  await Deno.remove(directory, { recursive: true });
});
