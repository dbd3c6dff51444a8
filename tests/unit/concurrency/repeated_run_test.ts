import { assert, assertEquals } from "@std/assert";
import type { Ms } from "../../../domain/shared/time.ts";
import { RepeatedRun } from "../../../concurrency/repeated_run.ts";

interface Plan {
  ms: Ms;
  call: () => void;
}

/** Timers that a test fires; `planned` are those that wait, in order of creation. */
function handTimers() {
  const planned: Plan[] = [];
  const after = (ms: Ms, call: () => void) => {
    const plan = { ms, call };
    planned.push(plan);
    return () => drop(planned, plan);
  };
  const end = async () => {
    const plan = planned.shift()!;
    plan.call();
    await turns();
    return plan.ms;
  };
  return { planned, after, end };
}

function drop(planned: Plan[], plan: Plan): void {
  const at = planned.indexOf(plan);
  if (at >= 0) planned.splice(at, 1);
}

/** Runs everything that needs no timer. */
const turns = () => new Promise((resolve) => setImmediate(resolve));

Deno.test("a run under way is joined, and the next one is new", async () => {
  const runs = new RepeatedRun<number>(), ended = Promise.withResolvers<void>();
  let begun = 0;
  const begin = async () => {
    const number = ++begun;
    await ended.promise;
    return number;
  };
  const first = [runs.join(begin), runs.join(begin)];
  ended.resolve();
  assertEquals(await Promise.all(first), [1, 1]);
  assertEquals(await runs.join(begin), 2);
});

Deno.test("runs start on their own, each an interval after the end of the previous one, even a failed one", async () => {
  const { planned, after, end } = handTimers(), broken: unknown[] = [];
  const runs = new RepeatedRun<void>(after), first = Promise.withResolvers<void>();
  let begun = 0;
  const begin = () => ++begun === 1 ? first.promise : Promise.resolve();
  runs.repeat({ firstMs: 5, everyMs: 70, begin, onError: (error) => broken.push(error) });
  assertEquals([begun, await end()], [0, 5]);
  assertEquals([begun, planned.length], [1, 0]);
  first.reject("no room");
  await turns();
  assertEquals(broken, ["no room"]);
  assertEquals([await end(), await end(), begun, broken.length], [70, 70, 3, 1]);
});

Deno.test("close() cancels the planned run, and plans no other", async () => {
  const { planned, after } = handTimers();
  const runs = new RepeatedRun<void>(after);
  const repetition = { firstMs: 5, everyMs: 70, begin: () => Promise.resolve(), onError: () => {} };
  runs.repeat(repetition);
  assertEquals(planned.length, 1);
  await runs.close();
  runs.repeat(repetition);
  assertEquals([planned.length, runs.isClosed], [0, true]);
});

Deno.test("close() waits for the run under way, ends all its pauses, and plans no other", async () => {
  const { planned, after, end } = handTimers();
  const runs = new RepeatedRun<void>(after);
  const steps: string[] = [];
  const begin = async () => {
    await Promise.all([runs.pause(10), runs.pause(20)]);
    steps.push("paused");
    await runs.pause(30);
    steps.push("ended");
  };
  runs.repeat({ firstMs: 5, everyMs: 70, begin, onError: () => {} });
  await end();
  assertEquals(planned.map(({ ms }) => ms), [10, 20]);
  await runs.close();
  assertEquals(steps, ["paused", "ended"]);
  await turns();
  assertEquals(planned, []);
});

Deno.test("close() does not reject when the run that it waits for fails", async () => {
  const runs = new RepeatedRun<void>(handTimers().after);
  const run = runs.join(async () => {
    await runs.pause(10);
    throw new Error("no room");
  });
  const broken = run.then(() => false, () => true);
  await runs.close();
  assert(await broken);
});

Deno.test("a pause ends after its time", async () => {
  const { planned, after, end } = handTimers();
  const runs = new RepeatedRun<void>(after);
  let isOver = false;
  void runs.pause(10).then(() => isOver = true);
  await turns();
  assertEquals([isOver, planned.length], [false, 1]);
  await end();
  assert(isOver);
});
