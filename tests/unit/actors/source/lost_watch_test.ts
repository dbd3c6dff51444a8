import { assertEquals } from "@std/assert";
import { sourceIdOf } from "../../../../actors/source/contract.ts";
import { LostWatch } from "../../../../actors/source/lost_watch.ts";
import { testStorage } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

const ELSEWHERE = { sinceMs: 5_000, reason: "no way there" };

Deno.test("whichever feed is lost, one event says so until all of them answer", async () => {
  await using test = await testStorage();
  const { actorStore, events } = test.storage;
  const watch = new LostWatch(contextOver(actorStore, { id: sourceIdOf(0), shards: 2 }));
  const states = async () =>
    (await events.list({}, { limit: 10, offset: 0 })).rows.map(({ is_active, event_description }) => [
      is_active,
      event_description.includes("no way there"),
    ]);
  assertEquals(watch.tell(ELSEWHERE), undefined, "nobody knows yet of the first feed itself");
  watch.find(1_000);
  await watch.tell(ELSEWHERE);
  assertEquals(await states(), [[true, true]]);
  watch.lose({ sinceMs: 6_000, reason: "nor there" });
  assertEquals(watch.tell(ELSEWHERE), undefined, "the event stands");
  watch.find(7_000);
  assertEquals(watch.tell(ELSEWHERE), undefined, "another feed is lost still");
  await watch.tell(null);
  assertEquals(await states(), [[false, true]]);
});
