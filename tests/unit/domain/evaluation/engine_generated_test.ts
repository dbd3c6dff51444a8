import { assert, assertEquals } from "@std/assert";
import { cases, fc } from "../../../support/fast_check.ts";
import { Engine } from "../../../../domain/evaluation/engine.ts";
import { packSnapshot, unpackSnapshot } from "../../../../domain/evaluation/snapshot/snapshot.ts";
import { type EngineHarness, harnessOf, type Life, lifeArbitrary, live } from "./engine_cases.ts";

const RUNS = cases(100);

function checkLives(check: (life: Life, seed: number) => void): void {
  fc.assert(fc.property(lifeArbitrary(), fc.nat(), check), RUNS);
}

Deno.test("Engine decides the same whatever the order and the batches in which samples arrive", () => {
  checkLives((life) =>
    assertEquals(live(life, { arrival: "scattered" }), live(life, { arrival: "in time" }))
  );
});

Deno.test("Engine decides the same after a restart from its snapshot before any step", () => {
  checkLives((life, seed) => {
    const restarted = live(life, {
      arrival: "scattered",
      between: (harness, step, deployed) => {
        if ((step + seed) % 2 === 0) return harness;
        return harnessOf(
          harness.engines.map((engine) => Engine.restore(structuredClone(engine.snapshot()), deployed)),
        );
      },
    });
    assertEquals(restarted, live(life, { arrival: "scattered" }));
  });
});

Deno.test("Engine decides the same on one shard and on three", () => {
  checkLives((life) =>
    assertEquals(live(life, { arrival: "in time", engines: 3 }), live(life, { arrival: "in time" }))
  );
});

Deno.test("unpackSnapshot() lets another number of shards continue where the old ones stopped", () => {
  checkLives((life, seed) => {
    const from = 1 + seed % 3, to = 1 + (seed >> 2) % 3;
    const moved = live(life, {
      arrival: "in time",
      engines: from,
      between: (harness, step, deployed) =>
        step === 3 ? resharded(harness, { count: to, deployed }) : harness,
    });
    assertEquals(moved, live(life, { arrival: "in time" }));
  });
});

function resharded(
  harness: EngineHarness,
  { count, deployed }: { count: number; deployed: Parameters<typeof Engine.restore>[1] },
) {
  const chunks = structuredClone(harness.engines.flatMap((engine) => packSnapshot(engine.snapshot(), 4096)));
  return harnessOf(Array.from({ length: count }, (_, shard) => {
    const snapshot = unpackSnapshot(chunks, (id) => id % count === shard);
    return Engine.restore(snapshot, deployed.filter((each) => each.instanceId % count === shard));
  }));
}

Deno.test("Engine writes equal snapshots for equal states", () => {
  checkLives((life) => {
    const snapshots: unknown[] = [];
    const keep = (harness: EngineHarness) => (snapshots.push(harness.engines[0].snapshot()), harness);
    live(life, { arrival: "in time", between: keep });
    const again = snapshots.splice(0);
    live(life, {
      arrival: "in time",
      between: (harness, _, deployed) =>
        keep(harnessOf([Engine.restore(structuredClone(harness.engines[0].snapshot()), deployed)])),
    });
    assertEquals(snapshots, again);
  });
});

Deno.test("the generated cases contain every kind of transition and phase", () => {
  const seen = new Set<string>();
  checkLives((life) => {
    for (const entry of live(life, { arrival: "in time" })) {
      for (const each of Array.isArray(entry) ? entry : [entry]) seen.add(kindOf(each));
    }
  });
  const expected = ["opened", "closed", "data_state", "pending", "active", "clearing", "held", "normal"];
  for (const kind of expected) assert(seen.has(kind), `${kind} never occurred`);
});

function kindOf(entry: unknown): string {
  if (typeof entry === "string") return entry;
  if (typeof entry !== "object" || entry === null) return "";
  return "kind" in entry ? String(entry.kind) : "phase" in entry ? String(entry.phase) : "";
}
