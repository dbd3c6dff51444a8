import { assertEquals } from "@std/assert";
import type { BoundComparison } from "../../../../domain/evaluation/types.ts";
import { unitWarnings } from "../../../../domain/instance/unit_warnings.ts";

const UNITS = new Map([[1, "bar"], [2, "psi"], [3, "bar"], [4, null]]);
const unitOf = (id: number) => {
  const uom = UNITS.get(id);
  return uom === undefined ? undefined : { stream_name: `S${id}`, uom };
};

function warningsOf(comparison: Partial<BoundComparison>): string[] {
  const whole: BoundComparison = {
    stream: 1,
    operator: "greater_than",
    operands: [],
    of: null,
    deadband: 0,
    tolerance: 0,
    ignoreCase: false,
    maxAge: 0,
    acceptUncertain: false,
    ...comparison,
  };
  const expression = { kind: "not", of: { kind: "comparison", comparison: whole } } as const;
  return unitWarnings([{ ruleId: "r", expression, onDelay: 0, offDelay: 0 }], unitOf).map(({ text }) => text);
}

Deno.test("streams of different units are warned of, wherever a condition compares them", () => {
  const text = 'Compares "S1" in bar with "S2" in psi; values are not converted';
  assertEquals(warningsOf({ operands: [{ stream: 2 }] }), [text]);
  assertEquals(warningsOf({ of: 2 }), [text]);
  assertEquals(warningsOf({ limit: { stream: 2 } }), [text]);
});

Deno.test("equal units, a stream without a unit, a constant and a time tag are not", () => {
  for (const stream of [3, 4, -1]) assertEquals(warningsOf({ operands: [{ stream }] }), []);
  assertEquals(warningsOf({ operands: [{ literal: 8 }] }), []);
});

Deno.test("an expression with a unit is compared like a stream of that unit", () => {
  const of = (unit: string | null) => ({ parts: [{ stream: 1, maxAge: 0 }], steps: [{ part: 0 }], unit });
  const compared = (unit: string | null) => warningsOf({ calculation: of(unit), operands: [{ stream: 2 }] });
  assertEquals(compared("K"), ['Compares an expression in K with "S2" in psi; values are not converted']);
  assertEquals([...compared("psi"), ...compared(null)], []);
});
