import { assertEquals, assertRejects } from "@std/assert";
import { runsBehaviour } from "../../../../actors/runtime/runs_behaviour.ts";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";

type Asked = { type: "double"; id: string; order: number };

// Nothing of the context is looked at: it only has to arrive.
const context = { shard: 3 } as ActorContext;
const turn = { prepared: undefined, nowMs: 0, context };

/** A behaviour whose runs end when a test says so. */
async function setUp() {
  const ends: (() => void)[] = [];
  const behaviour = runsBehaviour<Asked, string>({
    kind: "doubling",
    semaphore: { permits: 2, maxWaiting: 1, what: "doublings" },
    deadlineMs: 60_000,
    cancelled: () => new Refusal("UNAVAILABLE", "cancelled"),
    tooLong: () => new Refusal("UNAVAILABLE", "too long"),
    async carryOut({ order }, { context, signal }) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      ends.push(resolve);
      signal.addEventListener("abort", () => reject(signal.reason));
      await promise;
      return `${2 * order} on shard ${context.shard}`;
    },
  });
  const runs = await behaviour.load("1", context);
  const ask = (order: number) =>
    behaviour.decide(runs, { type: "double", id: `run ${order}`, order }, turn).later!;
  return { behaviour, runs, ends, ask };
}

/** A run begins once it has its place. */
const begun = () => new Promise((resolve) => setImmediate(resolve));

Deno.test("runsBehaviour() answers each run when it ends, in whichever order", async () => {
  const { behaviour, runs, ends, ask } = await setUp();
  const asked = [ask(1), ask(2)];
  await begun();
  ends.reverse().forEach((end) => end());
  const answers = (await Promise.all(asked)).map((message) => behaviour.decide(runs, message, turn).answer);
  assertEquals(answers, ["2 on shard 3", "4 on shard 3"]);
});

Deno.test("runsBehaviour() ends a run by its name, and no other", async () => {
  const { behaviour, runs, ends, ask } = await setUp();
  const asked = [ask(1), ask(2)];
  await begun();
  assertEquals(behaviour.decide(runs, { type: "cancel", id: "run 1" }, turn), {});
  await assertRejects(() => asked[0], Refusal, "cancelled");
  ends[1]();
  assertEquals(await asked[1], { type: "done", answer: "4 on shard 3" });
});

Deno.test("runsBehaviour() ends all runs when it is unloaded", async () => {
  const { behaviour, runs, ask } = await setUp();
  const asked = [ask(1), ask(2), ask(3)];
  await begun();
  await behaviour.putAway?.(runs);
  const ends = await Promise.allSettled(asked);
  assertEquals(
    ends.map((end) => end.status === "rejected" && end.reason.message),
    Array(3).fill("cancelled"),
  );
});
