import type { Schemas } from "../../api/client.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { SEVERITIES } from "../../parts/severity.ts";
import { percent } from "./quality_place.ts";

type Statistics = Schemas["AlarmStatistics"];

const PRIORITIES = [
  { key: "high", title: "High: critical" },
  { key: "medium", title: "Medium: error" },
  { key: "low", title: "Low: warning, info" },
] as const;

/** How urgent events are, beside the mix that is recommended. */
export function MixPanel({ severities, rules }: Pick<Statistics, "severities" | "rules">) {
  return (
    <section class="panel" aria-label="Severity mix">
      <div class="panel-head">
        <h2>Severity mix</h2>
        <span class="muted">{percent(severities.distance)} off the recommended</span>
      </div>
      <p class="quality-counts">
        {SEVERITIES.map(({ name, title }) => (
          <span key={name} class={severities.counts[name] === 0 ? "count none" : "count"}>
            <SeverityGlyph severity={name} label={`${title}:`} />
            <span>{severities.counts[name].toLocaleString("en")}</span>
          </span>
        ))}
      </p>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Priority</th>
            <th scope="col" class="end">Is</th>
            <th scope="col" class="end">Recommended</th>
          </tr>
        </thead>
        <tbody>
          {PRIORITIES.map(({ key, title }) => (
            <tr key={key}>
              <td>{title}</td>
              <td class="end">{percent(severities.shares[key])}</td>
              <td class="end">{percent(rules.recommended_mix[key])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
