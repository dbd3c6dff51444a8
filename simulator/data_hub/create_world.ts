import { createChangeLog } from "./change_log.ts";
import { createFaultRegistry } from "./faults/fault_registry.ts";
import { createHistories } from "./faults/histories.ts";
import { faultedCatalog } from "./faults/faulted_catalog.ts";
import { createPageCache } from "./http/page_cache.ts";
import { loadBank } from "./load_streams.ts";
import type { SimulatorOptions } from "./options.ts";
import { createOverlay } from "./overlay.ts";
import { plantUnits } from "./plant/plant.ts";
import { restoredSignup } from "./signups.ts";
import { createCatalog } from "./stream_catalog.ts";
import { createTokens } from "./tokens.ts";
import type { Identity, World } from "./world.ts";

export function createWorld(options: SimulatorOptions, identity: Identity): World {
  const seed = options.seed ?? 1;
  const randomId = options.randomId ?? (() => crypto.randomUUID());
  const lagMs = options.lagMs ?? 0;
  const units = plantUnits(seed);
  const load = loadBank({
    seed,
    count: options.extraStreams ?? 0,
    periodMs: options.extraPeriodMs ?? 10_000,
    cycleSamples: options.extraCycleSamples ?? 120,
  });
  const restored = (options.restoredSignups ?? []).map(restoredSignup);
  const faults = createFaultRegistry(seed);
  const overlay = createOverlay(options.maxWrittenSamples);
  return {
    seed,
    run: randomId(),
    identity,
    lagMs,
    units,
    load,
    catalog: faultedCatalog(createCatalog(units, load), { registry: faults, lagMs }),
    overlay,
    changes: createChangeLog(),
    signups: new Map(restored.map((signup) => [signup.id, signup])),
    tokens: createTokens({ seconds: options.tokenSeconds ?? 3600, randomId }),
    notes: new Map(),
    faults,
    histories: createHistories({
      registry: faults,
      lagMs,
      removedOf: (streamId) => overlay.of(streamId)?.removed ?? [],
    }),
    bookmarkEpoch: 0,
    streamPages: createPageCache(),
    assetPages: createPageCache(),
    randomId,
  };
}
