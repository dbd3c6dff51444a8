import type { Json } from "../../tests/contract/support.ts";

type Rule = Record<string, unknown>;

const comparison = { stream: "S", operator: "greater_than", value: 1 };

function rule(i: number, more: Rule = {}): Rule {
  return { rule_id: `r${i}`, rule_name: "R", event_name: "E", conditions: [comparison], ...more };
}

function rules(more: (i: number) => Rule, count = 50): Rule[] {
  return Array.from({ length: count }, (_, i) => rule(i, more(i)));
}

const times = (count: number, one: unknown) => Array.from({ length: count }, () => one);

/** `width` conditions in each of so many lists within each other. */
function nested(width: number, depth: number, leaf: unknown): unknown {
  return depth === 1 ? leaf : { any: times(width, nested(width, depth - 1, leaf)) };
}

const references = (from: number, count: number) =>
  Array.from({ length: count }, (_, i) => `<A${(from + i).toString(36).toUpperCase()}>`).join("");

/** Rules that cost as much as the limits of a template's parts allow. */
const WORST: Readonly<Record<string, () => unknown>> = {
  "2,500 comparisons": () => rules(() => ({ conditions: times(50, comparison) })),
  "2,500 wrong windows": () =>
    rules(() => ({ conditions: times(50, { ...comparison, window_seconds: -1 }) })),
  "2,500 unknown operators": () =>
    rules(() => ({ conditions: times(50, { ...comparison, operator: "x".repeat(40) }) })),
  "2,500 empty conditions": () => rules(() => ({ conditions: times(50, {}) })),
  "2,500 undeclared placeholders": () =>
    rules(() => ({ conditions: times(50, { ...comparison, stream: "<NONE>" }) })),
  "19,000 empty conditions": () => rules(() => ({ conditions: times(50, { all: times(6, {}) }) })),
  "6 conditions in each of 5 lists": () => rules(() => ({ conditions: [nested(6, 5, comparison)] }), 3),
  "50 conditions in each of 3 lists": () => [rule(0, { conditions: [nested(50, 3, comparison)] })],
  "lists of 100 numbers": () =>
    rules(() => ({ conditions: times(3, { ...comparison, operator: "in", value: times(100, 1) }) })),
  "lists of 100 texts": () =>
    rules(() => ({ conditions: times(3, { ...comparison, operator: "in", value: times(100, "<A>") }) })),
  "lists of 100 objects": () =>
    rules(() => ({ conditions: times(3, { ...comparison, value: times(100, {}) }) })),
  "texts of undeclared references": () =>
    rules((i) => ({
      enrichment: Object.fromEntries(
        Array.from({ length: 12 }, (_, key) => [`k${key}`, references(2_000 * i + 150 * key, 150)]),
      ),
    })),
  "rules of one id": () => rules(() => ({ rule_id: "r" })),
  "50 unknown fields a rule": () =>
    rules(() => Object.fromEntries(Array.from({ length: 350 }, (_, i) => [`x${i}`, 0]))),
  "rules of nothing": () => times(50, {}),
  "long texts": () => rules(() => ({ cause: "€".repeat(2_000), consequence: "x".repeat(10_000) })),
};

/** The valid body of a path with each of these rules. */
export function* worstTemplates(line: string, base: Json): Generator<{ what: string; body: string }> {
  for (const [what, make] of Object.entries(WORST)) {
    const template = { name: "T", category: "health", rules: make() };
    if (line.endsWith("/import")) {
      const document = { ...base.document, templates: [template] };
      yield { what, body: JSON.stringify({ ...base, document }) };
    } else if (line.endsWith("/backtests")) {
      yield { what, body: JSON.stringify({ template, points: 0 }) };
    } else {
      yield { what, body: JSON.stringify({ ...base, rules: make() }) };
    }
  }
}
