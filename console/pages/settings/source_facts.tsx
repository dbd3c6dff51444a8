import { type Configuration, REGIONS } from "./source_model.ts";

/** The configuration for those who may not change it. */
export function SourceFacts({ stored }: { stored: Configuration | null }) {
  if (stored === null) return <p class="muted">An administrator configures it.</p>;
  const lines: readonly (readonly [string, string | number | null])[] = [
    ["Region", REGIONS.find(({ value }) => value === stored.region)?.label ?? stored.region],
    ["Address", stored.base_url ?? "The region's own"],
    ["Tenant ID", stored.tenant_id],
    ["Namespace ID", stored.namespace_id],
    ["Client ID", stored.client_id],
    ["Client secret", stored.has_client_secret ? "Stored" : "Missing"],
    ["Change feed", stored.change_feed],
    ["Read every", `${stored.poll_seconds} s`],
    ["Requests", `${stored.requests_per_minute} a minute`],
    [
      "Wait for late values",
      stored.wait_seconds === null ? "By the way of reading" : `${stored.wait_seconds} s`,
    ],
    ["A value is good for", stored.max_age_seconds === 0 ? "No limit" : `${stored.max_age_seconds} s`],
    ["Lost after", `${stored.source_lost_seconds} s`],
    ["Corrections", `${stored.correction_horizon_hours} h back`],
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
