import type { Schemas } from "../../api/client.ts";
import { durationText } from "../../parts/plant_time.ts";
import { useConsole } from "../../shell/console.ts";

type Statistics = Schemas["AlarmStatistics"];

const HEIGHT = 120;
const LABELS = 4;

/** The busiest ten minutes of each part of the time, with the lines of what is manageable and what is a flood. */
export function SeriesPanel({ found: { series, rules, rate, events } }: { found: Statistics }) {
  const { time } = useConsole();
  const { points, minutes } = series;
  const most = Math.max(rules.flood_above + 2, ...points.map(({ peak }) => peak));
  const y = (count: number) => HEIGHT - count / most * HEIGHT;
  const isLong = minutes >= 60;
  const label = (start: string) =>
    isLong ? time.full(Date.parse(start)).slice(5, 16) : time.clock(Date.parse(start));
  return (
    <section class="panel" aria-label="Rate">
      <div class="panel-head">
        <h2>Events in ten minutes</h2>
        {rate.peak_at !== null && (
          <span class="muted">peak of {rate.peak} at {time.moment(Date.parse(rate.peak_at))}</span>
        )}
      </div>
      <div class="rate">
        <div class="rate-scale" aria-hidden="true">
          <span>{most}</span>
          <span>0</span>
        </div>
        <svg
          class="quality-series"
          viewBox={`0 0 ${Math.max(1, points.length) * 10} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${events} events; ${
            rate.average.toFixed(2)
          } in ten minutes on average, ${rate.peak} at most`}
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
                <title>{`${time.full(Date.parse(start))}: ${events} events, ${peak} in ten minutes`}</title>
              </rect>
            )
          )}
        </svg>
        <div class="rate-times" aria-hidden="true">
          {points.length >= LABELS &&
            Array.from(
              { length: LABELS },
              (_, index) => (
                <span key={index}>{label(points[Math.floor(index * points.length / LABELS)].start)}</span>
              ),
            )}
          <span>now</span>
        </div>
      </div>
      <p class="muted rate-note">
        A bar is of {durationText(minutes * 60_000)}. Dashed: one is what a person can take in, more than{" "}
        {rules.flood_above} begin a flood (strong).
      </p>
    </section>
  );
}
