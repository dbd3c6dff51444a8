import type { RuleEvent } from "../../api/client.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { useConsole } from "../../shell/console.ts";
import { totalOf } from "../../parts/severity_counts.ts";
import { rateOf } from "./overview_model.ts";
import { Panel } from "../../parts/panel.tsx";

const MINUTE_MS = 60_000;
/** The shortest span that holds all events of the day is shown. */
const SPANS = [
  { hours: 2, minutes: 10 },
  { hours: 8, minutes: 10 },
  { hours: 24, minutes: 30 },
] as const;
/** ISA-18.2: about one alarm per ten minutes is manageable for an operator. */
const MANAGEABLE_MINUTES = 10;
const HEIGHT = 96;
const LABELS = 4;

/** The event rate over time, with a line for the manageable rate. */
export function RatePanel(
  { events, toMs, isWhole }: { events: readonly RuleEvent[]; toMs: number; isWhole: boolean },
) {
  const { time } = useConsole();
  const { hours, minutes } = spanOf(events, toMs);
  const widthMs = minutes * MINUTE_MS;
  const buckets = hours * 60 / minutes;
  const manageable = minutes / MANAGEABLE_MINUTES;
  const rate = rateOf(events, { toMs: Math.ceil(toMs / widthMs) * widthMs, widthMs, buckets });
  const most = Math.max(manageable * 2, ...rate.map(({ counts }) => totalOf(counts)));
  const total = rate.reduce((sum, { counts }) => sum + totalOf(counts), 0);
  const y = (count: number) => HEIGHT - count / most * HEIGHT;
  return (
    <Panel
      title="Event rate"
      tools={
        <span class="muted">
          {isWhole ? `${countText(total, "event")} in ${hours} h` : "newest 1,000 events"}
        </span>
      }
    >
      <div class="rate">
        <div class="rate-scale" aria-hidden="true">
          <span>{numberText(most)}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${buckets * 10} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Events per ${minutes} min in the last ${hours} h: ${
            numberText(total)
          } in total, at most ${numberText(most)}`}
        >
          <line class="rate-limit" x1="0" x2={buckets * 10} y1={y(manageable)} y2={y(manageable)} />
          {rate.map(({ startMs, counts }, index) => {
            let below = 0;
            return (
              <g key={startMs}>
                {[...SEVERITIES].reverse().map(({ name, rank }) => {
                  const from = below;
                  below += counts[name];
                  return counts[name] > 0 && (
                    <rect
                      key={name}
                      class={rank <= 2 ? "rate-high" : "rate-low"}
                      x={index * 10 + 1}
                      width="8"
                      y={y(below)}
                      height={y(from) - y(below)}
                    />
                  );
                })}
                <title>{`${time.clock(startMs)}: ${countText(totalOf(counts), "event")}`}</title>
              </g>
            );
          })}
        </svg>
        <div class="rate-times" aria-hidden="true">
          {Array.from(
            { length: LABELS },
            (_, index) => <span key={index}>{time.clock(rate[index * buckets / LABELS]!.startMs)}</span>,
          )}
          <span>now</span>
        </div>
      </div>
      <p class="muted rate-note">
        Events per {minutes} min. Upper part: critical and error. Dashed: manageable rate.
      </p>
    </Panel>
  );
}

function spanOf(events: readonly RuleEvent[], toMs: number): (typeof SPANS)[number] {
  const oldestMs = Math.min(toMs, ...events.map(({ start_time }) => Date.parse(start_time)));
  return SPANS.find(({ hours, minutes }) => oldestMs >= toMs - (hours * 60 - minutes) * MINUTE_MS) ??
    SPANS[2];
}
