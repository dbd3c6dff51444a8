import { useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { spanQuery, type TrendSpan, trendSpan } from "./trend_span.ts";

/** The span of a page's trends: kept in the address, with the spans before it. */
export interface SpanChoice {
  span: TrendSpan;
  go(span: TrendSpan): void;
  /** Returns to the span before; undefined when there is none. */
  undo?(): void;
}

const MOST_KEPT = 50;

export function useSpanChoice(): SpanChoice {
  const { query, path, route } = useLocation();
  const before = useRef<TrendSpan[]>([]);
  const span = trendSpan(query);
  const show = (next: TrendSpan) => {
    const { range: _, from: __, to: ___, ...rest } = query;
    const search = new URLSearchParams({ ...rest, ...spanQuery(next) });
    route(search.size === 0 ? path : `${path}?${search}`, true);
  };
  return {
    span,
    go(next) {
      before.current = [...before.current, span].slice(-MOST_KEPT);
      show(next);
    },
    undo: before.current.length === 0 ? undefined : () => {
      const last = before.current.pop();
      if (last !== undefined) show(last);
    },
  };
}
