import type { Ms } from "../shared/time.ts";

/** A span of time from `fromMs` up to, not including, `toMs`. */
export interface Span {
  fromMs: Ms;
  toMs: Ms;
}

/** The time covered by any of the spans, as disjoint spans in order. */
export function union(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const { fromMs, toMs } of spans.toSorted((a, b) => a.fromMs - b.fromMs)) {
    if (toMs <= fromMs) continue;
    const last = joined.at(-1);
    if (last === undefined || fromMs > last.toMs) joined.push({ fromMs, toMs });
    else last.toMs = Math.max(last.toMs, toMs);
  }
  return joined;
}

/** The time covered by both of two unions. */
export function common(one: readonly Span[], other: readonly Span[]): Span[] {
  const shared: Span[] = [];
  for (let i = 0, k = 0; i < one.length && k < other.length;) {
    const fromMs = Math.max(one[i]!.fromMs, other[k]!.fromMs);
    const toMs = Math.min(one[i]!.toMs, other[k]!.toMs);
    if (fromMs < toMs) shared.push({ fromMs, toMs });
    if (one[i]!.toMs < other[k]!.toMs) i++;
    else k++;
  }
  return shared;
}

/** The length of a union, or of its part within a span. */
export function lengthOf(spans: readonly Span[], within: Span = { fromMs: -Infinity, toMs: Infinity }): Ms {
  let lengthMs = 0;
  for (const { fromMs, toMs } of spans) {
    lengthMs += Math.max(0, Math.min(toMs, within.toMs) - Math.max(fromMs, within.fromMs));
  }
  return lengthMs;
}

/** The parts of a span that none of the others cover, in order. */
export function without(span: Span, removed: readonly Span[]): Span[] {
  const left: Span[] = [];
  let fromMs = span.fromMs;
  for (const gap of union(removed)) {
    if (gap.toMs <= fromMs) continue;
    if (gap.fromMs >= span.toMs) break;
    if (gap.fromMs > fromMs) left.push({ fromMs, toMs: gap.fromMs });
    fromMs = gap.toMs;
  }
  return fromMs < span.toMs ? [...left, { fromMs, toMs: span.toMs }] : left;
}
