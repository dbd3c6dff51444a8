import { type RuleEvent, told } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";

/** Entries of the audit log that are looked through, newest first. */
const LOOKED_THROUGH = 1_000;

/** Who did what to an event; for those who may read the audit log. */
export function EventAudit({ event }: { event: RuleEvent }) {
  const { api, time } = useConsole();
  const entries = useResource(
    `audit ${event.id} ${event.revision} ${event.acknowledged_at} ${event.note} ${event.shelved_until}`,
    async (signal) => {
      const { data } = await told(
        api.GET("/api/audit-log", { params: { query: { limit: LOOKED_THROUGH } }, signal }),
      );
      return data.filter(({ resource_type, resource_id }) =>
        resource_type === "rule_event" && resource_id === String(event.id)
      );
    },
  );
  return (
    <section class="panel" aria-label="Audit">
      <div class="panel-head">
        <h2>Who did what</h2>
      </div>
      <Loaded resource={entries}>
        {(found) =>
          found.length === 0
            ? (
              <p class="muted">
                Nothing in the newest {LOOKED_THROUGH.toLocaleString("en")} entries of the audit log.
              </p>
            )
            : (
              <table class="plain">
                <tbody>
                  {found.map(({ id, at, who, action }) => (
                    <tr key={id}>
                      <td>{time.full(Date.parse(at))}</td>
                      <td>{who}</td>
                      <td>{action}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )}
      </Loaded>
    </section>
  );
}
