import { assertEquals } from "@std/assert";
import { newShelf } from "../../../domain/event/shelf.ts";
import { removeShelf, saveShelf } from "../../../storage/writes/shelf.ts";
import { eventRecord, testStorage } from "./support.ts";

Deno.test("shelves survive a reopening, separately for two rules of an instance", async () => {
  const kv = await Deno.openKv(":memory:");
  const events = ["a", "b"].map((rule_id, i) => eventRecord({ id: i + 1, instance_id: 5, rule_id }));
  const shelves = events.map((event) =>
    newShelf(event, { minutes: 5, reason: "Test", by: "anna", nowMs: 0 })
  );
  {
    await using first = await testStorage({ kv });
    await first.storage.store.commit({ mutations: shelves.map(saveShelf) }, 1);
  }
  await using second = await testStorage({ kv });
  const { store, shelves: stored } = second.storage;
  assertEquals(stored.list(), shelves);
  assertEquals(stored.get({ instance_id: 5, rule_id: "b" }), shelves[1]);
  await store.commit({ mutations: [removeShelf(events[0])] }, 1);
  assertEquals([stored.get(events[0]), stored.list()], [undefined, [shelves[1]]]);
  kv.close();
});
