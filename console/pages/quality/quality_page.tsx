import { useLocation } from "preact-iso";
import { type Schemas, told } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Choice } from "../../parts/choice.tsx";
import { usePlant, useTemplateBriefs } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { AdviceList, type PlacedAdvice } from "./advice_list.tsx";
import { BadActors, Floods, StaleEvents } from "./actors_panel.tsx";
import { GroupTable } from "./group_table.tsx";
import { MixPanel } from "./mix_panel.tsx";
import {
  percent,
  qualityAddress,
  type QualityPlace,
  qualityPlace,
  SPANS,
  statisticsQuery,
} from "./quality_place.ts";
import { SeriesPanel } from "./series_panel.tsx";

type Statistics = Schemas["AlarmStatistics"];

/** ISA-18.2: at most so much of the time in flood. */
const FLOOD_TARGET = 0.01;

export default function QualityPage() {
  const { api, time } = useConsole();
  const { query, route } = useLocation();
  const place = qualityPlace(query);
  const go = (changes: Partial<QualityPlace>) => route(qualityAddress({ ...place, ...changes }));
  const statistics = useResource(
    `statistics ${qualityAddress(place)}`,
    async (signal) =>
      (await told(api.GET("/api/alarm-statistics", { params: { query: statisticsQuery(place) }, signal })))
        .data,
  );
  const read = statistics.state.value.value;
  return (
    <Page
      title="Alarm quality"
      under={read !== undefined && `as of ${time.moment(Date.parse(read.generated_at))}`}
      tools={<button type="button" onClick={statistics.reload}>Read anew</button>}
    >
      <Filters place={place} go={go} />
      <Loaded resource={statistics} what="Counting events">
        {(found) =>
          found.events === 0 && found.stale.active === 0
            ? (
              <Empty title="No event came in this time">
                <p>Statistics after ISA-18.2 appear here when rules raise events.</p>
              </Empty>
            )
            : <Figures found={found} place={place} />}
      </Loaded>
    </Page>
  );
}

function Filters({ place, go }: { place: QualityPlace; go(changes: Partial<QualityPlace>): void }) {
  const templates = [...useTemplateBriefs().state.value.value?.values() ?? []];
  const places = [...usePlant().state.value.value?.places ?? []];
  const categories = [...new Set(templates.map(({ category }) => category))].sort();
  const isFiltered = place.node !== "" || place.template !== "" || place.category !== "";
  return (
    <div class="filters" role="search" aria-label="Filters">
      <select
        aria-label="Time"
        class="chosen"
        value={String(place.hours)}
        onChange={({ currentTarget }) => go({ hours: Number(currentTarget.value) })}
      >
        {SPANS.map(([hours, title]) => <option key={hours} value={hours}>Last {title}</option>)}
      </select>
      <Choice
        label="Plant node"
        value={place.node}
        options={places.map(([id, { path }]) => [id, path])}
        go={(node) => go({ node })}
      />
      <Choice
        label="Template"
        value={place.template}
        options={templates.map(({ id, name }) => [String(id), name])}
        go={(template) => go({ template })}
      />
      <Choice
        label="Category"
        value={place.category}
        options={categories.map((name) => [name, name])}
        go={(category) => go({ category })}
      />
      {isFiltered && (
        <a class="button" href={qualityAddress({ ...qualityPlace({}), hours: place.hours })}>Clear</a>
      )}
    </div>
  );
}

function Figures({ found, place }: { found: Statistics; place: QualityPlace }) {
  return (
    <>
      <Tiles found={found} />
      <div class="quality-columns">
        <SeriesPanel found={found} />
        <AdviceList advice={adviceOf(found)} hours={place.hours} />
      </div>
      <div class="quality-columns">
        <BadActors found={found} />
        <div class="quality-side">
          <MixPanel severities={found.severities} rules={found.rules} />
          <Floods found={found} />
          <StaleEvents found={found} />
        </div>
      </div>
      <div class="quality-groups">
        <GroupTable
          title="By plant node"
          groups={found.plant_nodes}
          hours={place.hours}
          addressOf={(node) => qualityAddress({ ...place, node })}
        />
        <GroupTable
          title="By template"
          groups={found.templates}
          hours={place.hours}
          addressOf={(template) => qualityAddress({ ...place, template })}
        />
        <GroupTable
          title="By category"
          groups={found.categories}
          hours={place.hours}
          addressOf={(category) => qualityAddress({ ...place, category })}
        />
      </div>
    </>
  );
}

/** The whole's advice, then that of its bad actors, each once; one that is about an instance names it. */
function adviceOf({ advice, bad_actors }: Statistics): PlacedAdvice[] {
  const whole = advice.map((one): PlacedAdvice => ({ ...one, instance: null }));
  const placed = bad_actors.flatMap(({ advice, instance_id: instance }) =>
    advice.map((one): PlacedAdvice => ({ ...one, instance }))
  );
  return [...new Map([...whole, ...placed].map((one) => [one.text, one])).values()];
}

/** The figures that the standard names, each with what it recommends. */
function Tiles({ found }: { found: Statistics }) {
  const { rate, flood, chattering, fleeting, stale, bad_actor_share, events } = found;
  return (
    <dl class="quality-tiles">
      <Tile
        name="Events"
        value={events.toLocaleString("en")}
        note={`${rate.average.toFixed(2)} in ten minutes`}
        isOver={rate.average > 1}
      />
      <Tile
        name="Peak"
        value={String(rate.peak)}
        note="in ten minutes; goal: at most 10"
        isOver={rate.peak > 10}
      />
      <Tile
        name="Time in flood"
        value={percent(flood.share)}
        note={`${flood.count} ${flood.count === 1 ? "flood" : "floods"}; goal: below 1 %`}
        isOver={flood.share > FLOOD_TARGET}
      />
      <Tile
        name="Top ten"
        value={percent(bad_actor_share)}
        note="of all events; goal: below 5 %"
        isOver={bad_actor_share > 0.05 && events >= 50}
      />
      <Tile
        name="Chattering"
        value={String(chattering.events)}
        note={`of ${rulesText(chattering.rules)}; goal: none`}
        isOver={chattering.events > 0}
      />
      <Tile
        name="Fleeting"
        value={String(fleeting.events)}
        note={`under 30 s, of ${rulesText(fleeting.rules)}`}
        isOver={false}
      />
      <Tile
        name="Stale"
        value={String(stale.events)}
        note={`${stale.active} still active; goal: none`}
        isOver={stale.active > 0}
      />
    </dl>
  );
}

function rulesText(count: number): string {
  return count === 1 ? "1 rule" : `${count} rules`;
}

/** Beyond what is recommended is said by a word and a mark, not by a severity's colour. */
function Tile({ name, value, note, isOver }: { name: string; value: string; note: string; isOver: boolean }) {
  return (
    <div class={isOver ? "quality-tile over" : "quality-tile"}>
      <dt>{name}</dt>
      <dd>
        <span class="quality-value">{value}</span>
        {isOver && <span class="quality-over">too many</span>}
        <span class="quality-note">{note}</span>
      </dd>
    </div>
  );
}
