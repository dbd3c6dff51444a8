import { cutToTokens, tokensOf } from "../../../domain/conversation/window.ts";
import type { Found } from "./define.ts";

/** A result as JSON of at most `tokens` tokens. A list is shortened first, and says so. */
export function resultText(found: Found, tokens: number): string {
  let shown = found;
  let text = JSON.stringify(shown);
  while (tokensOf(text) > tokens && shown.items !== undefined && shown.items.length > 1) {
    const items = shown.items.slice(0, Math.floor(shown.items.length / 2));
    shown = { ...found, left_out: (found.items?.length ?? 0) - items.length, items };
    text = JSON.stringify(shown);
  }
  return tokensOf(text) <= tokens ? text : `${cutToTokens(text, Math.max(0, tokens - 20))}… (cut here)`;
}

/** A summary for people and logs: `3 of 41 found`, or the names of the fields. */
export function resultSummary({ items, total, ...rest }: Found): string {
  if (items === undefined) return Object.keys(rest).join(", ") || "nothing";
  return total === undefined || total === items.length
    ? `${items.length} found`
    : `${items.length} of ${total} found`;
}
