import { told } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";

const DAYS = 30;

/** Tokens a UTC day, the newest first, each with its bar. */
export function UsageDays({ provider }: { provider: number }) {
  const { api } = useConsole();
  const usage = useResource(`usage ${provider}`, async (signal) => {
    const params = { path: { provider_id: provider }, query: { limit: 1 } };
    const { data } = await told(api.GET("/api/api-usage-logs/{provider_id}", { params, signal }));
    return data.totals.toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, DAYS);
  });
  return (
    <section class="panel" aria-label="Usage by day">
      <div class="panel-head">
        <h2>Tokens by day</h2>
        <span class="muted">UTC</span>
      </div>
      <Loaded resource={usage}>
        {(days) => {
          const most = Math.max(1, ...days.map(({ total_tokens }) => total_tokens));
          if (days.length === 0) return <p class="muted">Nothing used yet.</p>;
          return (
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col" class="end">Requests</th>
                  <th scope="col" class="end">Asked</th>
                  <th scope="col" class="end">Answered</th>
                  <th scope="col" class="end">Tokens</th>
                  <th scope="col">
                    <span class="said">Share of the busiest day</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day.date}>
                    <td class="log-day">{day.date}</td>
                    <td class="end">{day.requests.toLocaleString("en")}</td>
                    <td class="end">{day.prompt_tokens.toLocaleString("en")}</td>
                    <td class="end">{day.completion_tokens.toLocaleString("en")}</td>
                    <td class="end">{day.total_tokens.toLocaleString("en")}</td>
                    <td class="log-bar">
                      <div class="bar" aria-hidden="true">
                        <span style={{ inlineSize: `${day.total_tokens / most * 100}%` }} />
                      </div>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        }}
      </Loaded>
    </section>
  );
}
