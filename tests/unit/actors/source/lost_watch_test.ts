import { assertEquals } from "@std/assert";
import { LostWatch } from "../../../../actors/source/lost_watch.ts";
import { testStorage } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

Deno.test("a lost source is one event, until the source answers", async () => {
  await using test = await testStorage();
  const { actorStore, events } = test.storage;
  const watch = new LostWatch(contextOver(actorStore));
  const states = async () =>
    (await events.list({}, { limit: 10, offset: 0 })).rows.map(({ is_active, event_description }) => [
      is_active,
      event_description.includes("no way there"),
    ]);
  assertEquals(watch.updateEvent(), undefined, "nothing is known yet");
  watch.lose({ sinceMs: 6_000, reason: "no way there" });
  await watch.updateEvent();
  assertEquals(await states(), [[true, true]]);
  watch.lose({ sinceMs: 8_000, reason: "nor there" });
  assertEquals(watch.updateEvent(), undefined, "the event stands");
  watch.find(9_000);
  await watch.updateEvent();
  assertEquals(await states(), [[false, true]]);
});
