import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { typeCode } from "../../../../domain/evaluation/intake/sample_columns.ts";
import { NEVER_KNOWN } from "../../../../domain/evaluation/evaluating/comparison.ts";
import { compileComparison } from "../../../../domain/evaluation/evaluating/compile.ts";
import { comparisonsOf } from "../../../../domain/evaluation/evaluating/program.ts";
import type { BoundOperand } from "../../../../domain/evaluation/types.ts";
import { checkRules } from "../../../../domain/rule/check.ts";
import type { OperatorEntry, SentenceWords } from "../../../../domain/rule/operators/entry.ts";
import { operandTypes, type Operator, OPERATORS } from "../../../../domain/rule/operators/table.ts";
import type { Comparison, Literal } from "../../../../domain/rule/types.ts";
import type { DataType } from "../../../../domain/sample/types.ts";
import { comparison } from "../../../support/evaluation_rules.ts";
import { placeholder, templateRule } from "../../../support/templates.ts";

const TYPES: readonly DataType[] = ["NUM", "STR", "BOOL"];
const LITERALS: Record<DataType, Literal> = { NUM: 5, STR: "run", BOOL: true };
const ENTRIES = Object.entries(OPERATORS) as [Operator, OperatorEntry][];

/** Valid operands for an operator, on a stream of this type. */
function literalsOf(entry: OperatorEntry, type: DataType): Literal[] {
  const types = operandTypes(entry), literal = LITERALS[types.includes(type) ? type : types[0]];
  switch (entry.value?.kind) {
    case undefined:
      return [];
    case "one":
    case "list":
      return [literal];
    case "range":
      return [literal, 9];
  }
}

/** A comparison that can be counted, of a stream of this type. */
const triggerFor = (type: DataType) => ({ operator: "equals" as const, value: LITERALS[type] });

function comparisonOf(operator: Operator, type: DataType): Comparison {
  const entry = OPERATORS[operator], literals = literalsOf(entry, type);
  return {
    stream: "<S>",
    operator,
    ...entry.value !== null && { value: entry.value.kind === "one" ? literals[0] : literals },
    ...entry.of && { of: "<S>" },
    ...entry.limit && { limit: 7 },
    ...entry.deadband && { deadband: 1 },
    ...entry.comparison && { comparison: triggerFor(type) },
  };
}

Deno.test("each operator takes a comparison of each of its types, and of no other", () => {
  for (const [operator, { types }] of ENTRIES) {
    for (const type of TYPES) {
      const issues = checkRules([templateRule([comparisonOf(operator, type)])], [
        placeholder("S", { data_type: type }),
      ]);
      assertEquals(
        issues.length === 0,
        types.includes(type),
        `${operator} of ${type}: ${issues[0]?.message}`,
      );
    }
  }
});

Deno.test("each operator is compiled for each of its types, and is never known on another", () => {
  for (const [operator, entry] of ENTRIES) {
    for (const type of TYPES) {
      const operands = literalsOf(entry, type).map((literal): BoundOperand => ({ literal }));
      const [bound] = comparisonsOf(comparison({
        operator,
        operands,
        of: entry.of ? 1 : null,
        ...entry.limit && { limit: { literal: 7 } },
        ...entry.comparison && {
          trigger: {
            operator: "equals",
            operands: [{ literal: LITERALS[type] }],
            deadband: 0,
            tolerance: 0,
            ignoreCase: false,
          },
        },
      }));
      const rows = { boundRow: (stream: number) => stream, typeOf: () => typeCode(type) };
      const isKnown = compileComparison(bound, rows).code !== NEVER_KNOWN;
      assertEquals(isKnown, entry.types.includes(type), `${operator} of ${type}`);
    }
  }
});

Deno.test("each operator's sentence names what it takes", () => {
  const words: SentenceWords = {
    value: "VALUE",
    low: "LOW",
    high: "HIGH",
    of: "OTHER",
    limit: "LIMIT",
    window: "WINDOW",
    tolerance: "TOLERANCE",
  };
  for (const [operator, entry] of ENTRIES) {
    const isRange = entry.value?.kind === "range", sentence = entry.sentence(words);
    const named = [
      ...isRange ? ["LOW", "HIGH"] : entry.value === null ? [] : ["VALUE"],
      ...entry.of ? ["OTHER"] : [],
      ...entry.limit ? ["LIMIT"] : [],
      ...entry.window ? ["WINDOW"] : [],
      ...entry.tolerance === "movement" ? ["TOLERANCE"] : [],
    ];
    for (const name of named) assertStringIncludes(sentence, name, operator);
  }
});

Deno.test("a deadband has a reset limit for each limit, and a threshold only compares numbers", () => {
  for (const [operator, { deadband, value, threshold, types }] of ENTRIES) {
    const limits = value?.kind === "range" ? 2 : 1;
    assertEquals(deadband?.length ?? limits, limits, operator);
    assert(threshold === "none" || (types.join() === "NUM" && value !== null), operator);
  }
});

Deno.test("docs/rule_operators.md names every operator", async () => {
  const page = await Deno.readTextFile(new URL("../../../../docs/rule_operators.md", import.meta.url));
  const [, meanings] = page.split("| operators | meaning |"), [table] = meanings.split("\n\n");
  for (const [operator] of ENTRIES) assert(new RegExp(`\\b${operator}\\b`).test(table), operator);
});
