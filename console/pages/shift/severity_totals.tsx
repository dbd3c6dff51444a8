import { SeverityGlyph, StateGlyph } from "../../parts/glyph.tsx";
import { countText, numberText } from "../../parts/numbers.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { type Counts, totalOf } from "../../parts/severity_counts.ts";
import type { ShiftReport } from "./shift_report.ts";

interface SeverityTotalsProps {
  report: ShiftReport;
  /** Raised events that are not in the report. */
  more: Counts;
  fromMs: number;
}

/** How many events were raised, by severity, and how many of them are active. */
export function SeverityTotals({ report, more, fromMs }: SeverityTotalsProps) {
  const from = encodeURIComponent(new Date(fromMs).toISOString());
  const raised = totalOf(report.raised) + totalOf(more);
  const waiting = report.unacknowledged.reduce((sum, { events }) => sum + events.length, 0);
  return (
    <section class="shift-totals" aria-label="Raised events">
      <p class="shift-sum">
        <strong>{countText(raised, "event")} raised</strong>{" "}
        <a class="target" href="#unacknowledged">
          {numberText(waiting)} not acknowledged
        </a>, <a class="target" href="#standing">{numberText(report.standing.length)} from before</a>
      </p>
      <ul>
        {SEVERITIES.map(({ name, title }) => {
          const count = report.raised[name] + more[name];
          const active = report.active.filter(({ severity }) => severity === name).length;
          return (
            <li key={name}>
              <a href={`/events?severity=${name}&from=${from}`} class={count === 0 ? "none" : ""}>
                {count === 0 ? <StateGlyph state="normal" /> : <SeverityGlyph severity={name} label={null} />}
                <span class="shift-number">{numberText(count)}</span>
                <span>{title}</span>
                <span class="muted">{active === 0 ? "" : `${numberText(active)} active`}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
