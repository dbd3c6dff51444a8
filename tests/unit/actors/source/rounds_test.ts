import { assertEquals } from "@std/assert";
import { arrived, round, roundDone } from "../../../../actors/source/rounds.ts";
import type { SourceRun } from "../../../../actors/source/run.ts";
import { type Message, newState } from "../../../../actors/source/state.ts";
import { FakeTimers } from "../../../support/runtime_timers.ts";
import { testStorage } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

const POLL_MS = 200, ROUND_MS = 10;

Deno.test("what arrives is read at once, though the source was lost; other failures keep their pause", async () => {
  await using test = await testStorage();
  const waits: number[] = [];
  const after = (delayMs: number) => {
    waits.push(delayMs);
    return () => {};
  };
  const context = { ...contextOver(test.storage.actorStore), after };
  for (const errorCode of [null, "CONNECTION_FAILED", "UNAVAILABLE"] as const) {
    const state = newState(context);
    Object.assign(state, { errorCode, failures: errorCode === null ? 0 : 7 });
    arrived(state, context);
  }
  assertEquals(waits, [0, 0]);
});

Deno.test("rounds follow arrivals without waiting for the poll, with a pause after each, and the poll in silence", async () => {
  await using test = await testStorage();
  const timers = new FakeTimers(), begun: number[] = [], beganMs = timers.now();
  const context = {
    ...contextOver(test.storage.actorStore),
    now: timers.now,
    publish: () => {},
    after: (delayMs: number) => timers.after(delayMs, take),
  };
  const state = newState(context);
  const run = {
    options: { settings: { pollSeconds: POLL_MS / 1_000 }, source: { budget: { left: () => null } } },
    following: {},
    shards: {},
    corrections: { isDue: () => false },
    watermark: 0,
    lastAnswerMs: null,
    round: () => new Promise<void>((resolve) => timers.after(ROUND_MS, resolve)),
  } as unknown as SourceRun;
  Object.assign(state, { run });
  function take() {
    begun.push(timers.now() - beganMs);
    void round(state, context).then((done) =>
      roundDone(state, done as Message & { type: "round_done" }, context)
    );
  }
  const since = () => begun.splice(0);

  arrived(state, context);
  await timers.advance(ROUND_MS + 2 * POLL_MS);
  assertEquals(since(), [0, 210], "one round for one arrival, then the poll");

  await timers.advance(POLL_MS / 2);
  const atMs = timers.now() - beganMs;
  since();
  for (let i = 0; i < 300; i++) {
    arrived(state, context);
    await timers.advance(1);
  }
  assertEquals(
    since().map((ms) => ms - atMs),
    [0, 60, 120, 180, 240, 300],
    "50 ms after the end of the last",
  );
});
