import { assert, assertEquals, assertRejects } from "@std/assert";
import type { AnyCommit, EventCommit, EventNotice, Mutation } from "../../../domain/shared/commit.ts";
import { keys } from "../../../storage/keys.ts";
import { type Atomic, kvBackend } from "../../../storage/store/backend.ts";
import { LIMITS } from "../../../storage/store/size.ts";
import { openStore } from "../../../storage/store/store.ts";
import { openEvent, removeEvent, saveEvent } from "../../../storage/writes/event.ts";
import { FRAMES_BYTES } from "../../../storage/writes/frames.ts";
import {
  OUTBOX_BYTES,
  OUTBOX_VALUE_BYTES,
  type OutboxValue,
  outboxValues,
  readRows,
  ROW_BYTES,
} from "../../../storage/writes/outbox.ts";
import { eventRecord, PLACES, random, type TestStore, testStore } from "./support.ts";

const AT = Date.parse("2026-01-31T08:15:02.123Z");

function opened(id: number): EventCommit {
  return openEvent(eventRecord({ id }), AT);
}

/** The notices of each commit, in the order of commits. */
async function outboxOf({ kv }: TestStore): Promise<EventNotice[][]> {
  const entries = await Array.fromAsync(kv.list<OutboxValue>({ prefix: ["outbox"] }));
  return await Promise.all(entries.map(async ({ key, value, versionstamp }) => {
    assertEquals(key, ["outbox", versionstamp]);
    const values = [value];
    for (let i = 0; i < (value.more ?? 0); i++) {
      const part = await kv.get<OutboxValue>(["part", "outbox", i, versionstamp]);
      assert(part.value !== null);
      values.push(part.value);
    }
    return values.flatMap(readRows);
  }));
}

for (const place of PLACES) {
  Deno.test(`the commit of an event writes what changed under its own versionstamp (${place})`, async () => {
    await using test = await testStore({ place });
    const before = eventRecord({ id: 7 }), after = { ...before, is_active: false, revision: 2 };
    await test.store.commit(opened(7), 0);
    await test.store.commit(saveEvent({ before, after }, AT), 0);
    await test.store.commit(removeEvent(after, AT), 0);
    assertEquals(await outboxOf(test), [
      [{ event_id: 7, change: "created", revision: 1 }],
      [{ event_id: 7, change: "updated", revision: 2 }],
      [{ event_id: 7, change: "deleted", revision: 2 }],
    ]);
  });

  Deno.test(`turns that share an atomic keep their order in one value (${place})`, async () => {
    await using test = await testStore({ place });
    const ids = Array.from({ length: 60 }, (_, i) => 1 + ((i * 37) % 60));
    const commits = test.store.stats().commits;
    await Promise.all(ids.map((id) => test.store.commit(opened(id), 0)));
    assert(test.store.stats().commits - commits < ids.length);
    assertEquals((await outboxOf(test)).flat().map(({ event_id }) => event_id), ids);
  });

  Deno.test(`rows beyond one value are split, and none is dropped where the frames are (${place})`, async () => {
    await using test = await testStore({ place });
    const rows = Math.floor(OUTBOX_BYTES / ROW_BYTES);
    const id = (i: number) => Number.MAX_SAFE_INTEGER - i;
    const revision = Number.MAX_SAFE_INTEGER;
    const notices = Array.from({ length: rows }, (_, i): EventNotice => (
      { event_id: id(i), change: "created", revision }
    ));
    const frames = [{ kind: "resource_changed", at: "", data: "x".repeat(FRAMES_BYTES) }];
    assert((await test.store.commit({ mutations: [], frames, notices }, 0)).ok);
    const [logged] = await Array.fromAsync(test.kv.list<{ resync?: true }>({ prefix: ["push"] }));
    assertEquals(logged.value.resync, true, `more than ${FRAMES_BYTES} bytes of frames are not logged`);
    const [found] = await outboxOf(test);
    assertEquals(found.map(({ event_id }) => event_id), notices.map((_, i) => id(i)));
    const more = { mutations: [], notices: [...notices, notices[0]] };
    await assertRejects(() => test.store.commit(more, 0), TypeError, "bytes of the outbox");
  });
}

Deno.test("a commit that writes an event does not compile without its notices", () => {
  const writes = opened(7), { mutations, frames } = writes;
  const key = keys.event(7);
  const told: AnyCommit[] = [writes, { mutations, notices: [] }, { mutations: [] }];
  // @ts-expect-error: the writes of an event, without `notices`.
  const untold: AnyCommit = { mutations };
  // @ts-expect-error: frames are no notices.
  const framed: AnyCommit = { mutations, frames };
  // @ts-expect-error: among other writes.
  const beside: AnyCommit = { mutations: [...mutations, { type: "delete", key: ["other"] }] };
  // @ts-expect-error: a record that is written by hand.
  const byHand: AnyCommit = { mutations: [{ type: "set", key, value: eventRecord({ id: 7 }) }] };
  // @ts-expect-error: a removal by hand.
  const removed: AnyCommit = { mutations: [{ type: "delete", key }] };
  assertEquals([...told, untold, framed, beside, byHand, removed].length, 8);
});

Deno.test("outboxValues() fills each value up to its limit and leaves out no row", () => {
  const rows = Array.from({ length: 9_000 }, (_, i) => `${i} c 1`);
  const values = outboxValues(rows);
  assertEquals(
    values.flatMap((value) => readRows(value).map(({ event_id }) => event_id)),
    rows.map((_, i) => i),
  );
  assertEquals(values.map(({ more }) => more), [values.length - 1, ...values.slice(1).map(() => undefined)]);
  for (const { rows } of values.slice(0, -1)) {
    assert(rows.length <= OUTBOX_VALUE_BYTES && rows.length > OUTBOX_VALUE_BYTES - ROW_BYTES);
  }
  assertEquals(outboxValues([]), []);
});

Deno.test("backfilled events, and frames of other kinds, write no outbox", async () => {
  await using test = await testStore();
  const { frames, ...writes } = openEvent(eventRecord({ id: 7, flags: ["backfilled"] }), AT);
  frames.push({ kind: "resource_changed", at: "", data: { type: "package", id: 3 } });
  assert((await test.store.commit({ ...writes, frames }, 0)).ok);
  assertEquals(await outboxOf(test), []);
});

Deno.test("a commit whose check fails writes no outbox, and the turns that shared its atomic write theirs", async () => {
  await using test = await testStore();
  const taken = { key: ["taken"], versionstamp: null };
  await test.store.commit({ mutations: [{ type: "set", key: ["taken"], value: 1 }] }, 0);
  const results = await Promise.all([
    test.store.commit(opened(1), 0),
    test.store.commit({ ...opened(2), checks: [taken] }, 0),
    test.store.commit(opened(3), 0),
  ]);
  assertEquals(results.map(({ ok }) => ok), [true, false, true]);
  assertEquals((await outboxOf(test)).flat().map(({ event_id }) => event_id), [1, 3]);
});

Deno.test("the rows count in the payload of an atomic: a commit that fits without its rows is refused", async () => {
  await using test = await testStore();
  const notices = Array.from({ length: 1_000 }, (_, i): EventNotice => (
    { event_id: i, change: "created", revision: 1 }
  ));
  const room = LIMITS.payloadBytes - 2_048 - notices.length * ROW_BYTES;
  const filled = (bytes: number): Mutation[] => {
    const whole = Math.floor(bytes / 65_000);
    return Array.from({ length: whole + 1 }, (_, i) => ({
      type: "set",
      key: ["p", i],
      value: new Uint8Array(i < whole ? 65_000 : bytes % 65_000),
    }));
  };
  assert((await test.store.commit({ mutations: filled(room - 1_000), notices }, 0)).ok);
  assertEquals((await outboxOf(test)).flat().length, 1_000);
  const beyond = { mutations: filled(room + 1_000), notices };
  await assertRejects(() => test.store.commit(beyond, 0), TypeError, "payload bytes");
});

Deno.test("a process that dies before its atomic lands leaves neither event nor outbox, one that dies after leaves both", async () => {
  for (const dies of ["before", "after"] as const) {
    const kv = await Deno.openKv(":memory:");
    const backend = { ...kvBackend(kv), close: () => {} };
    const died = Promise.withResolvers<never>();
    const store = await openStore({
      random,
      backend: {
        ...backend,
        write: async (atomic) => {
          if (outboxKeys(atomic) === 0) return await backend.write(atomic);
          if (dies === "after") await backend.write(atomic);
          died.reject(new Error("killed"));
          return await died.promise;
        },
      },
    });
    store.commit(opened(7), 0).catch(() => {});
    await died.promise.catch(() => {});
    const found = [(await kv.get(["event", 7])).value !== null, await count(kv, "outbox")];
    assertEquals(found, dies === "before" ? [false, 0] : [true, 1]);
    await store.close();
    kv.close();
  }
});

function outboxKeys({ mutations }: Atomic): number {
  return mutations.filter(({ key }) => key[0] === "outbox").length;
}

async function count(kv: Deno.Kv, prefix: string): Promise<number> {
  return (await Array.fromAsync(kv.list({ prefix: [prefix] }))).length;
}
