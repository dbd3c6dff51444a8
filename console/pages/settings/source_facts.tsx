import { type Configuration, REGIONS } from "./source_model.ts";
import { numberText } from "../../parts/numbers.ts";

/** The configuration for roles that may not change it. */
export function SourceFacts({ stored }: { stored: Configuration | null }) {
  if (stored === null) return <p class="muted">Ask an administrator to configure it.</p>;
  const lines: readonly (readonly [string, string | number | null])[] = [
    ["Region", REGIONS.find(({ value }) => value === stored.region)?.label ?? stored.region],
    ["Address", stored.base_url ?? "Default of the region"],
    ["Tenant ID", stored.tenant_id],
    ["Namespace ID", stored.namespace_id],
    ["Client ID", stored.client_id],
    ["Client secret", stored.has_client_secret ? "Stored" : "Missing"],
    ["Change feed", stored.change_feed === "auto" ? "Automatic" : "Off"],
    ["Polling interval", `${numberText(stored.poll_seconds)} s`],
    ["Requests per minute", numberText(stored.requests_per_minute)],
    [
      "Discovery",
      stored.discovery_minutes === 0 ? "By hand" : `Every ${numberText(stored.discovery_minutes)} min`,
    ],
    [
      "Wait for late values",
      stored.wait_seconds === null ? "Automatic" : `${numberText(stored.wait_seconds)} s`,
    ],
    [
      "Maximum age of values",
      stored.max_age_seconds === 0 ? "No limit" : `${numberText(stored.max_age_seconds)} s`,
    ],
    ["Counts as lost after", `${numberText(stored.source_lost_seconds)} s`],
    ["Correction horizon", `${numberText(stored.correction_horizon_hours)} h`],
  ];
  return (
    <dl class="facts">
      {lines.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
