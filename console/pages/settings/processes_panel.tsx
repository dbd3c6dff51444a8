import type { Schemas } from "../../api/client.ts";
import { countText, numberText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";

type Process = Schemas["Process"];

/** The members of the cluster; hidden if Andon runs as a single process. */
export function ProcessesPanel({ processes }: { processes: readonly Process[] }) {
  if (processes.every(({ address }) => address === null)) return null;
  return (
    <section class="panel settings-shards" aria-label="Cluster">
      <div class="panel-head">
        <h2>Cluster</h2>
        <span class="muted">{countText(processes.length, "member")}</span>
      </div>
      <table class="plain">
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col" class="wide-only">Address</th>
            <th scope="col">State</th>
            {["Shards", "Evaluation lag", "Last heartbeat"].map((name) => (
              <th key={name} scope="col" class="end">{name}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {processes.map((process) => <Row key={process.id} {...process} />)}
        </tbody>
      </table>
    </section>
  );
}

function Row({ id, address, partitions, shards, lag_seconds, renewed_seconds }: Process) {
  return (
    <tr>
      <td>
        <code>
          {id.slice(0, 8)}
          <span class="wide-only">{id.slice(8)}</span>
        </code>
      </td>
      <td class="wide-only">{address ?? "—"}</td>
      <td>{stateOf(partitions, shards)}</td>
      <td class="end">{numberText(shards)}</td>
      <td class="end">{lag_seconds === null ? "—" : durationText(lag_seconds * 1_000)}</td>
      <td class="end">{durationText(renewed_seconds * 1_000)}</td>
    </tr>
  );
}

function stateOf(partitions: number, shards: number): string {
  if (partitions > 0) return "Leader, evaluates";
  return shards > 0 ? "Follower, evaluates" : "Follower, standby";
}
