import { useComputed } from "@preact/signals";
import { type RuleEvent, unwrap } from "../../api/client.ts";
import { EventLink } from "../../events/event_link.tsx";
import { useEventNames } from "../../events/event_names.ts";
import { MyAreasButton, MyAreasNote } from "../../lists/my_areas.tsx";
import { useMyAreas } from "../../lists/use_my_areas.ts";
import { useResource } from "../../live/use_resource.ts";
import { isStale } from "../../live/staleness.ts";
import { isHidden, lengthMs } from "../../parts/event_text.ts";
import { SeverityGlyph, StateGlyph } from "../../parts/glyph.tsx";
import { countNow, numberText, percentText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import { ShelvedLink } from "../../parts/shelved_link.tsx";
import { useShelved } from "../../parts/use_shelved.ts";
import { SEVERITIES } from "../../parts/severity.ts";
import { Empty, Loaded, Loading } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { ALL_STEPS } from "../../shell/preferences.ts";
import { useNow } from "../../shell/now_context.ts";
import { Page } from "../../shell/page.tsx";
import { badActors, bySeverity } from "./overview_model.ts";
import { PlantPanel } from "./plant_panel.tsx";
import { RatePanel } from "./rate_panel.tsx";
import { SourcePanel } from "./source_panel.tsx";
import { isMonitored, useWatched } from "./use_watched.ts";
import { later } from "../../parts/later.tsx";
import { Panel } from "../../parts/panel.tsx";

/** Needed in the first hours only. */
const FirstStepsPanel = later(async () => (await import("./first_steps.tsx")).FirstStepsPanel);
const FirstStepsButton = later(async () => (await import("./first_steps.tsx")).FirstStepsButton);

const DAY_MS = 86_400_000;
/** Only this many newest events of the last day are read. */
const MAX_READ = 1_000;
const MAX_SHOWN = 10;

export default function OverviewPage() {
  const { live, preferences, session } = useConsole();
  const mine = useMyAreas();
  const day = useDay(mine.query);
  const watched = useWatched(mine.query);
  const counts = watched.state.value.value;
  const nowMs = useNow();
  const minuteMs = useComputed(() => Math.ceil(nowMs.value / 60_000) * 60_000);
  const toMs = minuteMs.value;
  const events = [...live.events.value.values()].filter((event) => mine.has(event.plant_node_floc_id));
  const active = events.filter((event) => event.is_active && !isHidden(event, toMs));
  const shelved = useShelved().filter((event) => mine.has(event.plant_node_floc_id));
  const lastDay = events.filter(({ start_time }) => Date.parse(start_time) > toMs - DAY_MS);
  const isEmpty = counts !== undefined && !isMonitored(counts, live.source.value);
  const mayContinue = session.may("POST /api/plant-model") && preferences.steps.value !== ALL_STEPS;
  if (!live.isRead.value || !mine.isRead) {
    return (
      <Page title="Overview">
        <Loading what="Loading the plant" />
      </Page>
    );
  }
  return (
    <Page
      title="Overview"
      tools={
        <>
          {!isEmpty && mayContinue && (
            <span class="overview-steps-left">
              {counts !== undefined && <FirstStepsButton watched={counts} />}
            </span>
          )}
          <MyAreasButton />
          <a class="button" href="/shift">Since I came on</a>
        </>
      }
    >
      {isEmpty && <FirstStepsPanel watched={counts} />}
      <MyAreasNote />
      <SeverityTiles events={active} shelved={shelved} />
      <div class="overview">
        <PlantPanel events={active} shelved={shelved} nodes={mine.nodes} />
        <div class="overview-middle">
          <Loaded resource={day} what="Loading the last day">
            {({ total }) => (
              <>
                <RatePanel events={lastDay} toMs={toMs} isWhole={total <= MAX_READ} />
                <ActorsPanel events={lastDay} />
              </>
            )}
          </Loaded>
        </div>
        <div class="overview-side">
          <SourcePanel active={active} watched={watched} isWholePlant={mine.query === undefined} />
          <LatestPanel events={lastDay} />
        </div>
      </div>
    </Page>
  );
}

/** Reads the last day's events into the live store; the push channel adds newer ones. */
function useDay(area: string | undefined) {
  const { api, live } = useConsole();
  return useResource(`day ${area}`, async (signal) => {
    const query = { hours: 24, area, limit: MAX_READ }, take = live.reading();
    const { data, pagination } = await unwrap(
      api.GET("/api/rule-events/history", { params: { query }, signal }),
    );
    take(data);
    return { total: pagination.total };
  });
}

function SeverityTiles(
  { events, shelved }: { events: readonly RuleEvent[]; shelved: readonly RuleEvent[] },
) {
  const { live } = useConsole();
  const isUnknown = isStale(live);
  const { active, unacknowledged } = bySeverity(events);
  return (
    <ul class={isUnknown ? "overview-tiles no-data" : "overview-tiles"}>
      {SEVERITIES.map(({ name, title, rank }) => (
        <li key={name} class="overview-severity">
          <a
            class={`overview-tile s${rank} ${active[name] === 0 ? "none" : ""} ${
              unacknowledged[name] > 0 ? "open" : ""
            }`}
            href={`/events?severity=${name}&state=active`}
          >
            {active[name] === 0
              ? <StateGlyph state={isUnknown ? "unknown" : "normal"} />
              : <SeverityGlyph severity={name} label={null} />}
            <span class="overview-number">{countNow(active[name], { isUnknown })}</span>
            <span class="overview-word">{title}</span>
            <span class="overview-note">
              {unacknowledged[name] > 0
                ? `${numberText(unacknowledged[name])} unacknowledged`
                : active[name] > 0
                ? "all acknowledged"
                : isUnknown
                ? "unknown, no data"
                : "none active"}
            </span>
          </a>
          <ShelvedLink count={shelved.filter(({ severity }) => severity === name).length} />
        </li>
      ))}
    </ul>
  );
}

/** The rules and instances with the most events: candidates for rework. */
function ActorsPanel({ events }: { events: readonly RuleEvent[] }) {
  const { machineOf } = useEventNames();
  const actors = badActors(events, MAX_SHOWN);
  return (
    <Panel title="Bad actors" tools={<span class="muted">24 h</span>}>
      {actors.length === 0
        ? <Empty title="No events in the last 24 h" />
        : (
          <ol class="rows" data-events="Bad actors">
            {actors.map(({ key, event, count, share }) => (
              <li key={key}>
                <SeverityGlyph severity={event.severity} />
                <EventLink event={event} machine={machineOf(event).machine} />
                <span class="bar" aria-hidden="true">
                  <span style={{ inlineSize: `${count / actors[0]!.count * 100}%` }} />
                </span>
                <span class="end number" title={`${percentText(share)} of all events`}>
                  {numberText(count)}
                </span>
              </li>
            ))}
          </ol>
        )}
    </Panel>
  );
}

function LatestPanel({ events }: { events: readonly RuleEvent[] }) {
  const { time } = useConsole();
  const { machineOf } = useEventNames();
  const latest = [...events].sort((a, b) => a.start_time < b.start_time ? 1 : -1).slice(0, MAX_SHOWN);
  return (
    <Panel title="Latest events" tools={<a href="/events">All events</a>}>
      {latest.length === 0
        ? <Empty title="No events in the last 24 h" />
        : (
          <ol class="rows latest" data-events="Latest events">
            {latest.map((event) => (
              <li key={event.id} class={event.is_active ? "" : "over"}>
                <SeverityGlyph severity={event.severity} />
                <EventLink event={event} machine={machineOf(event).machine} />
                <span
                  class="end muted number"
                  title={event.is_active ? "active" : `ended after ${durationText(lengthMs(event, 0))}`}
                >
                  {time.moment(Date.parse(event.start_time)).slice(-8)}
                </span>
              </li>
            ))}
          </ol>
        )}
    </Panel>
  );
}
