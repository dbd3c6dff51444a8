import { X } from "lucide";
import { Dotted } from "../dotted.tsx";
import { LimitGlyph } from "./limit_glyph.tsx";
import { Icon } from "../icon.tsx";
import { traceDash, traceName } from "./curves.ts";
import { shortNames } from "./short_names.ts";
import type { TrendLimit, TrendSeries } from "./types.ts";

interface LegendProps {
  series: readonly TrendSeries[];
  chosen: number;
  /** Time and value at the cursor. */
  text: string;
  choose(index: number): void;
  remove?(index: number): void;
  /** The value of a curve at the cursor. */
  readingOf(index: number): string;
}

/** The curves with their values at the cursor; one of several is chosen, and its axis and thresholds are shown. */
export function TrendLegend({ series, chosen, text, choose, remove, readingOf }: LegendProps) {
  const [first, another] = series;
  if (first !== undefined && another === undefined) {
    return (
      <figcaption>
        <Trace index={0} />
        <Dotted name={first.label} />
        <span class="unit">{first.unit ?? ""}</span>
        <output class="trend-at" aria-live="off">{text}</output>
      </figcaption>
    );
  }
  const names = shortNames(series.map(({ label }) => label));
  return (
    <figcaption class="trend-legend">
      <ul aria-label="Curves">
        {series.map((one, index) => (
          <li key={`${one.label} ${one.pastOf}`}>
            <button
              type="button"
              class="trend-curve"
              aria-pressed={index === chosen}
              title={one.label}
              onClick={() => choose(index)}
            >
              <Trace index={one.pastOf ?? index} isPast={one.pastOf !== undefined} />
              <span class="trend-curve-name">
                <Dotted name={names[index]!} />
              </span>
              <span class="trend-curve-value">{readingOf(index)}</span>
            </button>
            {remove !== undefined && one.pastOf === undefined && (
              <button
                type="button"
                class="trend-remove"
                aria-label={`Remove ${one.label}`}
                onClick={() => remove(index)}
              >
                <Icon node={X} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <output class="trend-at" aria-live="off">{text}</output>
    </figcaption>
  );
}

const WIDTH = 22;

/** A piece of the curve as it is drawn. */
function Trace({ index, isPast = false }: { index: number; isPast?: boolean }) {
  const dash = isPast ? [4, 4] : traceDash(index);
  return (
    <svg class="trace" width={WIDTH} height="8" aria-hidden="true">
      <line
        x1="0"
        y1="4"
        x2={WIDTH}
        y2="4"
        style={{
          stroke: `var(${traceName(index)})`,
          strokeWidth: isPast ? "1.5px" : "3px",
          strokeDasharray: dash.join(" "),
        }}
      />
    </svg>
  );
}

/** The thresholds as text, where the chart has no room for their labels, and for a screen reader. */
export function TrendLimits({ limits }: { limits: readonly TrendLimit[] }) {
  if (limits.length === 0) return null;
  return (
    <ul class="trend-limits" aria-label="Thresholds">
      {limits.map((limit) => (
        <li key={`${limit.severity} ${limit.label}`}>
          <LimitGlyph limit={limit} /> {limit.label}
        </li>
      ))}
    </ul>
  );
}
