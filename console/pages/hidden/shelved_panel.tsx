import { type Schemas, unwrap } from "../../api/client.ts";
import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import { readableName } from "../../../domain/rule/display_name.ts";
import { type EventActions, useEventActions } from "../../events/event_actions.ts";
import { useEventNames } from "../../events/event_names.ts";
import type { EventNames } from "../../parts/machine.ts";
import { namesText, useMyAreas } from "../../lists/use_my_areas.ts";
import { useResource } from "../../live/use_resource.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { countText, numberText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { Panel } from "../../parts/panel.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useScrollPosition } from "../../parts/table/scroll_position.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";

type Shelf = Schemas["Shelf"];

/** What people have taken off the wall for a time: by whom, until when and why. */
export function ShelvedPanel() {
  const { api } = useConsole();
  const names = useEventNames();
  const actions = useEventActions();
  const { query: area, areas } = useMyAreas();
  const shelves = useResource(`shelves ${area}`, async (signal) => {
    const [own, all] = await Promise.all([
      unwrap(api.GET("/api/shelves", { params: { query: { area } }, signal })),
      unwrap(api.GET("/api/shelves", { params: { query: { limit: 1 } }, signal })),
    ]);
    return { rows: own.data, elsewhere: (all.pagination?.total ?? 0) - own.data.length };
  }, { events: true });
  const read = shelves.state.value.value;
  return (
    <Panel
      title="Shelved"
      tools={read !== undefined && (
        <span class="muted" role="status">
          {countText(read.rows.length, "event")}
          {areas.length > 0 && ` in ${namesText(areas)}, ${numberText(read.elsewhere)} elsewhere`}: not on the
          wall, not in counts, no sound
        </span>
      )}
    >
      <Loaded resource={shelves} what="Loading what is shelved">
        {({ rows, elsewhere }) =>
          rows.length === 0
            ? (
              <p class="muted">
                {elsewhere === 0 ? "Nothing is shelved." : "Nothing is shelved here."}{" "}
                An event is shelved for a limited time on the event wall or on its page.
              </p>
            )
            : (
              <ShelfList>
                {rows.map((shelf) => (
                  <ShelfRow
                    key={`${shelf.instance_id}/${shelf.rule_id}`}
                    {...{ shelf, names, actions }}
                    reload={shelves.reload}
                  />
                ))}
              </ShelfList>
            )}
      </Loaded>
    </Panel>
  );
}

function ShelfList({ children }: { children: ComponentChildren }) {
  const list = useRef<HTMLUListElement>(null);
  useScrollPosition(list, { name: "Shelved" });
  return <ul ref={list} class="shelved" aria-label="Shelved" data-events="Shelved">{children}</ul>;
}

interface ShelfRowProps {
  shelf: Shelf;
  names: EventNames;
  actions: EventActions;
  reload(): void;
}

function ShelfRow({ shelf, names, actions, reload }: ShelfRowProps) {
  const { time, people } = useConsole();
  const nowMs = useNow();
  const { event, shelved_by, reason } = shelf;
  const untilMs = Date.parse(shelf.until);
  return (
    <li class="shelved-row">
      <div class="shelved-what">
        {event !== null && <SeverityGlyph severity={event.severity} />}
        {event === null ? <strong>{readableName(shelf.rule_id)}</strong> : (
          <a href={`/events/${event.id}`}>
            <strong>{names.machineOf(event).machine}</strong> {event.display_name}
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
          <dd>{people.nameOf(shelved_by)}, {time.named(Date.parse(shelf.shelved_at))}</dd>
        </div>
        <div>
          <dt>Until</dt>
          <dd>
            {time.named(untilMs)}, for another {durationText(Math.max(0, untilMs - nowMs.value))}
          </dd>
        </div>
      </dl>
      {event !== null && actions.mayActOn(event) && (
        <button
          type="button"
          aria-label={`Unshelve ${names.titleOf(event)}`}
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
