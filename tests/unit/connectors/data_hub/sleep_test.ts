import { assertRejects } from "@std/assert";
import { timerSleep } from "../../../../connectors/data_hub/sleep.ts";

Deno.test("timerSleep() ends when its signal aborts", async () => {
  const stop = new AbortController();
  const sleeping = timerSleep(60_000, stop.signal);
  stop.abort(new RangeError("closed"));
  await assertRejects(() => sleeping, RangeError);
  await assertRejects(() => timerSleep(60_000, stop.signal), RangeError);
});
