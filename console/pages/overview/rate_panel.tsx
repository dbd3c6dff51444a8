import type { RuleEvent } from "../../api/client.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { useConsole } from "../../shell/console.ts";
import { rateOf, totalOf } from "./overview_model.ts";

const BUCKETS = 48;
const WIDTH_MS = 30 * 60_000;
/** ISA-18.2: what one person can take in is about one alarm in ten minutes. */
const MANAGEABLE = 3;
const HEIGHT = 96;

/** How many events began in each half hour of a day, with the line of what one person can take in. */
export function RatePanel(
  { events, toMs, isWhole }: { events: readonly RuleEvent[]; toMs: number; isWhole: boolean },
) {
  const { time } = useConsole();
  const rate = rateOf(events, {
    toMs: Math.ceil(toMs / WIDTH_MS) * WIDTH_MS,
    widthMs: WIDTH_MS,
    buckets: BUCKETS,
  });
  const most = Math.max(MANAGEABLE * 2, ...rate.map(({ counts }) => totalOf(counts)));
  const total = rate.reduce((sum, { counts }) => sum + totalOf(counts), 0);
  const y = (count: number) => HEIGHT - count / most * HEIGHT;
  return (
    <section class="panel" aria-label="Event rate">
      <div class="panel-head">
        <h2>Event rate</h2>
        <span class="muted">{isWhole ? `${total} in 24 h` : "of the newest 1,000"}</span>
      </div>
      <div class="rate">
        <div class="rate-scale" aria-hidden="true">
          <span>{most}</span>
          <span>0</span>
        </div>
        <svg
          viewBox={`0 0 ${BUCKETS * 10} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`Events begun in each half hour of the last 24 h: ${total} in all, ${most} at most`}
        >
          <line class="rate-limit" x1="0" x2={BUCKETS * 10} y1={y(MANAGEABLE)} y2={y(MANAGEABLE)} />
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
                <title>{`${time.clock(startMs)}: ${totalOf(counts)}`}</title>
              </g>
            );
          })}
        </svg>
        <div class="rate-times" aria-hidden="true">
          {[0, 12, 24, 36].map((index) => <span key={index}>{time.clock(rate[index].startMs)}</span>)}
          <span>now</span>
        </div>
      </div>
      <p class="muted rate-note">
        In half hours; dark: critical and error. Dashed: {MANAGEABLE}, what one person can take in.
      </p>
    </section>
  );
}
