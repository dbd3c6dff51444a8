import { assert, assertEquals, assertMatch, assertRejects } from "@std/assert";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import type { Mutation } from "../../../../domain/shared/commit.ts";
import type { Atomic, KvBackend } from "../../../../storage/store/backend.ts";
import type { StoreOptions } from "../../../../storage/store/options.ts";
import { StoppedClock, testStore, until } from "../support.ts";

const set = (key: string, value: unknown = 1): Mutation => ({ type: "set", key: [key], value });

/** Real KV whose writes fail with an error of SQLite, until the test repairs it. */
async function ailing(options: Partial<StoreOptions> = {}) {
  const clock = new StoppedClock();
  const state = { says: "", writes: 0 };
  const logged: string[] = [];
  const write = async (atomic: Atomic, backend: KvBackend) => {
    state.writes++;
    if (state.says !== "") {
      clock.turn(25);
      throw new TypeError(state.says);
    }
    return await backend.write(atomic);
  };
  const test = await testStore({
    wrap: (backend) => ({ ...backend, write: (atomic) => write(atomic, backend) }),
    log: (level, message) => void logged.push(`${level}: ${message}`),
    clock,
    callDeadlineMs: 100,
    ...options,
  });
  await test.store.commit({ mutations: [set("warm")] }, 0);
  return { ...test, state, logged };
}

const refused = (call: () => Promise<unknown>) => assertRejects(call, Refusal);

for (
  const { says, named } of [
    { says: "database or disk is full", named: /no room left on its disk; free some space/ },
    { says: "attempt to write a readonly database", named: /read-only; make it writable/ },
    { says: "disk I/O error", named: /errors on its disk/ },
    { says: "database is locked", named: /locked by another process/ },
    { says: "database disk image is malformed", named: /damaged file/ },
  ]
) {
  Deno.test(`"${says}" leads to a refusal and a log line that say what is wrong, until it ends`, async () => {
    const { store, state, logged, ...test } = await ailing();
    state.says = says;
    for (const commit of [() => store.commit({ mutations: [set("a")] }, 0), () => shared(store)]) {
      const refusal = await refused(commit);
      assertEquals(refusal.code, "UNAVAILABLE");
      assertMatch(refusal.message, named);
    }
    assertMatch(store.refusal("writes")?.message ?? "", named);
    assertEquals(logged.filter((line) => named.test(line)).length, 1, "logged once");
    state.says = "";
    await until(() => store.healthy());
    assertEquals(store.refusal("writes"), null);
    assertEquals(logged.at(-1), "info: The storage takes writes again");
    assert((await store.commit({ mutations: [set("b")] }, 0)).ok);
    assertEquals(await store.get(["a"]), undefined);
    assertEquals(await store.get(["meta", "probe"]), undefined, "the probe leaves nothing behind");
    await test[Symbol.asyncDispose]();
  });
}

function shared(store: Awaited<ReturnType<typeof ailing>>["store"]): Promise<unknown> {
  return store.commitShared({ checks: [{ key: ["c"], versionstamp: null }], mutations: [set("c")] });
}

Deno.test("a successful read says nothing about writes", async () => {
  const { store, state, ...test } = await ailing();
  state.says = "database is locked";
  await refused(() => store.commit({ mutations: [set("a")] }, 0));
  assertEquals((await store.get(["warm"]))?.value, 1);
  assertEquals(store.healthy(), false);
  assertEquals(store.refusal("reads"), null);
  await test[Symbol.asyncDispose]();
});

Deno.test("while the store fails every turn of a group is refused at once, and no half of it is tried", async () => {
  const { store, state, ...test } = await ailing();
  state.says = "database or disk is full";
  const before = state.writes;
  const commits = Array.from(
    { length: 64 },
    (_, i) => refused(() => store.commit({ mutations: [set(`k${i}`)] }, 0)),
  );
  await Promise.all(commits);
  assert(state.writes - before <= 8, `${state.writes - before} writes`);
  await test[Symbol.asyncDispose]();
});

Deno.test("after a caller's mistake the store stays healthy", async () => {
  const { store, state, logged, ...test } = await ailing();
  state.says = "Value too large (max 65536 bytes)";
  await assertRejects(() => store.commit({ mutations: [set("a")] }, 0), TypeError, "Value too large");
  assert(store.healthy());
  assertEquals(logged.length, 1);
  await test[Symbol.asyncDispose]();
});
