import { serveShardWorker } from "../../actors/runtime/worker.ts";
import { placementOfId, toyBehaviours } from "./runtime_toys.ts";

serveShardWorker(self, {
  behaviours: toyBehaviours,
  placement: placementOfId,
  clock: () => Date.now(),
  random: () => Math.random(),
});
