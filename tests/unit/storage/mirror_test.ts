import { assert, assertEquals } from "@std/assert";
import type { Mutation } from "../../../domain/shared/commit.ts";
import { Mirror } from "../../../storage/mirror.ts";
import { defineRecord } from "../../../storage/records.ts";
import { Groups } from "../../../storage/sorted_list.ts";
import { testStore } from "./support.ts";

interface Thing {
  v: 1;
  id: number;
  group: number;
}

const kind = defineRecord<Thing>("thing", { version: 1 });
const compare = (a: Thing, b: Thing) => a.id - b.id;
const things = () => new Mirror<number, Thing>({ prefix: "thing", kind, compare });

Deno.test("a mirror equals the store after random writes on several lanes, and after a refill", async () => {
  await using test = await testStore();
  const live = things();
  const groups = new Groups<number, Thing>({ by: (thing) => thing.group, compare });
  live.onChange(groups.change);
  await live.open(test.store);
  const writes = Array.from({ length: 600 }, (_, i) => {
    const id = (i * 7_919) % 83;
    const key = ["thing", id];
    const mutation: Mutation = i % 4 === 3
      ? { type: "delete", key }
      : { type: "set", key, value: { v: 1, id, group: i % 5 } };
    const checks = i % 11 === 0 ? [{ key, versionstamp: live.versionstamp(id) ?? null }] : [];
    return test.store.commit({ checks, mutations: [mutation] }, i % 4);
  });
  await Promise.all(writes);
  const stored = await test.store.list<Thing>({ prefix: ["thing"] });
  const fresh = things();
  await fresh.open(test.store);
  for (const mirror of [live, fresh]) {
    assertEquals(mirror.list(), stored.map((entry) => entry.value));
    assertEquals(mirror.size, stored.length);
    for (const { value, versionstamp } of stored) {
      assertEquals([mirror.get(value.id), mirror.versionstamp(value.id)], [value, versionstamp]);
    }
  }
  for (let group = 0; group < 5; group++) {
    assertEquals(
      groups.of(group),
      stored.map((entry) => entry.value).filter((thing) => thing.group === group),
    );
  }
});

Deno.test("a mirror holds 100,000 records and changes among them", async () => {
  await using test = await testStore();
  const mirror = things();
  await mirror.open(test.store);
  const mutations = (from: number): Mutation[] =>
    Array.from({ length: 900 }, (_, i) => ({
      type: "set",
      key: ["thing", from + i],
      value: { v: 1, id: from + i, group: 0 },
    }));
  await Promise.all(
    Array.from({ length: 112 }, (_, i) => test.store.commit({ mutations: mutations(i * 900) }, 0)),
  );
  assertEquals(mirror.size, 100_800);
  await test.store.commit({ mutations: [{ type: "delete", key: ["thing", 50_000] }] }, 0);
  await test.store.commit({
    mutations: [{ type: "set", key: ["thing", 7], value: { v: 1, id: 7, group: 1 } }],
  }, 0);
  assertEquals([mirror.list().length, mirror.get(50_000), mirror.list()[7].group], [100_799, undefined, 1]);
  assert(mirror.list().every((thing, i, all) => i === 0 || all[i - 1].id < thing.id));
});
