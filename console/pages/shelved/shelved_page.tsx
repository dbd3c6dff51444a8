import { type Schemas, unwrap } from "../../api/client.ts";
import { useEventActions } from "../../events/event_actions.ts";
import { useResource } from "../../live/use_resource.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { machineOf } from "../../parts/machine.ts";
import { countText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { Page } from "../../shell/page.tsx";

type Shelf = Schemas["Shelf"];

/** What people have taken off the wall for a time: by whom, until when and why. */
export default function ShelvedPage() {
  const { api } = useConsole();
  const shelves = useResource("shelves", async (signal) => {
    return (await unwrap(api.GET("/api/shelves", { signal }))).data;
  }, { events: true });
  const count = shelves.state.value.value?.length;
  return (
    <Page
      title="Shelved"
      subtitle={count !== undefined && (
        <span role="status">
          {countText(count, "rule")} of an instance, left out of the wall, counts and sound
        </span>
      )}
    >
      <Loaded resource={shelves} what="Loading what is shelved">
        {(rows) =>
          rows.length === 0
            ? (
              <Empty title="Nothing is shelved">
                <p>An event is shelved for a limited time on the event wall or on its page.</p>
                <a href="/wall">Event wall</a>
              </Empty>
            )
            : (
              <ul class="shelved" aria-label="Shelved">
                {rows.map((shelf) => (
                  <ShelfRow
                    key={`${shelf.instance_id}/${shelf.rule_id}`}
                    shelf={shelf}
                    reload={shelves.reload}
                  />
                ))}
              </ul>
            )}
      </Loaded>
    </Page>
  );
}

function ShelfRow({ shelf, reload }: { shelf: Shelf; reload(): void }) {
  const { time } = useConsole();
  const nowMs = useNow();
  const actions = useEventActions();
  const places = usePlant().state.value.value?.places;
  const { event, shelved_by, reason } = shelf;
  const untilMs = Date.parse(shelf.until);
  const floc = event?.plant_node_floc_id ?? null;
  return (
    <li class="panel shelved-row">
      <div class="shelved-what">
        {event !== null && <SeverityGlyph severity={event.severity} />}
        {event === null ? <strong>{shelf.rule_id}</strong> : (
          <a href={`/events/${event.id}`}>
            <strong>{machineOf(event, floc === null ? undefined : places?.get(floc)).machine}</strong>{" "}
            {event.display_name}
          </a>
        )}
        <span class="muted">{event?.is_active === true ? "active" : "not active"}</span>
      </div>
      <dl class="shelved-facts">
        <div>
          <dt>Reason</dt>
          <dd>{reason}</dd>
        </div>
        <div>
          <dt>By</dt>
          <dd>{shelved_by}, {time.moment(Date.parse(shelf.shelved_at))}</dd>
        </div>
        <div>
          <dt>Until</dt>
          <dd>
            {time.moment(untilMs)}, for another {durationText(Math.max(0, untilMs - nowMs.value))}
          </dd>
        </div>
      </dl>
      {event !== null && actions.mayActOn(event) && (
        <button
          type="button"
          aria-label={`Unshelve ${event.event_name}`}
          onClick={async () => {
            await actions.unshelve(event);
            reload();
          }}
        >
          Unshelve
        </button>
      )}
    </li>
  );
}
