/** How often a trigger became TRUE in a window that moves on, against the definition over all samples. */
import { assertEquals } from "@std/assert";
import { GREATER, ONE_OF } from "../../../../domain/evaluation/evaluating/comparison.ts";
import { GOOD, NUM, STR, type TypeCode } from "../../../../domain/evaluation/intake/sample_columns.ts";
import { StreamHistory } from "../../../../domain/evaluation/windows/stream_history.ts";
import { type Trigger, TriggerCount } from "../../../../domain/evaluation/windows/trigger_count.ts";
import { seeded } from "../../../support/seeded.ts";

const BAD = 2, WIDTH = 10;

interface Row {
  time: number;
  value: number | string;
  grade: number;
}

/** TRUE, FALSE, or undefined: as before. */
type TruthOf = (value: number | string) => boolean | undefined;

function naive(rows: readonly Row[], from: number, truthOf: TruthOf): number {
  const good = rows.filter(({ grade }) => grade === GOOD);
  const before = good.findLast(({ time }) => time <= from);
  let last = before === undefined ? undefined : truthOf(before.value), count = 0;
  for (const { time, value } of good) {
    const truth = time > from ? truthOf(value) : undefined;
    if (truth === true && last === false) count++;
    last = truth ?? last;
  }
  return count;
}

interface Followed {
  type: TypeCode;
  trigger: Trigger;
  truthOf: TruthOf;
  valueOf: (random: () => number) => number | string;
}

function follow(seed: number, { type, trigger, truthOf, valueOf }: Followed): void {
  const random = seeded(seed), history = new StreamHistory(type), rows: Row[] = [];
  history.need({ reach: WIDTH, worst: GOOD, maxAge: Infinity, track: "times" });
  history.fill({ stream: 1, since: -WIDTH, upTo: 0, samples: [] });
  let count: TriggerCount | undefined;
  for (let time = 1; time < 200; time += 1 + Math.floor(random() ** 3 * 15)) {
    const grade = random() < 0.3 ? BAD : GOOD, value = grade === GOOD ? valueOf(random) : NaN;
    rows.push({ time, value, grade });
    history.take({ time, value, grade });
    const from = time - WIDTH, span = { history, worst: GOOD, first: history.ring.lastAt(from) + 1 };
    if (count?.canContinue(span) !== true || random() < 0.1) count = new TriggerCount(span, trigger);
    count.moveTo(span.first);
    assertEquals(count.value, naive(rows, from, truthOf), `seed ${seed}, ${time}`);
  }
}

const limits = { low: 80, high: NaN, tolerance: 0, deadband: 0 };

Deno.test("TriggerCount counts a number that rises above a limit, with and without a deadband", () => {
  const valueOf = (random: () => number) => 70 + Math.floor(20 * random());
  for (let seed = 0; seed < 50; seed++) {
    for (const deadband of [0, 5]) {
      follow(seed, {
        type: NUM,
        trigger: { code: GREATER, negate: false, limits: { ...limits, deadband }, list: null },
        truthOf: (value) => Number(value) > 80 ? true : Number(value) <= 80 - deadband ? false : undefined,
        valueOf,
      });
    }
  }
});

Deno.test("TriggerCount counts a text that becomes one of a list", () => {
  const states = ["RUN", "run", "STOP", "FAULT"];
  for (let seed = 0; seed < 50; seed++) {
    follow(seed, {
      type: STR,
      trigger: {
        code: ONE_OF,
        negate: false,
        limits,
        list: { ignoreCase: true, literals: ["run"] },
      },
      truthOf: (value) => String(value).toLowerCase() === "run",
      valueOf: (random) => states[Math.floor(random() * states.length)] ?? "",
    });
  }
});

Deno.test("a history of texts gives them back, and keeps the good sample before its windows", () => {
  const history = new StreamHistory(STR);
  history.need({ reach: WIDTH, worst: GOOD, maxAge: Infinity, track: "times" });
  history.fill({ stream: 1, since: -WIDTH, upTo: 0, samples: [] });
  history.take({ time: 1, value: "RUN", grade: GOOD });
  for (let time = 2; time < 40; time++) history.take({ time, value: NaN, grade: BAD });
  const past = history.past(1, 39);
  assertEquals(past.samples[0], { time: 1, value: "RUN", quality: "good" });
  const again = new StreamHistory(STR);
  again.need({ reach: WIDTH, worst: GOOD, maxAge: Infinity, track: "times" });
  again.fill(past);
  assertEquals(again.usableBefore(again.ring.lastAt(29) + 1, GOOD), "RUN");
  assertEquals([again.isClearOf(0, 39), again.isClearOf(1, 39)], [true, false]);
});
