/** Durable writes, 64 at once: the store's group commit against single KV commits. */
import { kvBackend } from "../../storage/store/backend.ts";
import { openStore } from "../../storage/store/store.ts";
import { alternately, medianRatio, quantile, spread } from "../harness/measure.ts";
import type { Row } from "../harness/row.ts";

const WRITERS = 64, WRITES = { store: 12_800, single: 1_280 }, LANE = 1, ROUNDS = 9;
const VALUE = {
  v: 1,
  name: "Machine 12",
  is_active: true,
  at: "2026-01-31T08:15:02.123Z",
  note: "x".repeat(80),
};

export default {
  async figures() {
    const folder = await Deno.makeTempDir();
    const kv = await Deno.openKv(`${folder}/single.sqlite`);
    const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
    const store = await openStore({
      backend: kvBackend(await Deno.openKv(`${folder}/store.sqlite`)),
      random,
    });
    const took: number[] = [];
    let number = 0;
    const speeds = await alternately({
      store: () =>
        written(WRITES.store, async () => {
          const begun = performance.now();
          const key = ["write", number++];
          await store.commit({ mutations: [{ type: "set", key, value: VALUE }] }, LANE);
          took.push(performance.now() - begun);
        }),
      single: () => written(WRITES.single, () => kv.set(["write", number++], VALUE)),
    }, { rounds: ROUNDS });
    let stored = 0;
    for (const _ of await store.list({ prefix: ["write"] })) stored++;
    await store.close();
    kv.close();
    await Deno.remove(folder, { recursive: true });
    return [{
      what: "durable writes, 64 at once, against single KV commits",
      figure: `${spread(speeds.store)} writes/s; single ${spread(speeds.single)}`,
      ratio: medianRatio(speeds.store, speeds.single),
      target: { unit: "times" },
      isEqual: stored === WRITES.store * (ROUNDS + 1),
      notes: [`p50 ${quantile(took, 0.5).toFixed(2)} ms, p99 ${quantile(took, 0.99).toFixed(2)} ms a write`],
    }];
  },
} satisfies Row;

/** Writes per second of the wall clock; each writer has one write under way. */
async function written(count: number, write: () => Promise<unknown>): Promise<number> {
  let left = count;
  const begun = performance.now();
  await Promise.all(Array.from({ length: WRITERS }, async () => {
    while (left-- > 0) await write();
  }));
  return count / ((performance.now() - begun) / 1000);
}
