const WORDS: Readonly<Record<string, string>> = {
  greater_than: ">",
  greater_or_equal: "≥",
  less_than: "<",
  less_or_equal: "≤",
  between: "between",
  outside: "outside",
  deviation_above: "away by more than",
  bit_set: "has bit",
  bit_clear: "lacks bit",
  equals: "=",
  not_equals: "≠",
  in: "one of",
  not_in: "none of",
};

/** An operator between a stream and its operands; one that stands here under no word is called by its name. */
export function operatorText(operator: string): string {
  return WORDS[operator] ?? operator.replaceAll("_", " ");
}
