import { assert, assertEquals } from "@std/assert";
import {
  type Cadence,
  HEARTBEAT_MS,
  onChange,
  periodic,
  reportDelay,
} from "../../../../simulator/data_hub/cadence.ts";
import { loadBank } from "../../../../simulator/data_hub/load_streams.ts";
import { episodes, isOn } from "../../../../simulator/data_hub/schedule.ts";
import { msFromTicks, ticksFromMs } from "../../../../domain/shared/time.ts";

const FROM = ticksFromMs(Date.UTC(2026, 2, 1));
const HOUR = 36e9;

const work = episodes({ seed: 4, periodMs: 90_000, durationMs: [10_000, 30_000], phase: 0 });
const value = (ms: number) => isOn(work, ms);
const reports = { seed: 11, value, schedules: [work] };

const cadences: Record<string, Cadence> = {
  periodic: periodic({ seed: 5, periodMs: 2_000, jitterMs: 1_999 }),
  onChange: onChange(reports),
  load: loadBank({ seed: 1, count: 10, periodMs: 7_000, cycleSamples: 20 }).stream(3).cadence,
};

for (const [name, cadence] of Object.entries(cadences)) {
  Deno.test(`${name}: a walk in parts yields the same times as a whole walk, forwards and backwards`, () => {
    const whole = [...cadence.forward(FROM, FROM + HOUR)];
    assert(whole.length > 20);
    assert(whole.every((at, i) => i === 0 || at > whole[i - 1]));
    assertEquals([...cadence.backward(FROM, FROM + HOUR)].reverse(), whole);
    for (let cut = FROM; cut < FROM + HOUR; cut += HOUR / 37) {
      const at = Math.floor(cut);
      assertEquals([...cadence.forward(FROM, at), ...cadence.forward(at + 1, FROM + HOUR)], whole);
    }
  });

  Deno.test(`${name}: a walk includes both ends`, () => {
    const [first, second, third] = cadence.forward(FROM, FROM + HOUR);
    assertEquals([...cadence.forward(first, third)], [first, second, third]);
    assertEquals([...cadence.backward(first, third)], [third, second, first]);
    assertEquals([...cadence.forward(second, second)], [second]);
    assertEquals([...cadence.forward(first + 1, second - 1)], []);
  });
}

Deno.test("onChange() reports each change of the value, and at least once per heartbeat", () => {
  const delay = reportDelay(reports.seed);
  const times = [...onChange(reports).forward(FROM, FROM + HOUR)];
  const reported = new Set(times.map((at) => msFromTicks(at - delay)));
  const firstMs = msFromTicks(FROM) + 1_000;
  for (let ms = firstMs; ms < firstMs + 600_000; ms++) {
    if (value(ms) !== value(ms - 1)) assert(reported.has(ms), `${ms}`);
  }
  assert(times.every((at, i) => i === 0 || at - times[i - 1] <= HEARTBEAT_MS * 10_000));
});
