import { assertEquals, assertRejects } from "@std/assert";
import { sourceBehaviour } from "../../../../actors/source/actor.ts";
import { newState, type SourceOptions, type State } from "../../../../actors/source/state.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import type { BrowseNode } from "../../../../domain/source/types.ts";
import { testStorage } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

const NODE: BrowseNode = { id: "n", name: "n", has_children: false, stream: null };

/** The connection of a run, of which only `browse` is asked. */
function connect(state: State, browse: () => Promise<BrowseNode[]>): void {
  const run = { options: { source: { browse }, settings: {} } };
  Object.assign(state, { run, runs: state.runs + 1, starting: false });
}

Deno.test("settings that are saved during a look at the source end no look: the new connection is asked", async () => {
  await using test = await testStorage();
  const context = contextOver(test.storage.actorStore);
  const { decide } = sourceBehaviour({} as SourceOptions);
  const state = newState(context);
  const browsed = () =>
    decide(state, { type: "browse", node: null }, { context } as Parameters<typeof decide>[2]).later;
  connect(state, () => {
    connect(state, () => Promise.resolve([NODE]));
    return Promise.reject(new Refusal("CONNECTION_FAILED", "The connection is closed"));
  });
  assertEquals(await browsed(), { type: "done", answer: [NODE] });
  connect(state, () => Promise.reject(new Refusal("CONNECTION_FAILED", "Not reached")));
  await assertRejects(async () => await browsed(), Refusal, "Not reached");
});
