import { assertEquals, assertStringIncludes } from "@std/assert";
import { LAG_LIMITS, LagWatch } from "../../../../actors/source/lag_watch.ts";
import { testStorage } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

const { opensMs, forMs, endsMs } = LAG_LIMITS;

async function scene() {
  const test = await testStorage();
  const { actorStore, events } = test.storage;
  const context = contextOver(actorStore);
  const newWatch = () => new LagWatch(context);
  return {
    newWatch,
    watch: newWatch(),
    rows: async () => (await events.list({ category: "system" }, { limit: 10, offset: 0 })).rows,
    active: async () =>
      (await events.list({}, { limit: 10, offset: 0 })).rows.map(({ is_active }) => is_active),
    [Symbol.asyncDispose]: () => test[Symbol.asyncDispose](),
  };
}

Deno.test("an evaluation that is behind for a minute by more than five opens one event, and less opens none", async () => {
  await using on = await scene();
  const { watch } = on;
  for (let ms = 0; ms <= 2 * forMs; ms += 1_000) watch.see(opensMs, ms);
  assertEquals(watch.updateEvent(), undefined, "at the limit");
  watch.see(opensMs + 1, 200_000);
  watch.see(opensMs + 1, 200_000 + forMs - 1);
  assertEquals(watch.updateEvent(), undefined, "not for long enough");
  watch.see(opensMs, 200_000 + forMs);
  watch.see(opensMs + 1, 200_000 + forMs + 1);
  watch.see(opensMs + 1, 200_000 + 2 * forMs);
  assertEquals(watch.updateEvent(), undefined, "the time begins again");
  watch.see(opensMs + 1, 200_000 + 2 * forMs + 1);
  await watch.updateEvent();
  const [event, ...others] = await on.rows();
  assertEquals([others, event.rule_id, event.event_name, event.severity, event.start_time], [
    [],
    "feed_lagging",
    "Evaluation lags",
    "warning",
    new Date(200_000 + forMs + 1).toISOString(),
  ]);
  assertStringIncludes(event.event_description, "evaluation is 5 minutes behind");
  watch.see(10 * opensMs, 900_000);
  assertEquals(watch.updateEvent(), undefined, "the event stands");
});

Deno.test("the event ends once evaluation has caught up, not when it is merely below the limit", async () => {
  await using on = await scene();
  const { watch } = on;
  watch.see(opensMs + 1, 0);
  watch.see(opensMs + 1, forMs);
  await watch.updateEvent();
  for (const behindMs of [opensMs - 1, endsMs, opensMs + 1, endsMs]) {
    watch.see(behindMs, 200_000);
    assertEquals(watch.updateEvent(), undefined, `${behindMs} ms behind`);
  }
  watch.see(endsMs - 1, 300_000);
  await watch.updateEvent();
  assertEquals((await on.rows()).map(({ is_active, end_time }) => [is_active, end_time]), [
    [false, new Date(300_000).toISOString()],
  ]);
});

Deno.test("while the source does not answer nothing opens, and what is open stays", async () => {
  await using on = await scene();
  const { watch } = on;
  watch.see(opensMs + 1, 0);
  watch.see(null, forMs - 1);
  watch.see(opensMs + 1, forMs);
  assertEquals(watch.updateEvent(), undefined, "the minute begins again");
  watch.see(opensMs + 1, 2 * forMs);
  await watch.updateEvent();
  watch.see(null, 3 * forMs);
  assertEquals(watch.updateEvent(), undefined);
  assertEquals(await on.active(), [true]);
  watch.end(4 * forMs);
  await watch.updateEvent();
  assertEquals(await on.active(), [false], "a source that is no longer configured");
});

Deno.test("another start ends the event of the last one only when it has caught up", async () => {
  await using on = await scene();
  on.watch.see(opensMs + 1, 0);
  on.watch.see(opensMs + 1, forMs);
  await on.watch.updateEvent();
  const next = on.newWatch();
  next.see(endsMs, 100_000);
  assertEquals(next.updateEvent(), undefined, "not known yet");
  next.see(0, 101_000);
  await next.updateEvent();
  assertEquals(await on.active(), [false]);
});
