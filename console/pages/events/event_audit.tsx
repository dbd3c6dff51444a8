import { type RuleEvent, unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { plainText } from "../../parts/plain_text.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Panel } from "../../parts/panel.tsx";

/** The audit entries of an event; for roles that may read the audit log. */
export function EventAudit({ event }: { event: RuleEvent }) {
  const { api, time, people } = useConsole();
  const entries = useResource(
    `audit ${event.id} ${event.revision} ${event.acknowledged_at} ${event.comment_count} ${event.shelved_until}`,
    async (signal) => {
      const query = { resource_type: "rule_event", resource_id: String(event.id), from: event.recorded_at };
      return (await unwrap(api.GET("/api/audit-log", { params: { query }, signal }))).data;
    },
  );
  return (
    <Panel title="Audit log" label="Audit">
      <Loaded resource={entries}>
        {(found) =>
          found.length === 0 ? <p class="muted">No entries in the audit log.</p> : (
            <table class="plain">
              <tbody>
                {found.map(({ id, at, who, desk, action }) => (
                  <tr key={id}>
                    <td>{time.full(Date.parse(at))}</td>
                    <td>{people.nameOf(who)}{desk !== null && ` at ${people.nameOf(desk)}`}</td>
                    <td>{plainText(action)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
      </Loaded>
    </Panel>
  );
}
