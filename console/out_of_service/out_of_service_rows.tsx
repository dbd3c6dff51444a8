import { useSignal } from "@preact/signals";
import { unwrap } from "../api/client.ts";
import { useActions } from "../parts/actions.ts";
import { useMayAt } from "../parts/areas.ts";
import { countText } from "../parts/numbers.ts";
import { durationText } from "../parts/plant_time.ts";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";
import { ChangeOutOfServiceDialog } from "./out_of_service_dialog.tsx";
import { REMINDED_MS, spanText } from "./out_of_service_text.ts";
import type { OutOfService, Scope } from "./use_out_of_service.ts";

/** What is out of service or planned: why, by whom, until when, and how it ends. */
export function OutOfServiceRows({ items }: { items: readonly OutOfService[] }) {
  return (
    <ul class="out-rows" aria-label="Out of service">
      {items.map((item) => <Row key={item.id} item={item} />)}
    </ul>
  );
}

function Row({ item }: { item: OutOfService }) {
  const { api, time, people, session } = useConsole();
  const nowMs = useNow().value;
  const mayAt = useMayAt();
  const actions = useActions();
  const isChanging = useSignal(false);
  const { id, name, scope, starts_at, reason, work_order, created_by, active_events } = item;
  const isPlanned = Date.parse(starts_at) > nowMs, leftMs = Date.parse(item.ends_at) - nowMs;
  const isMine = created_by === session.user.value?.username;
  const end = () => unwrap(api.DELETE("/api/out-of-service/{id}", { params: { path: { id } } }));
  return (
    <li>
      <div class="out-what">
        <a href={addressOf(scope)}>
          <strong>{name}</strong>
        </a>
        {isPlanned || active_events === 0
          ? <span class="muted">{isPlanned ? "planned" : "nothing active"}</span>
          : <a href={eventsOf(scope)}>{countText(active_events, "active event")}</a>}
      </div>
      <dl>
        <div>
          <dt>Reason</dt>
          <dd>{reason}{work_order !== null && `, work order ${work_order}`}</dd>
        </div>
        <div>
          <dt>By</dt>
          <dd>{people.nameOf(created_by)}, {time.named(Date.parse(item.created_at))}</dd>
        </div>
        <div>
          <dt>{isPlanned ? "Planned" : "Until"}</dt>
          <dd>
            {isPlanned ? spanText(item, { time, nowMs }) : (
              <>
                {time.named(Date.parse(item.ends_at))}, for another {durationText(leftMs)}
                {isMine && leftMs <= REMINDED_MS && (
                  <strong>. It ends soon: extend it if the work goes on</strong>
                )}
              </>
            )}
          </dd>
        </div>
      </dl>
      {mayAt("DELETE /api/out-of-service/:id", item.plant_node_floc_id) && (
        <div class="buttons">
          <button
            type="button"
            aria-label={`Change ${name}, out of service`}
            onClick={() => isChanging.value = true}
          >
            Change
          </button>
          <button
            type="button"
            aria-label={`${isPlanned ? "Cancel for" : "Back in service:"} ${name}`}
            onClick={() => actions.run(end)}
          >
            {isPlanned ? "Cancel" : "Back in service"}
          </button>
        </div>
      )}
      {isChanging.value && <ChangeOutOfServiceDialog item={item} onClose={() => isChanging.value = false} />}
    </li>
  );
}

function addressOf(scope: Scope): string {
  return scope.kind === "plant_node"
    ? `/plant?node=${encodeURIComponent(scope.plant_node_floc_id)}`
    : `/instances/${scope.instance_id}`;
}

function eventsOf(scope: Scope): string {
  const query = scope.kind === "plant_node"
    ? `place=${encodeURIComponent(scope.plant_node_floc_id)}`
    : `instance=${scope.instance_id}`;
  return `/events?state=active&${query}`;
}
