import type { Schemas } from "../../api/client.ts";
import { countText, decimalText, numberText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { useConsole } from "../../shell/console.ts";
import { Panel } from "../../parts/panel.tsx";

type Statistics = Schemas["AlarmStatistics"];

const HEIGHT = 120;
const LABELS = 4;

/** The peak event rate over time, with lines for the manageable rate and the flood limit. */
export function SeriesPanel({ found: { series, rules, rate, events } }: { found: Statistics }) {
  const { time } = useConsole();
  const { points, minutes } = series;
  const most = Math.max(rules.flood_above + 2, ...points.map(({ peak }) => peak));
  const y = (count: number) => HEIGHT - count / most * HEIGHT;
  const isLong = minutes >= 60;
  const label = (start: string) =>
    isLong ? time.full(Date.parse(start)).slice(5, 16) : time.clock(Date.parse(start));
  return (
    <Panel
      title="Events per ten minutes"
      label="Rate"
      tools={rate.peak_at !== null && (
        <span class="muted">
          peak of {numberText(rate.peak)} at {time.named(Date.parse(rate.peak_at))}
        </span>
      )}
    >
      <div class="rate">
        <div class="rate-scale" aria-hidden="true">
          <span>{numberText(most)}</span>
          <span>0</span>
        </div>
        <svg
          class="quality-series"
          viewBox={`0 0 ${Math.max(1, points.length) * 10} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${countText(events, "event")}; per ten minutes ${
            decimalText(rate.average, 2)
          } on average, at most ${numberText(rate.peak)}`}
        >
          <line
            class="rate-limit"
            x1="0"
            x2={points.length * 10}
            y1={y(rules.flood_above)}
            y2={y(rules.flood_above)}
          />
          <line class="rate-limit" x1="0" x2={points.length * 10} y1={y(1)} y2={y(1)} />
          {points.map(({ start, peak, events }, index) =>
            peak > 0 && (
              <rect
                key={start}
                class={peak > rules.flood_above ? "rate-high" : "rate-low"}
                x={index * 10 + 1}
                width="8"
                y={y(peak)}
                height={HEIGHT - y(peak)}
              >
                <title>
                  {`${time.full(Date.parse(start))}: ${countText(events, "event")}, at most ${
                    numberText(peak)
                  } per ten minutes`}
                </title>
              </rect>
            )
          )}
        </svg>
        <div class="rate-times" aria-hidden="true">
          {points.length >= LABELS &&
            Array.from(
              { length: LABELS },
              (_, index) => (
                <span key={index}>{label(points[Math.floor(index * points.length / LABELS)]!.start)}</span>
              ),
            )}
          <span>now</span>
        </div>
      </div>
      <p class="muted rate-note">
        Each bar shows the peak of{" "}
        {durationText(minutes * 60_000)}. Dashed: manageable rate of 1, flood limit of{" "}
        {numberText(rules.flood_above)}. Dark: flood.
      </p>
    </Panel>
  );
}
