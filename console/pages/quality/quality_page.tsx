import { useLocation } from "preact-iso";
import { type Schemas, unwrap } from "../../api/client.ts";
import { useEventNames } from "../../events/event_names.ts";
import { FilterBar } from "../../lists/filter_bar.tsx";
import { MyAreasButton, MyAreasNote } from "../../lists/my_areas.tsx";
import { useMyAreas } from "../../lists/use_my_areas.ts";
import { useResource } from "../../live/use_resource.ts";
import { Choice } from "../../parts/choice.tsx";
import { MissingLocations, useMissingLocations } from "../../parts/missing_locations.tsx";
import { countText, decimalText, numberText, percentText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { usePlant, useTemplateBriefs } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { AdviceList } from "./advice_list.tsx";
import { adviceOf } from "./advice_of.ts";
import { BadActors, Floods, StaleEvents } from "./actors_panel.tsx";
import { GroupTable } from "./group_table.tsx";
import { MixPanel } from "./mix_panel.tsx";
import {
  qualityAddress,
  type QualityFilter,
  qualityFilter,
  SPANS,
  statisticsQuery,
} from "./quality_filter.ts";
import { SeriesPanel } from "./series_panel.tsx";

type Statistics = Schemas["AlarmStatistics"];

/** ISA-18.2: at most 1 % of the time in flood. */
const FLOOD_TARGET = 0.01;

export default function QualityPage() {
  const { api, time } = useConsole();
  const { query, route } = useLocation();
  const filter = qualityFilter(query);
  const go = (changes: Partial<QualityFilter>) => route(qualityAddress({ ...filter, ...changes }));
  const mine = useMyAreas();
  const statistics = useResource(`statistics ${qualityAddress(filter)} ${mine.query}`, async (signal) => {
    const params = { query: { ...statisticsQuery(filter), area: mine.query } };
    return (await unwrap(api.GET("/api/alarm-statistics", { params, signal }))).data;
  });
  const missing = useMissingLocations([filter.node]);
  const read = statistics.state.value.value;
  return (
    <Page
      title="Alarm quality"
      subtitle={read !== undefined && missing.length === 0 &&
        `as of ${time.named(Date.parse(read.generated_at))}`}
      tools={<button type="button" onClick={statistics.reload}>Refresh</button>}
    >
      <Filters filter={filter} go={go} />
      <MyAreasNote />
      <MissingLocations ids={[filter.node]} keep={() => go({ node: "" })} />
      {missing.length === 0 && (
        <Loaded resource={statistics} what="Counting events">
          {(found) =>
            found.events === 0 && found.stale.active === 0
              ? (
                <Empty title="No events in this time">
                  <p>Alarm statistics (ISA-18.2) appear when rules raise events.</p>
                </Empty>
              )
              : <Figures found={found} filter={filter} go={go} />}
        </Loaded>
      )}
    </Page>
  );
}

function Filters({ filter, go }: { filter: QualityFilter; go(changes: Partial<QualityFilter>): void }) {
  const templates = [...useTemplateBriefs().state.value.value?.values() ?? []];
  const places = [...usePlant().state.value.value?.places ?? []];
  const categories = [...new Set(templates.map(({ category }) => category))].sort();
  const isFiltered = filter.node !== "" || filter.template !== "" || filter.category !== "";
  return (
    <FilterBar>
      <MyAreasButton />
      <select
        aria-label="Time"
        class="chosen"
        value={String(filter.hours)}
        onChange={({ currentTarget }) => go({ hours: Number(currentTarget.value) })}
      >
        {SPANS.map(([hours, title]) => <option key={hours} value={hours}>Last {title}</option>)}
      </select>
      <Choice
        label="Location"
        value={filter.node}
        options={places.map(([id, { path }]) => [id, path])}
        go={(node) => go({ node })}
      />
      <Choice
        label="Template"
        value={filter.template}
        options={templates.map(({ id, name }) => [String(id), name])}
        go={(template) => go({ template })}
      />
      <Choice
        label="Category"
        value={filter.category}
        options={categories.map((name) => [name, name])}
        go={(category) => go({ category })}
      />
      {isFiltered && (
        <a
          class="button"
          href={qualityAddress({ ...qualityFilter({}), hours: filter.hours, critical: filter.critical })}
        >
          Clear filters
        </a>
      )}
    </FilterBar>
  );
}

interface FiguresProps {
  found: Statistics;
  filter: QualityFilter;
  go(changes: Partial<QualityFilter>): void;
}

function Figures({ found, filter, go }: FiguresProps) {
  const names = useEventNames();
  const places = usePlant().state.value.value?.places;
  return (
    <>
      <Tiles found={found} />
      <div class="stack quality-columns">
        <SeriesPanel found={found} />
        <AdviceList
          advice={adviceOf(found, names)}
          hours={filter.hours}
          critical={filter.critical}
          setCritical={(critical) => go({ critical })}
        />
      </div>
      <div class="stack quality-columns">
        <BadActors found={found} />
        <div class="quality-side">
          <MixPanel severities={found.severities} rules={found.rules} />
          <Floods found={found} />
          <StaleEvents found={found} />
        </div>
      </div>
      <div class="quality-groups">
        <GroupTable
          title="By location"
          groups={found.plant_nodes}
          nameOf={(node) => places?.get(node)?.short}
          hours={filter.hours}
          addressOf={(node) => qualityAddress({ ...filter, node })}
        />
        <GroupTable
          title="By template"
          groups={found.templates}
          hours={filter.hours}
          addressOf={(template) => qualityAddress({ ...filter, template })}
        />
        <GroupTable
          title="By category"
          groups={found.categories}
          hours={filter.hours}
          addressOf={(category) => qualityAddress({ ...filter, category })}
        />
      </div>
    </>
  );
}

/** The figures of ISA-18.2 with their targets. */
function Tiles({ found }: { found: Statistics }) {
  const { rate, flood, chattering, fleeting, stale, bad_actor_share, events } = found;
  return (
    <dl class="stack quality-tiles">
      <Tile
        name="Events"
        value={numberText(events)}
        note={`${decimalText(rate.average, 2)} per ten minutes`}
        isOver={rate.average > 1}
      />
      <Tile
        name="Peak"
        value={numberText(rate.peak)}
        note="per ten minutes; target: at most 10"
        isOver={rate.peak > 10}
      />
      <Tile
        name="Time in flood"
        value={percentText(flood.share)}
        note={`${countText(flood.count, "flood")}${runningNote(found)}; target: below 1 %`}
        isOver={flood.share > FLOOD_TARGET}
      />
      <Tile
        name="Top ten rules"
        value={percentText(bad_actor_share)}
        note="of all events; target: below 5 %"
        isOver={bad_actor_share > 0.05 && events >= 50}
      />
      <Tile
        name="Chattering"
        value={numberText(chattering.events)}
        note={`from ${countText(chattering.rules, "rule")}; target: none`}
        isOver={chattering.events > 0}
      />
      <Tile
        name="Fleeting"
        value={numberText(fleeting.events)}
        note={`under 30 s, from ${countText(fleeting.rules, "rule")}`}
        isOver={false}
      />
      <Tile
        name="Stale"
        value={numberText(stale.events)}
        note={`${numberText(stale.active)} still active; target: none`}
        isOver={stale.active > 0}
      />
    </dl>
  );
}

/** Says for how long Andon ran, where that is not the whole span. */
function runningNote({ from, generated_at, running_seconds }: Statistics): string {
  const spanMs = Date.parse(generated_at) - Date.parse(from), ranMs = running_seconds * 1_000;
  return spanMs - ranMs < 60_000 ? "" : ` in the ${durationText(ranMs)} that Andon ran`;
}

/** Figures above target are marked by a word and a line, not by a severity colour. */
function Tile({ name, value, note, isOver }: { name: string; value: string; note: string; isOver: boolean }) {
  return (
    <div class={isOver ? "quality-tile over" : "quality-tile"}>
      <dt>{name}</dt>
      <dd>
        <span class="quality-value">{value}</span>
        {isOver && <span class="quality-over">above target</span>}
        <span class="quality-note">{note}</span>
      </dd>
    </div>
  );
}
