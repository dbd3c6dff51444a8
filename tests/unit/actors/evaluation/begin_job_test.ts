import { EVALUATION } from "../../../../actors/evaluation/contract.ts";
import { assertEquals } from "@std/assert";
import { startBefore } from "../../../../actors/evaluation/begin_job.ts";
import { CHECKPOINT_MS, Checkpoints } from "../../../../actors/evaluation/checkpoint_retention.ts";
import { DeploymentBook } from "../../../../actors/evaluation/deployment_book.ts";
import type { HistoryDraft } from "../../../../actors/evaluation/journal.ts";
import type { ActorContext } from "../../../../actors/runtime/types.ts";
import { keys } from "../../../../storage/keys.ts";
import { testStorage } from "../../storage/support.ts";

const CHECKPOINT = { watermark: 100, sequence: 5, shard: 0, shards: 1, parts: 0 };
const known = [{ stream: 1, read: false, sample: null, good: null }];

/** Where a run begins that goes back before 150, of an instance whose stream was read at 100. */
async function startOf(readAsSequence: number) {
  await using test = await testStorage();
  const { store } = test.storage, checkpoints = new Checkpoints(CHECKPOINT_MS);
  const entries: [number, HistoryDraft & { watermark: number }][] = [
    [1, { watermark: 50, kind: "known", known }],
    [2, { watermark: 50, kind: "deployed" }],
    [readAsSequence, { watermark: 100, kind: "first_read", known: [], streams: [1] }],
  ];
  const mutations = entries.map(([sequence, entry]) => {
    const value = { v: 1, sequence, ...entry };
    return { type: "set", key: keys.history(7, 1, sequence), value } as const;
  });
  await store.commit({ mutations }, 0);
  checkpoints.load([{ shard: 0, checkpoints: [CHECKPOINT] }], 0);
  const instances = [{
    instanceId: 7,
    deployment: 1,
    deployedAt: 50,
    rules: [],
    recentActivations: {},
    streams: [{ id: 1, dataType: "NUM" as const }],
  }];
  const context = { store, address: { kind: EVALUATION, id: "0" } } as unknown as ActorContext;
  const stored = { deployments: new DeploymentBook(), checkpoints };
  return (await startBefore(stored, { instances, from: 150 }, context))?.watermark;
}

Deno.test("a run begins at the last stored states before it", async () => {
  assertEquals(await startOf(3), 100);
});

Deno.test("a run does not begin at states that were stored right before a first read", async () => {
  assertEquals(await startOf(6), 49);
});
