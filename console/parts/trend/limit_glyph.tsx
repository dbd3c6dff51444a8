import { SeverityGlyph, StateGlyph } from "../glyph.tsx";
import type { TrendLimit } from "./types.ts";

/** The severity of a threshold; where an event ends, the sign of the normal state. */
export function LimitGlyph({ limit: { severity, isEnd } }: { limit: TrendLimit }) {
  return isEnd ? <StateGlyph state="normal" /> : <SeverityGlyph severity={severity} />;
}
