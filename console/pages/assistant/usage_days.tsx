import { unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { numberText } from "../../parts/numbers.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Panel } from "../../parts/panel.tsx";

const DAYS = 30;

/** Tokens per UTC day, newest first, with bars. */
export function UsageDays({ provider }: { provider: number }) {
  const { api } = useConsole();
  const usage = useResource(`usage ${provider}`, async (signal) => {
    const params = { path: { provider_id: provider }, query: { limit: 1 } };
    const { data } = await unwrap(api.GET("/api/api-usage-logs/{provider_id}", { params, signal }));
    return data.totals.toSorted((a, b) => b.date.localeCompare(a.date)).slice(0, DAYS);
  });
  return (
    <Panel title="Tokens by day" label="Usage by day" tools={<span class="muted">UTC</span>}>
      <Loaded resource={usage}>
        {(days) => {
          const most = Math.max(1, ...days.map(({ total_tokens }) => total_tokens));
          if (days.length === 0) return <p class="muted">No usage yet.</p>;
          return (
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">Day</th>
                  <th scope="col" class="end">Requests</th>
                  <th scope="col" class="end">Input tokens</th>
                  <th scope="col" class="end">Output tokens</th>
                  <th scope="col" class="end">Total</th>
                  <th scope="col">
                    <span class="sr-only">Share of the busiest day</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {days.map((day) => (
                  <tr key={day.date}>
                    <td class="log-day">{day.date}</td>
                    <td class="end">{numberText(day.requests)}</td>
                    <td class="end">{numberText(day.prompt_tokens)}</td>
                    <td class="end">{numberText(day.completion_tokens)}</td>
                    <td class="end">{numberText(day.total_tokens)}</td>
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
    </Panel>
  );
}
