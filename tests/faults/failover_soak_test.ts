import { denokvTest } from "../support/denokv.ts";
import { proveFailover } from "../support/failover_proof.ts";

const FAULTS = 4;

for (const seed of [3]) {
  denokvTest(
    `three processes over one KV server and ${FAULTS} faults lose nothing acknowledged, and no event (seed ${seed})`,
    async (kv) => {
      await proveFailover({ kv, seed, processes: 3, faults: FAULTS });
    },
  );
}
