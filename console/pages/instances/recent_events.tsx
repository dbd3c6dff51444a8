import { useComputed } from "@preact/signals";
import { type Schemas, unwrap } from "../../api/client.ts";
import { ShortEventList } from "../../events/short_list.tsx";
import type { Instance } from "../../instances/instance_text.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";

const RECENT_EVENTS = 8;

/** The newest events of an instance. */
export function RecentEvents({ instance }: { instance: Instance }) {
  const recent = useRecent(instance.id);
  return (
    <section class="panel" aria-label="Recent events">
      <div class="panel-head">
        <h2>Recent events</h2>
        <a href={`/events?instance=${instance.id}`}>All events</a>
      </div>
      <Loaded resource={recent}>
        {(events) =>
          events.length === 0 ? <p class="muted">None yet.</p> : <ShortEventList events={events} />}
      </Loaded>
    </section>
  );
}

/** The newest events of the instance, kept up to date. */
function useRecent(id: number): ResourceHandle<readonly Schemas["RuleEvent"][]> {
  const { api, live } = useConsole();
  const resource = useResource(`recent ${id}`, async (signal) => {
    const query = { instance_id: id, limit: RECENT_EVENTS }, take = live.reading();
    const { data } = await unwrap(api.GET("/api/rule-events/history", { params: { query }, signal }));
    take(data);
    return data;
  });
  const state = useComputed(() => {
    const own = [...live.events.value.values()].filter(({ instance_id }) => instance_id === id);
    const newest = own.sort((a, b) => a.start_time < b.start_time ? 1 : -1).slice(0, RECENT_EVENTS);
    const { value, ...rest } = resource.state.value;
    return { ...rest, value: value === undefined ? undefined : newest };
  });
  return { ...resource, state };
}
