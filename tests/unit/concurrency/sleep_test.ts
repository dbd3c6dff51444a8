import { assertRejects } from "@std/assert";
import { sleep } from "../../../concurrency/sleep.ts";

Deno.test("sleep() ends when its signal aborts", async () => {
  const stop = new AbortController();
  const sleeping = sleep(60_000, stop.signal);
  stop.abort(new RangeError("closed"));
  await assertRejects(() => sleeping, RangeError);
  await assertRejects(() => sleep(60_000, stop.signal), RangeError);
});
