import { assertEquals } from "@std/assert";
import { raiseOwn } from "../../../../actors/source/own_event.ts";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { ownKey } from "../../../../domain/event/own_event.ts";
import type { ShelfRecord } from "../../../../domain/event/shelf.ts";
import { keys } from "../../../../storage/keys.ts";
import { saveShelf } from "../../../../storage/writes/shelf.ts";
import { interleaving, testStorage } from "../../storage/support.ts";

Deno.test("an event about the source that opens while its rule is being shelved is shelved", async () => {
  const until = "2026-01-31T10:00:00.000Z", rule_id = "source_lost";
  const shelf: ShelfRecord = {
    ...{ v: 1, ...ownKey(rule_id), until, reason: "Works", by: "anna" },
    ...{ shelved_at: "2026-01-31T08:00:00.000Z", event_id: 1 },
  };
  const meanwhile = interleaving(keys.shelf("")[0], async () => {
    assertEquals((await store.commit({ mutations: [saveShelf(shelf)] }, 1)).ok, true);
  });
  await using on = await testStorage({ wrap: meanwhile.wrap });
  const { store } = on.storage;
  const context = { store, now: () => on.clock.ms, random: Math.random, shard: 0 } as unknown as ActorContext;
  meanwhile.arm();
  const startMs = on.clock.ms;
  await raiseOwn(context, {
    ...{ rule_id, event_name: "Source", event_description: "Lost", severity: "error", startMs },
  });
  const { rows } = await on.storage.events.list({}, { limit: 10, offset: 0 });
  assertEquals(rows.map(({ shelved_until }) => shelved_until), [until]);
});
