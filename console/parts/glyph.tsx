import type { VNode } from "preact";
import type { Severity } from "../api/client.ts";
import { severityInfo } from "./severity.ts";

const SHAPES: Readonly<Record<Severity, VNode>> = {
  critical: <polygon points="6.3,1 13.7,1 19,6.3 19,13.7 13.7,19 6.3,19 1,13.7 1,6.3" />,
  error: <polygon points="10,1 19.5,19 0.5,19" />,
  warning: <polygon points="10,1 19,10 10,19 1,10" />,
  info: <rect x="2" y="2" width="16" height="16" rx="2" />,
};

interface SeverityGlyphProps {
  severity: Severity;
  label?: string | null;
  /** An outline only: the event has returned to normal. */
  isReturned?: boolean;
}

/** The glyph of a severity: octagon 1, triangle 2, diamond 3, square 4. `label={null}` if a word is beside it. */
export function SeverityGlyph({ severity, label, isReturned = false }: SeverityGlyphProps) {
  const { rank, title } = severityInfo(severity);
  const accessibility = label === null
    ? { "aria-hidden": true } as const
    : { role: "img", "aria-label": label ?? title } as const;
  return (
    <svg class={`glyph sev${rank} ${isReturned ? "returned" : ""}`} viewBox="0 0 20 20" {...accessibility}>
      {SHAPES[severity]}
      <text x="10" y={rank === 2 ? 17 : 14}>{rank}</text>
    </svg>
  );
}

/** A ring for normal, a dashed ring without data. */
export function StateGlyph({ state, label }: { state: "normal" | "unknown"; label?: string | null }) {
  const accessibility = label === null || label === undefined
    ? { "aria-hidden": true } as const
    : { role: "img", "aria-label": label } as const;
  return (
    <svg class={`glyph ring ${state}`} viewBox="0 0 20 20" {...accessibility}>
      <circle cx="10" cy="10" r="6.5" />
    </svg>
  );
}
