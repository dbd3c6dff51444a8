import type { Schemas } from "../../api/client.ts";
import { SeverityGlyph } from "../../parts/glyph.tsx";
import { Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { EventName } from "./event_sections.tsx";
import { ShiftSection } from "./shift_section.tsx";
import { useShelves } from "./use_shift.ts";

type Shelf = Schemas["Shelf"];

/** What is hidden from the wall now: by whom, until when and why. */
export function ShelvedSection({ area }: { area: string | undefined }) {
  const shelves = useShelves(area);
  const count = shelves.state.value.value?.length;
  return (
    <ShiftSection
      id="shelved"
      title="Shelved now"
      count={count}
      more={count !== undefined && count > 0 && <a class="target" href="/hidden">All that is shelved</a>}
    >
      <Loaded resource={shelves} what="Loading what is shelved">
        {(rows) =>
          rows.length === 0 ? <p class="muted">Nothing is shelved</p> : (
            <ul class="shift-rows">
              {rows.map((shelf) => <ShelfRow key={`${shelf.instance_id}/${shelf.rule_id}`} shelf={shelf} />)}
            </ul>
          )}
      </Loaded>
    </ShiftSection>
  );
}

function ShelfRow({ shelf: { event, rule_id, shelved_by, until, reason } }: { shelf: Shelf }) {
  const { time, people } = useConsole();
  return (
    <li>
      {event === null ? <span /> : <SeverityGlyph severity={event.severity} />}
      {event === null ? <strong class="shift-name">{rule_id}</strong> : <EventName event={event} />}
      <span class="shift-state">
        {reason} <span class="muted">({people.nameOf(shelved_by)})</span>
      </span>
      <span class="shift-time number">until {time.moment(Date.parse(until))}</span>
    </li>
  );
}
