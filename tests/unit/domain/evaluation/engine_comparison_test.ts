import { assertEquals } from "@std/assert";
import * as comparison from "../../../../domain/evaluation/evaluating/comparison.ts";
import { TRUTH_NAMES } from "../../../../domain/evaluation/evaluating/truth.ts";

const { compareLatched, compareNumber, compareText } = comparison;

interface DeadbandRow {
  code: comparison.Code;
  low: number;
  high?: number;
  /** Values that activate, and values that just do not. */
  activates: number[];
  rests: number[];
  /** With a deadband of 5: values that reset a latched comparison, and values that just do not. */
  resets: number[];
  stays: number[];
}

const { GREATER, GREATER_OR_EQUAL, LESS, LESS_OR_EQUAL, BETWEEN, OUTSIDE, DEVIATION } = comparison;
const ROWS: Record<string, DeadbandRow> = {
  "greater": { code: GREATER, low: 80, activates: [80.01], rests: [80], resets: [75], stays: [75.01, 80] },
  "greater or equal": {
    code: GREATER_OR_EQUAL,
    low: 80,
    activates: [80],
    rests: [79.99],
    resets: [74.99],
    stays: [75, 79],
  },
  "less": { code: LESS, low: 80, activates: [79.99], rests: [80], resets: [85], stays: [84.99, 80] },
  "less or equal": {
    code: LESS_OR_EQUAL,
    low: 80,
    activates: [80],
    rests: [80.01],
    resets: [85.01],
    stays: [85, 81],
  },
  "between": {
    code: BETWEEN,
    low: 20,
    high: 80,
    activates: [20, 50, 80],
    rests: [19.99, 80.01],
    resets: [14.99, 85.01],
    stays: [15, 85, 50],
  },
  "outside": {
    code: OUTSIDE,
    low: 20,
    high: 80,
    activates: [19.99, 80.01],
    rests: [20, 50, 80],
    resets: [25, 50, 75],
    stays: [24.99, 75.01, 90, 10],
  },
  "deviation from 100": {
    code: DEVIATION,
    low: 100,
    high: 10,
    activates: [110.01, 89.99],
    rests: [110, 90, 100],
    resets: [105, 95, 100],
    stays: [105.01, 94.99, 110],
  },
};

for (const [name, row] of Object.entries(ROWS)) {
  const limits = { low: row.low, high: row.high ?? NaN, tolerance: 0, deadband: 5 };
  const raw = (x: number) => TRUTH_NAMES[compareNumber(row.code, x, limits)];
  const latched = (x: number) => TRUTH_NAMES[compareLatched(row.code, x, limits)];

  Deno.test(`compareNumber() ${name}: activates by its limit alone`, () => {
    for (const x of row.activates) assertEquals(raw(x), "true", `${x}`);
    for (const x of [...row.rests, ...row.resets]) assertEquals(raw(x), "false", `${x}`);
  });
  Deno.test(`compareLatched() ${name}: resets past the deadband only`, () => {
    for (const x of [...row.activates, ...row.stays]) assertEquals(latched(x), "true", `${x}`);
    for (const x of row.resets) assertEquals(latched(x), "false", `${x}`);
  });
  Deno.test(`compareLatched() ${name}: without deadband is its opposite's complement`, () => {
    for (const x of [...row.activates, ...row.rests, ...row.resets, ...row.stays]) {
      assertEquals(
        compareLatched(row.code, x, { ...limits, deadband: 0 }),
        compareNumber(row.code, x, limits),
        `${x}`,
      );
    }
  });
}

Deno.test("compareNumber() between and outside of limits that cross are UNKNOWN, latched or not", () => {
  const crossed = { low: 80, high: 20, tolerance: 0, deadband: 5 };
  for (const code of [BETWEEN, OUTSIDE] as const) {
    assertEquals(TRUTH_NAMES[compareNumber(code, 50, crossed)], "unknown");
    assertEquals(TRUTH_NAMES[compareLatched(code, 50, crossed)], "unknown");
  }
});

Deno.test("compareNumber() equal: within the tolerance, its edge included", () => {
  const equal = (x: number, tolerance: number) =>
    TRUTH_NAMES[compareNumber(comparison.EQUAL, x, { low: 80, high: NaN, tolerance, deadband: 0 })];
  assertEquals([equal(80, 0), equal(80.0001, 0)], ["true", "false"]);
  assertEquals([equal(81, 1), equal(79, 1), equal(81.0001, 1)], ["true", "true", "false"]);
});

Deno.test("compareNumber() bit: whole numbers from 0 only, past 32 bits too", () => {
  const bit = (x: number, low: number) =>
    TRUTH_NAMES[compareNumber(comparison.BIT_SET, x, { low, high: NaN, tolerance: 0, deadband: 0 })];
  assertEquals([bit(5, 0), bit(5, 1), bit(5, 2), bit(0, 0)], ["true", "false", "true", "false"]);
  assertEquals([bit(2 ** 40, 40), bit(2 ** 40, 39), bit(5, 2000)], ["true", "false", "false"]);
  assertEquals([bit(-1, 0), bit(1.5, 0), bit(1, -1), bit(1, 0.5)], [
    "unknown",
    "unknown",
    "unknown",
    "unknown",
  ]);
});

Deno.test("compareText() finds its operands exactly", () => {
  const is = (code: comparison.Code, x: string, ...operands: string[]) =>
    TRUTH_NAMES[compareText(code, x, operands)];
  assertEquals(is(comparison.ONE_OF, "run", "stop", "run"), "true");
  assertEquals(is(comparison.ONE_OF, "Run", "stop", "run"), "false");
  assertEquals(is(comparison.CONTAINS, "a run b", "run"), "true");
  assertEquals(is(comparison.STARTS_WITH, "a run", "run"), "false");
  assertEquals(is(comparison.ENDS_WITH, "a run", "run"), "true");
});
