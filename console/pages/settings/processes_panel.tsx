import type { Schemas } from "../../api/client.ts";
import { countText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { Panel } from "../../parts/panel.tsx";

type Process = Schemas["Process"];

const ROLES: Record<Process["role"], string> = { leader: "Leads", standby: "Stands by" };

/** The processes that share the store; hidden if Andon runs as a single one. */
export function ProcessesPanel({ processes }: { processes: readonly Process[] }) {
  if (processes.length < 2) return null;
  return (
    <Panel
      title="Processes"
      class="settings-shards"
      tools={<span class="muted">{countText(processes.length, "process")}</span>}
    >
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Process</th>
            <th scope="col">Role</th>
            <th scope="col" class="end">Version</th>
            <th scope="col" class="end">Last sign of life</th>
          </tr>
        </thead>
        <tbody>
          {processes.map(({ id, role, program, renewed_seconds }) => (
            <tr key={id}>
              <td>
                <code>{id}</code>
              </td>
              <td>{ROLES[role]}</td>
              <td class="end">{program ?? "—"}</td>
              <td class="end">{durationText(renewed_seconds * 1_000)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
