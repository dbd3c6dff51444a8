/** A worker of a machine whose clock is off by as many ms as its address says: `?1900`. */
import { serveShardWorker } from "../../actors/runtime/worker.ts";
import { placementOfId, toyBehaviours } from "./runtime_toys.ts";

const trueNow = Date.now;
const shiftMs = Number(new URL(import.meta.url).search.slice(1));
Date.now = () => trueNow() + shiftMs;

serveShardWorker(self, {
  behaviours: toyBehaviours,
  placement: placementOfId,
  clock: () => Date.now(),
  random: () => Math.random(),
});
