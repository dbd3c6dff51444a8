import { assertEquals } from "@std/assert";
import { Database } from "../../../../connectors/collected/database.ts";
import { Life } from "../../../../connectors/collected/life.ts";

const LOST_SECONDS = 60;

/** The life of a sender, and the clock by which it is told. */
async function life() {
  const clock = { ms: Date.UTC(2026, 0, 31) };
  const database = await Database.open({ path: ":memory:", newId: () => "x" });
  const options = {
    database,
    now: () => clock.ms,
    delaySeconds: 0,
    repeatSeconds: 0,
    lostSeconds: LOST_SECONDS,
  };
  return { clock, database, life: new Life(options) };
}

Deno.test("loss() is since the last that was heard, once that is longer ago than source_lost_seconds", async () => {
  const { clock, database, life: sender } = await life();
  using _ = database;
  const heardMs = clock.ms;
  sender.alive(heardMs);
  clock.ms += 1_000 * LOST_SECONDS;
  assertEquals(sender.loss(), null);
  clock.ms += 1_000;
  assertEquals([sender.loss()?.sinceMs, sender.loss()?.code], [heardMs, "CONNECTION_FAILED"]);
  sender.alive(clock.ms);
  assertEquals(sender.loss(), null);
});

Deno.test("loss() waits for a sender that has never sent, unless its connection is gone", async () => {
  const { clock, database, life: sender } = await life();
  using _ = database;
  clock.ms += 10_000 * LOST_SECONDS;
  assertEquals(sender.loss(), null);
  sender.silent("the broker refuses the connection");
  assertEquals(
    sender.loss()?.details.reason,
    "Nothing has come for 600 s: the broker refuses the connection",
  );
});
