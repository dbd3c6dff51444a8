import { assertEquals } from "@std/assert";
import { keys } from "../../../storage/keys.ts";
import { MIGRATIONS } from "../../../storage/migrations/all.ts";
import { migrate } from "../../../storage/migrations/run.ts";
import { testStore } from "./support.ts";

/** The number of the standard of a store that the program before standard 2 has left. */
async function standardAfter(left: [key: readonly (string | number)[], value: unknown][]): Promise<unknown> {
  await using test = await testStore();
  await migrate(test.store, MIGRATIONS.filter(({ to }) => to < 13));
  const mutations = left.map(([key, value]) => ({ type: "set" as const, key: [...key], value }));
  if (mutations.length > 0) await test.store.commit({ mutations }, 0);
  await migrate(test.store, MIGRATIONS);
  return (await test.store.get(keys.meta("standard")))?.value;
}

const POINTER = { v: 1, generation: 7, watermark: 1_000, position: null, shards: 1 };

Deno.test("a new store is evaluated by standard 2 from the beginning", async () => {
  assertEquals(await standardAfter([]), { v: 1, number: 2, from: null });
});

Deno.test("standard 2 is in force from where an older program has evaluated", async () => {
  const pointer = [keys.generation(), POINTER] as const;
  assertEquals(await standardAfter([[...pointer]]), { v: 1, number: 2, from: 1_000 });
  const opened = (watermark: number) => ({ v: 1, kind: "opened", watermark, sequence: 1, events: [] });
  const journal = [[keys.journal(7, 1, 0), opened(1_400)], [keys.journal(7, 2, 0), opened(1_200)]] as const;
  assertEquals(await standardAfter([[...pointer], ...journal.map((each) => [...each] as [never, unknown])]), {
    ...{ v: 1, number: 2, from: 1_400 },
  });
});

Deno.test("standard 2 is in force from where the furthest of several feeds has evaluated", async () => {
  const value = { ...POINTER, merged: { floor: 3_000, former: [] } };
  assertEquals(await standardAfter([[keys.generation(), value]]), { v: 1, number: 2, from: 3_000 });
});
