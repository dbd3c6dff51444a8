import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { SelectableEvents } from "../../events/event_selection.tsx";
import { FilterBar } from "../../lists/filter_bar.tsx";
import { MyAreasButton, MyAreasNote } from "../../lists/my_areas.tsx";
import { useMyAreas } from "../../lists/use_my_areas.ts";
import { SavedViews } from "../../lists/saved_views.tsx";
import { TextFilter } from "../../lists/text_filter.tsx";
import { TimeFilter } from "../../lists/time_filter.tsx";
import { addressTime, spanOf } from "../../lists/time_span.ts";
import { useResource } from "../../live/use_resource.ts";
import { Choice } from "../../parts/choice.tsx";
import { MissingLocations, useMissingLocations } from "../../parts/missing_locations.tsx";
import { countText, numberText } from "../../parts/numbers.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import type { PlantLocation } from "../../parts/plant_paths.ts";
import { usePlant, useTemplateBriefs } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import {
  eventAddress,
  type EventFilter,
  eventFilter,
  historyQuery,
  isFiltered,
  PAGE_ROWS,
} from "./event_filter.ts";
import { ExportButton } from "./export_button.tsx";

export default function EventsPage() {
  const { api } = useConsole();
  const { query, route } = useLocation();
  const filter = eventFilter(query);
  const address = eventAddress(filter);
  const { query: area, areas } = useMyAreas();
  const before = (filter.page - 1) * PAGE_ROWS;
  const list = { ...historyQuery(filter), area, limit: PAGE_ROWS };
  const page = useResource(
    `events ${address} ${area}`,
    (signal) =>
      unwrap(api.GET("/api/rule-events/history", { params: { query: { ...list, offset: before } }, signal })),
    { keep: true },
  );
  const go = (changes: Partial<EventFilter>) => route(eventAddress({ ...filter, page: 1, ...changes }));
  const total = page.state.value.value?.pagination.total;
  const missing = useMissingLocations([filter.place]);
  return (
    <Page
      title="Events"
      subtitle={total !== undefined && missing.length === 0 && (
        <span role="status">
          {countText(total, "event")}
          {areas.length > 0 && ` in ${areas.map(({ name }) => name).join(", ")}`}
        </span>
      )}
      tools={
        <>
          <SavedViews address={eventAddress({ ...filter, page: 1 })} />
          <ExportButton filter={filter} area={area} />
        </>
      }
    >
      <Filters filter={filter} go={go} />
      <MyAreasNote />
      <NewEvents key={address} show={page.reload} />
      <MissingLocations ids={[filter.place]} keep={() => go({ place: "" })} />
      {missing.length === 0 && (
        <Loaded resource={page} what="Loading events">
          {({ data, pagination }) => (
            <>
              {data.length === 0
                ? (
                  <Empty title={isFiltered(filter) ? "No events match the filters" : "No events yet"}>
                    {isFiltered(filter)
                      ? <a href="/events">Clear filters</a>
                      : <p>An event is raised when the conditions of a deployed rule become true.</p>}
                  </Empty>
                )
                : (
                  <SelectableEvents
                    key={address}
                    events={data}
                    label="Events, newest first"
                    page={{ before, total: pagination.total, query: list }}
                    onDone={page.reload}
                  />
                )}
              <Pager filter={filter} total={pagination.total} />
            </>
          )}
        </Loaded>
      )}
    </Page>
  );
}

/** New events are counted, not inserted, so that rows do not move while they are read. */
function NewEvents({ show }: { show(): void }) {
  const { live } = useConsole();
  const count = useSignal(0);
  useEffect(() => live.onFrames(["event_created", "resync"], (frames) => count.value += frames.length), []);
  if (count.value === 0) return null;
  return (
    <button
      type="button"
      class="events-new"
      onClick={() => {
        count.value = 0;
        show();
      }}
    >
      {numberText(count.value)} new – show
    </button>
  );
}

function Filters({ filter, go }: { filter: EventFilter; go(changes: Partial<EventFilter>): void }) {
  const { people } = useConsole();
  const templates = useTemplateBriefs().state.value.value ?? new Map();
  const places = usePlant().state.value.value?.places ?? new Map<string, PlantLocation>();
  const categories = [...new Set([...templates.values()].map(({ category }) => category))].sort();
  return (
    <FilterBar>
      <MyAreasButton />
      <TextFilter label="Search events" value={filter.text} go={(text) => go({ text })} />
      <TimeFilter
        span={spanOf(filter)}
        go={({ fromMs, toMs }) => go({ from: addressTime(fromMs), to: addressTime(toMs), hours: "" })}
      />
      <Choice
        label="Severity"
        value={filter.severity}
        options={SEVERITIES.map(({ name, title }) => [name, title])}
        go={(severity) => go({ severity })}
      />
      <Choice
        label="State"
        value={filter.state}
        options={[["active", "Active"], ["ended", "Ended"]]}
        go={(state) => go({ state })}
      />
      <Choice
        label="Acknowledged"
        value={filter.acknowledged}
        options={[["yes", "Acknowledged"], ["no", "Not acknowledged"]]}
        go={(acknowledged) => go({ acknowledged })}
      />
      <Choice
        label="Category"
        value={filter.category}
        options={categories.map((name) => [name, name])}
        go={(category) => go({ category })}
      />
      <Choice
        label="Template"
        value={filter.template}
        options={[...templates.values()].map(({ id, name }) => [String(id), name])}
        go={(template) => go({ template })}
      />
      <Choice
        label="Location"
        value={filter.place}
        options={[...places].map(([id, { path }]) => [id, path])}
        go={(place) => go({ place })}
      />
      <TextFilter
        label="Person"
        value={people.nameOf(filter.person)}
        go={async (name) => go({ person: await people.usernameOf(name) })}
        narrow
      />
      <Choice
        label="Started in"
        value={filter.hours}
        options={[["1", "Last hour"], ["8", "8 hours"], ["24", "24 hours"], ["168", "7 days"], [
          "720",
          "30 days",
        ]]}
        go={(hours) => go({ hours, from: "", to: "" })}
      />
      {filter.instance !== "" && <InstanceFilter id={filter.instance} clear={() => go({ instance: "" })} />}
      {isFiltered(filter) && <a class="button" href="/events">Clear filters</a>}
    </FilterBar>
  );
}

/** The instance whose events are listed; a button removes this filter. */
function InstanceFilter({ id, clear }: { id: string; clear(): void }) {
  const { api } = useConsole();
  const name = useResource(`name of instance ${id}`, async (signal) => {
    const params = { path: { id: Number(id) } };
    return (await unwrap(api.GET("/api/instances/{id}", { params, signal }))).data.instance_name;
  }).state.value.value;
  return <button type="button" onClick={clear}>Instance: {name ?? `#${id}`} ✕</button>;
}

function Pager({ filter, total }: { filter: EventFilter; total: number }) {
  const pages = Math.max(1, Math.ceil(total / PAGE_ROWS));
  if (pages === 1 && filter.page === 1) return null;
  return (
    <nav class="pager" aria-label="Pages of events">
      <PageLink filter={filter} page={filter.page - 1} isEnabled={filter.page > 1}>Newer</PageLink>
      <span>Page {numberText(filter.page)} of {numberText(pages)}</span>
      <PageLink filter={filter} page={filter.page + 1} isEnabled={filter.page < pages}>Older</PageLink>
    </nav>
  );
}

function PageLink({ filter, page, isEnabled, children }: {
  filter: EventFilter;
  page: number;
  isEnabled: boolean;
  children: string;
}) {
  if (!isEnabled) return <span class="button disabled" aria-hidden="true">{children}</span>;
  return <a class="button" href={eventAddress({ ...filter, page })}>{children}</a>;
}
