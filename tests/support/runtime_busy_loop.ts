/**
 * Runs in a process of its own, because no call can stop a worker's busy loop: an actor of shard 0 loops without end.
 * Prints what the other actors answered, as JSON.
 */
import { openRuntimeHarness, refusalOf, until } from "./runtime_harness.ts";

const harness = await openRuntimeHarness({ shards: 2, heartbeatMs: 50, heartbeatDeadlineMs: 1500 });
const counter = (id: string) => harness.system.ref<{ add: number }>("counter", id);
let replaced: number | undefined;
harness.system.onShardReplaced((shard) => replaced = shard);

await counter("0:c").ask({ add: 3 });
await counter("1:c").ask({ add: 4 });
// It is loaded by then: the loop begins with its message, before anything that comes later is answered.
await harness.script("0:x").ask({ name: "before" });
const looping = refusalOf(harness.script("0:x").ask({ name: "loop", misbehave: "loop" }));
const waiting = refusalOf(harness.script("0:w").ask({ name: "waiting" }));
const meanwhile = await counter("1:c").ask({ add: 1 });
const replacedBefore = replaced;
await until("the shard is replaced", () => replaced !== undefined);
const report = {
  meanwhile,
  replacedBefore,
  replaced,
  looping: (await looping).code,
  waiting: (await waiting).code,
  after: await counter("0:c").ask({ add: 1 }),
  stats: harness.system.stats().map(({ replaced, ready }) => ({ replaced, ready })),
};
await harness.close();
console.log(JSON.stringify(report));
Deno.exit(0);
