import type { Schemas } from "../../api/client.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { numberText, percentCell, percentText } from "../../parts/numbers.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { Panel } from "../../parts/panel.tsx";

type Statistics = Schemas["AlarmStatistics"];

const PRIORITIES = [
  { key: "high", title: "High: critical" },
  { key: "medium", title: "Medium: error" },
  { key: "low", title: "Low: warning, info" },
] as const;

/** The priority distribution of events, compared with the recommended one. */
export function MixPanel({ severities, rules }: Pick<Statistics, "severities" | "rules">) {
  return (
    <Panel
      title="Priority distribution"
      tools={<span class="muted">{percentText(severities.distance)} off the recommendation</span>}
    >
      <p class="wrap quality-counts">
        {SEVERITIES.map(({ name, title }) => (
          <span key={name} class={severities.counts[name] === 0 ? "count none" : "count"}>
            <SeverityGlyph severity={name} label={`${title}:`} />
            <span>{numberText(severities.counts[name])}</span>
          </span>
        ))}
      </p>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Priority</th>
            <th scope="col" class="end">Actual</th>
            <th scope="col" class="end">Recommended</th>
          </tr>
        </thead>
        <tbody>
          {PRIORITIES.map(({ key, title }) => (
            <tr key={key}>
              <td>{title}</td>
              <td class="end">{percentCell(severities.shares[key])}</td>
              <td class="end">{percentCell(rules.recommended_mix[key])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
