import { assert, assertEquals } from "@std/assert";
import {
  after,
  chatter,
  edgesBetween,
  episodes,
  isOn,
  moved,
  type Schedule,
  spansBetween,
} from "../../../../simulator/data_hub/schedule.ts";

const plan = { seed: 3, periodMs: 60_000, durationMs: [5_000, 20_000] as [number, number], phase: 0.3 };
const base = episodes({ ...plan, jitter: 1 });
const T0 = Date.UTC(2026, 2, 1);

const schedules: Record<string, Schedule> = {
  episodes: base,
  moved: moved(base, { startMs: 7_000, endMs: 3_000 }),
  "moved back": moved(base, { startMs: -2_000, endMs: 0 }),
  after: after(base, 4_000),
  chatter: chatter(base, 1_500),
};

for (const [name, schedule] of Object.entries(schedules)) {
  Deno.test(`${name}: cycleAt() is the newest span that starts at or before an instant`, () => {
    for (let ms = T0; ms < T0 + 600_000; ms += 777) {
      const cycle = schedule.cycleAt(ms);
      assert(schedule.span(cycle).startMs <= ms);
      const next = schedule.span(cycle + 1);
      assert(next.startMs > ms || next.startMs === next.endMs);
    }
  });

  Deno.test(`${name}: a state changes only at edges`, () => {
    const edges = new Set(edgesBetween([schedule], { startMs: T0, endMs: T0 + 300_000 }));
    let changes = 0;
    for (let ms = T0 + 1; ms <= T0 + 300_000; ms++) {
      if (isOn(schedule, ms) === isOn(schedule, ms - 1)) continue;
      changes++;
      assert(edges.has(ms), `${ms - T0}`);
    }
    assert(changes >= 8);
  });
}

Deno.test("spansBetween() includes a span that only touches the range", () => {
  const span = base.span(base.cycleAt(T0));
  assertEquals(spansBetween(base, { startMs: span.endMs, endMs: span.endMs + 1 })[0], span);
  assertEquals(spansBetween(base, { startMs: span.endMs + 1, endMs: span.endMs + 1 }), []);
});

Deno.test("episodes() draws durations within the bounds and starts within the period", () => {
  for (let cycle = 1_000; cycle < 2_000; cycle++) {
    const { startMs, endMs } = base.span(cycle);
    assert(endMs - startMs >= 5_000 && endMs - startMs <= 20_000);
    assert(startMs >= cycle * 60_000 + 18_000 && endMs <= (cycle + 1) * 60_000 + 18_000);
  }
});
