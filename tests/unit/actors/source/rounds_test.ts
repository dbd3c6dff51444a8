import { assertEquals } from "@std/assert";
import { readAtOnce } from "../../../../actors/source/rounds.ts";
import { newState } from "../../../../actors/source/state.ts";
import { testStorage } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

Deno.test("what a sender pushes is read at once, though the source was lost; other failures keep their pause", async () => {
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
    readAtOnce(state, context);
  }
  assertEquals(waits, [0, 0]);
});
