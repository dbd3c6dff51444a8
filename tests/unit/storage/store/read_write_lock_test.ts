import { assert, assertEquals, assertRejects } from "@std/assert";
import type { StoreOptions } from "../../../../storage/store/options.ts";
import type { KvBackend } from "../../../../storage/store/backend.ts";
import { gate, StoppedClock, testStore, until } from "../support.ts";

const event = (id: number, value: unknown) => ({ type: "set" as const, key: ["event", id], value });

/** Two keys that every commit writes with the same value. */
async function pair(
  options: Partial<StoreOptions> & { wrap?: (backend: KvBackend) => KvBackend } = {},
) {
  const test = await testStore(options);
  const { store } = test;
  const write = (value: number, lane = 1) =>
    store.commit({ mutations: [event(1, value), event(2, value)] }, lane);
  await write(0);
  return { test, store, write };
}

Deno.test("readLocked() reads one state while lanes keep writing", async () => {
  const { test, store, write } = await pair();
  await using _ = test;
  let isOver = false;
  let writes = 0;
  const writers = [1, 2, 3].map(async (lane) => {
    while (!isOver) await write(++writes, lane);
  });
  for (let i = 0; i < 50; i++) {
    const [a, b] = await store.readLocked("event", async () => {
      const first = await store.get(["event", 1]);
      await new Promise((resolve) => setTimeout(resolve, 2));
      return [first, await store.get(["event", 2])];
    });
    assertEquals(a?.value, b?.value);
  }
  const before = writes;
  await until(() => writes > before + 10);
  isOver = true;
  await Promise.all(writers);
});

Deno.test("readLocked() sees the same state in the memory of listeners", async () => {
  const { test, store, write } = await pair();
  await using _ = test;
  let remembered: unknown = 0;
  store.onCommit((mutations) => {
    for (const mutation of mutations) {
      if (mutation.type === "set" && mutation.key[1] === 1) remembered = mutation.value;
    }
  });
  let isOver = false;
  const writer = (async () => {
    for (let n = 1; !isOver; n++) await write(n);
  })();
  for (let i = 0; i < 50; i++) {
    const [memory, stored] = await store.readLocked("event", async () => {
      const stored = await store.get(["event", 2]);
      return [remembered, stored?.value];
    });
    assertEquals(memory, stored);
  }
  isOver = true;
  await writer;
});

Deno.test("readLocked() does not block other writes, and none at all when nothing was written", async () => {
  const { test, store, write } = await pair();
  await using _ = test;
  const { wait, open } = gate();
  let reads = 0;
  const reading = store.readLocked("event", async () => {
    reads++;
    await wait;
  });
  await until(() => reads === 1);
  await store.commit({ mutations: [{ type: "set", key: ["other"], value: 1 }] }, 1);
  await write(1);
  open();
  await reading;
  assertEquals(reads, 2);
});

Deno.test("readLocked() refuses when a write under way does not end, and writers continue", async () => {
  const clock = new StoppedClock();
  const hanging = gate();
  let hangs = false, hung = 0;
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    write: async (atomic) => {
      hung += Number(hangs);
      if (hangs) await hanging.wait;
      return await backend.write(atomic);
    },
  });
  const { test, store, write } = await pair({ wrap, clock, callDeadlineMs: 100 });
  await using _ = test;
  hangs = true;
  const written = write(1).catch(() => {});
  await until(() => hung > 0);
  const refused = assertRejects(() => store.readLocked("event", () => Promise.resolve()), Error, "in time");
  clock.turn(100);
  await refused;
  hangs = false;
  hanging.open();
  await written;
  await until(() => write(2).then(() => true, () => false));
  assert((await store.get<number>(["event", 1]))?.value === 2);
});
