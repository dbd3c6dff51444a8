import { useMyAreas } from "../lists/use_my_areas.ts";
import { countText } from "../parts/numbers.ts";
import { Panel } from "../parts/panel.tsx";
import { OutOfServiceRows } from "./out_of_service_rows.tsx";
import { type OutOfService, useOutOfService } from "./use_out_of_service.ts";

/** What is out of service on the page Hidden, and what is planned. */
export function OutOfServicePanel() {
  const mine = useMyAreas();
  const all = useOutOfService({ events: true }).all?.filter(({ plant_node_floc_id }) =>
    mine.has(plant_node_floc_id)
  );
  return (
    <Panel
      title="Out of service"
      tools={all !== undefined && (
        <span class="muted" role="status">
          {countText(all.reduce((sum, { active_events }) => sum + active_events, 0), "active event")}: not on
          the wall, not in counts, nobody is called
        </span>
      )}
    >
      {all?.length === 0
        ? (
          <p class="muted">
            Nothing is out of service. An alarm, an instance or a location is taken out of service on its
            page, for a limited time.
          </p>
        )
        : <OutOfServiceRows items={all ?? []} />}
    </Panel>
  );
}

/** The intervals over what a page shows; nothing without one. */
export function OutOfServiceHere({ items }: { items: readonly OutOfService[] }) {
  if (items.length === 0) return null;
  return (
    <Panel title="Out of service">
      <OutOfServiceRows items={items} />
    </Panel>
  );
}
