/** The vectors of docs/rule_operators.md for what is read: expressions, refused rules and filled texts. Data only. */

/** `value` null: UNKNOWN. A is 8, B 2, C 0, D -3, E UNKNOWN. */
export const EXPRESSION_VALUES = { A: 8, B: 2, C: 0, D: -3, E: null };
export const EXPRESSION_VECTORS: { expression: string; value: number | null }[] = [
  { expression: "<A> - <B> - 1", value: 5 },
  { expression: "<A> - (<B> - 1)", value: 7 },
  { expression: "<A> / <B> / 2", value: 2 },
  { expression: "<A> / <B> * 2", value: 8 },
  { expression: "<A> + <B> * 2", value: 12 },
  { expression: "(<A> + <B>) * 2", value: 20 },
  { expression: "-<B> * 3", value: -6 },
  { expression: "2 - -<B>", value: 4 },
  { expression: "--<B>", value: 2 },
  { expression: "abs(<D>)", value: 3 },
  { expression: "min(<A>, <B>, <D>)", value: -3 },
  { expression: "max(<A>, 10)", value: 10 },
  { expression: "max(<A>, <B>) - min(<A>, <B>)", value: 6 },
  { expression: "avg(<A>, <B>, <D>, 1)", value: 2 },
  { expression: "sum(<A>, <B>, <D>)", value: 7 },
  { expression: "sum(<A>)", value: 8 },
  { expression: "1.5e1*<B>", value: 30 },
  { expression: "  <A>\n+\t<B> ", value: 10 },
  { expression: "0.1 + 0.2 + <C>", value: 0.30000000000000004 },
  { expression: "<A> / <C>", value: null },
  { expression: "<C> / <C>", value: null },
  { expression: "<A> / -<C>", value: null },
  { expression: "0 * <E>", value: null },
  { expression: "min(<A>, <E>)", value: null },
  { expression: "1e308 * <A>", value: null },
  { expression: "1 / (1e308 * <A>)", value: null },
  { expression: "sum(1e308, 1e308, -1e308) + <A>", value: null },
];

const syntax = (place: string) =>
  `${place} is not expected here: an expression has numbers, <PLACEHOLDERS>, + - * /, brackets and ` +
  "abs, min, max, avg, sum";
const values = (count: number, of: (i: number) => string) => Array.from({ length: count }, (_, i) => of(i));

/** A, B and so on are declared as NUM, TEXT as STR, and P0 to P20 as NUM. */
export const REFUSED_EXPRESSIONS: { expression: string; message: string }[] = [
  { expression: "", message: syntax("The end, at character 1,") },
  { expression: "<A> +", message: syntax("The end, at character 6,") },
  { expression: "<A> <B>", message: syntax('"<B>", at character 5,') },
  { expression: "(<A>", message: syntax("The end, at character 5,") },
  { expression: "<A>)", message: syntax('")", at character 4,') },
  { expression: "<a> + 1", message: syntax('"<", at character 1,') },
  { expression: "A + 1", message: syntax('"A", at character 1,') },
  { expression: "sqrt(<A>)", message: syntax('"sqrt", at character 1,') },
  { expression: "Abs(<A>)", message: syntax('"Abs", at character 1,') },
  { expression: "abs(<A>, 1)", message: syntax('",", at character 8,') },
  { expression: "abs <A>", message: syntax('"<A>", at character 5,') },
  { expression: "sum()", message: syntax('")", at character 5,') },
  { expression: "+<A>", message: syntax('"+", at character 1,') },
  { expression: ".5 * <A>", message: syntax('".", at character 1,') },
  { expression: "<A> ** 2", message: syntax('"*", at character 6,') },
  { expression: "1e999 * <A>", message: syntax('"1e999", at character 1,') },
  { expression: "2 * 3", message: "Needs at least one placeholder" },
  { expression: "<X> + 1", message: 'Placeholder "X" is not declared' },
  { expression: "<TEXT> + 1", message: 'Placeholder "TEXT" is STR; this takes NUM' },
  {
    expression: `sum(${values(21, (i) => `<P${i}>`).join(", ")})`,
    message: "21 placeholders; an expression takes at most 20",
  },
  { expression: values(101, () => "<A>").join("+"), message: "201 nodes; an expression takes at most 200" },
  {
    expression: `${"(".repeat(21)}<A>${")".repeat(21)}`,
    message: "Brackets are nested at most 20 deep",
  },
];

/** A template with one rule is refused; `rule` is added to one of conditions [A > 80]. NUM and TEXT are declared. */
export const REFUSED_RULES: { rule: Record<string, unknown>; path: string; message: string }[] = [
  {
    rule: {
      conditions: [{ at_least: 3, conditions: [{ stream: "A", operator: "greater_than", value: 1 }] }],
    },
    path: "rules.0.conditions.0.at_least",
    message: "Takes a whole number from 1 to the number of its conditions, here 1",
  },
  {
    rule: { conditions: [{ stream: "A", expression: "<NUM>", operator: "greater_than", value: 1 }] },
    path: "rules.0.conditions.0.expression",
    message: "Takes a stream or an expression, not both",
  },
  {
    rule: { conditions: [{ operator: "greater_than", value: 1 }] },
    path: "rules.0.conditions.0.stream",
    message: "Needs a stream or an expression",
  },
  {
    rule: { conditions: [{ expression: "<NUM>", operator: "avg_above", value: 1 }] },
    path: "rules.0.conditions.0.operator",
    message: 'Operator "avg_above" takes a stream, not an expression; use one that compares the value now, ' +
      "such as greater_than",
  },
  {
    rule: { conditions: [{ stream: "A", unit: "bar", operator: "greater_than", value: 1 }] },
    path: "rules.0.conditions.0.unit",
    message: "Only an expression has a unit of its own",
  },
  {
    rule: { on_delay_seconds: "10" },
    path: "rules.0.on_delay_seconds",
    message: 'Expected a number, or a NUM placeholder alone, as "<NAME>"',
  },
  {
    rule: { off_delay_seconds: "<TEXT>" },
    path: "rules.0.off_delay_seconds",
    message: 'Placeholder "TEXT" is STR; this takes NUM',
  },
  {
    rule: {
      conditions: [{ stream: "<NUM>", operator: "greater_than", value: 1 }],
      on_delay_seconds: "<NUM>",
    },
    path: "rules.0.on_delay_seconds",
    message: 'Placeholder "NUM" stands for a stream elsewhere, so it cannot be a constant here',
  },
  {
    rule: { conditions: [{ stream: "A", operator: "greater_than", value: 1, rollover: 9 }] },
    path: "rules.0.conditions.0.rollover",
    message: 'Operator "greater_than" takes no rollover',
  },
  {
    rule: { conditions: [{ stream: "A", operator: "times_above", value: 1 }] },
    path: "rules.0.conditions.0.comparison",
    message: 'Operator "times_above" needs a comparison, such as {"operator": "is_true"}',
  },
  {
    rule: { conditions: [{ stream: "A", operator: "greater_than", value: 1, comparison: {} }] },
    path: "rules.0.conditions.0.comparison",
    message: 'Operator "greater_than" takes no comparison',
  },
  {
    rule: {
      conditions: [{
        stream: "A",
        operator: "times_above",
        value: 1,
        comparison: { operator: "avg_above", value: 1 },
      }],
    },
    path: "rules.0.conditions.0.comparison.operator",
    message: 'Operator "avg_above" cannot be counted; use one that compares the value now with constants',
  },
  {
    rule: {
      conditions: [{
        stream: "A",
        operator: "times_above",
        value: 1,
        comparison: { operator: "greater_than", value: "B" },
      }],
    },
    path: "rules.0.conditions.0.comparison.value",
    message: "Takes a constant or a placeholder of one, not a stream",
  },
  {
    rule: {
      conditions: [{ stream: "A", operator: "greater_than", value: 80, deadband: 5 }],
      until: [{ stream: "A", operator: "less_than", value: 60 }],
    },
    path: "rules.0.conditions.0.deadband",
    message: "The conditions of a rule with until take no deadband; say in until when it ends",
  },
  {
    rule: { until: [] },
    path: "rules.0.until",
    message: "Expected a list of 1 to 50 conditions",
  },
  {
    rule: { action: "Open <VALVE>" },
    path: "rules.0.action",
    message: 'Placeholder "VALVE" is not declared',
  },
];

/**
 * The display name of an event of which `condition` is the rule. A is a stream in °C, R one without a unit; both held
 * 70 for a long time, and at 0 (2020-01-01 00:00:00 in UTC, the plant's zone) `value` comes.
 */
export const TEXT_VECTORS: {
  condition: Record<string, unknown>;
  value: number;
  template: string;
  text: string;
}[] = [
  {
    condition: { stream: "A", operator: "greater_than", value: 80 },
    value: 81.25,
    template: "{value} {unit}, limit {limit} {unit}, since {since}",
    text: "81.25 °C, limit 80 °C, since 2020-01-01 00:00:00",
  },
  {
    condition: { stream: "R", operator: "greater_than", value: 80 },
    value: 81,
    template: "{value} {unit}, limit {limit}",
    text: "81, limit 80",
  },
  {
    condition: { stream: "A", operator: "outside", value: [10, 80] },
    value: 81,
    template: "{value} is outside {limit}",
    text: "81 is outside 10 to 80",
  },
  {
    condition: { stream: "A", operator: "in", value: [81, 82] },
    value: 81,
    template: "{value} is one of {limit}",
    text: "81 is one of 81, 82",
  },
  {
    condition: { stream: "A", operator: "changed", window_seconds: 10 },
    value: 81,
    template: "{value}, limit {limit}",
    text: "81, limit –",
  },
  {
    condition: { stream: "A", operator: "rate_above", value: 1, window_seconds: 10 },
    value: 90,
    template: "{value} {unit}",
    text: "2 °C/s",
  },
  {
    condition: { stream: "A", operator: "changed_by", value: 5, window_seconds: 10 },
    value: 60,
    template: "by {value} {unit}",
    text: "by 10 °C",
  },
  {
    condition: { stream: "A", operator: "greater_than", value: 80 },
    value: 80.123456789012,
    template: "{value} {Value} {x} {{value}}",
    text: "80.12345679 {Value} {x} {80.12345679}",
  },
];
