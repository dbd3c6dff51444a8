import { assertEquals } from "@std/assert";
import { DropLog } from "../../../../actors/runtime/drop_log.ts";
import { FakeTimers } from "../../../support/runtime_timers.ts";

Deno.test("DropLog says so at once, then at most once a second, and counts all", async () => {
  const timers = new FakeTimers();
  const logged: unknown[] = [];
  const drops = new DropLog({
    timers,
    text: "dropped",
    log: (_level, _text, fields) => logged.push(fields?.dropped),
  });
  for (let n = 0; n < 5; n++) drops.count("a");
  assertEquals(logged, [1]);
  await timers.advance(1000);
  assertEquals(logged, [1, 4]);
  drops.count("a");
  assertEquals(logged, [1, 4]);
  await timers.advance(2000);
  assertEquals([logged, drops.total], [[1, 4, 1], 6]);
  drops.close();
  drops.count("a");
  assertEquals([logged.length, timers.waiting], [3, 0]);
});
