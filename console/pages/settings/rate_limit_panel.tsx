import { type Schemas, unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { useConsole } from "../../shell/console.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { Panel } from "../../parts/panel.tsx";

type RateLimits = Schemas["RateLimits"];

/** Null for those who may not see the addresses of others. */
export function useRateLimits() {
  const { api, session } = useConsole();
  const maySee = session.may("GET /api/rate-limits");
  return useResource(
    "rate limits",
    async (signal) => maySee ? (await unwrap(api.GET("/api/rate-limits", { signal }))).data : null,
  );
}

/** Who shares an allowance, and what can be done about it. */
export function RateLimitPanel({ limits }: { limits: RateLimits }) {
  const { counted_by, limits: { default: perMinute }, shared_addresses: shared } = limits;
  if (perMinute === null) return null;
  const allowance = `${numberText(perMinute)} requests a minute`;
  return (
    <Panel title="Rate limit" tools={<span class="muted">{allowance}</span>}>
      {counted_by === "person" && <p class="muted">Each session and API key has an allowance of its own.</p>}
      {counted_by === "address" && shared.length === 0 && (
        <p class="muted">Each address has an allowance of its own. At present, no two people share one.</p>
      )}
      {shared.length > 0 && <Shared limits={limits} allowance={allowance} />}
    </Panel>
  );
}

function Shared({ limits, allowance }: { limits: RateLimits; allowance: string }) {
  const { shared_addresses: shared, shared_addresses_total: total } = limits;
  return (
    <>
      <p>
        <strong>People who share an address share its {allowance}.</strong>{" "}
        Their pages wait when these are used up.
      </p>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col" class="end">People</th>
            <th scope="col" class="end">Refused</th>
          </tr>
        </thead>
        <tbody>
          {shared.map(({ address, people, refused }) => (
            <tr key={address}>
              <td>
                <code>{address}</code>
              </td>
              <td class="end">{numberText(people)}</td>
              <td class="end">{numberText(refused)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > shared.length && <p class="muted">And {countText(total - shared.length, "more address")}.</p>}
      <p>
        With the setting{" "}
        <code>RATE_LIMIT_BY=person</code>, each session and API key has an allowance of its own. If the
        address is that of a proxy, set <code>TRUST_PROXY</code>. Both apply from the next start.
      </p>
      <p class="muted">Signed-in people of the last 5 to 10 minutes.</p>
    </>
  );
}
