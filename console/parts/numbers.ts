/** A number as the console writes it: `5,164`, `0.25`. */
export function numberText(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 12 });
}

/** A number with constant decimals, for columns: `4.0`, `5,164.0`. */
export function decimalText(value: number, decimals: number): string {
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}

/** Units that are counted. In all others fewer than two decimals would hide that 71.98 is below a limit of 72. */
const COUNTED = new Set(["count", "pcs", "rpm"]);

/** The decimals of all values in a unit, wherever they stand; undefined without a unit. */
export function unitDecimals(unit: string | null | undefined): number | undefined {
  return unit ? COUNTED.has(unit) ? 0 : 2 : undefined;
}

/** `1 event`, `5,164 events`, `2 entries`. */
export function countText(count: number, noun: string): string {
  return `${numberText(count)} ${count === 1 ? noun : pluralOf(noun)}`;
}

/** Covers the nouns used in the console. */
export function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`;
  return noun.endsWith("ss") ? `${noun}es` : `${noun}s`;
}

/** A single share: `12 %`, `0.4 %`; `0 %` only for exactly zero. */
export function percentText(share: number): string {
  const value = share * 100;
  if (value === 0) return "0 %";
  if (value < 0.1) return "< 0.1 %";
  return `${value >= 9.95 ? Math.round(value) : value.toFixed(1)} %`;
}

/** A share in a column, always with one decimal: `12.0 %`. */
export function percentCell(share: number): string {
  return `${decimalText(share * 100, 1)} %`;
}

/** A count of active events; "?" for none while the data is stale, since nobody knows. */
export function countNow(count: number, { isUnknown }: { isUnknown: boolean }): string {
  return isUnknown && count === 0 ? "?" : numberText(count);
}
