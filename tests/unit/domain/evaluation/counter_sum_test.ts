/** The increase of a counter in a window that moves on, against the rows of the table added with whole numbers. */
import { assertEquals } from "@std/assert";
import { CounterSum } from "../../../../domain/evaluation/windows/counter_sum.ts";
import { compareSumExactly } from "../../../../domain/evaluation/windows/exact_compare.ts";
import { HistoryRing } from "../../../../domain/evaluation/windows/history_ring.ts";
import { seeded } from "../../../support/seeded.ts";

const GOOD = 0, BAD = 2;

function counted(
  before: number,
  now: number,
  { tolerance, rollover }: { tolerance: number; rollover: number },
) {
  if (now >= before) return now - before;
  if (before - now <= tolerance) return 0;
  const passed = rollover - before + now + 1;
  return now >= 0 && before <= rollover && passed <= rollover / 2 ? passed : now;
}

function follow(valueOf: (random: () => number) => number, seed: number): void {
  const random = seeded(seed), ring = new HistoryRing(), reading = { tolerance: 2, rollover: 99 };
  const rows: { value: number; grade: number }[] = [];
  let sum: CounterSum | undefined, first = 1;
  for (let time = 0; time < 300; time++) {
    const value = valueOf(random), grade = time > 0 && random() < 0.1 ? BAD : GOOD;
    rows.push({ value, grade });
    const epoch = ring.push(time, value, grade) ? time : 0;
    if (epoch > 0) sum = undefined;
    while (first < time && (random() < 0.4 || rows[first - 1]?.grade === BAD)) first++;
    if (rows[first - 1]?.grade !== GOOD) continue;
    sum ??= new CounterSum({ ring, epoch: 0, first, worst: GOOD }, reading);
    sum.moveTo(first);
    const good = rows.slice(first - 1).filter((row) => row.grade === GOOD).map((row) => row.value);
    const parts = good.slice(1).map((now, i) => counted(good[i] ?? NaN, now, reading));
    for (const limit of [0, 10, sum.value]) {
      assertEquals(sum.compare(limit), compareSumExactly(parts, limit), `${time}: ${limit}`);
    }
  }
}

Deno.test("CounterSum follows a counter that starts again, rolls over and falls a little", () => {
  for (let seed = 0; seed < 5; seed++) follow((random) => Math.floor(random() * 120), seed);
});

Deno.test("CounterSum is exact where doubles are not", () => {
  for (let seed = 0; seed < 5; seed++) {
    follow((random) => (random() - 0.3) * 10 ** Math.floor(random() * 60 - 30), seed);
  }
});
