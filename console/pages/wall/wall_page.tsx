import { useComputed } from "@preact/signals";
import { Maximize, Volume2, VolumeX } from "lucide";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { unwrap } from "../../api/client.ts";
import { useEventActions } from "../../events/event_actions.ts";
import { namesText, useMyAreas } from "../../lists/use_my_areas.ts";
import { isStale } from "../../live/staleness.ts";
import { useResource } from "../../live/use_resource.ts";
import { Icon } from "../../parts/icon.tsx";
import { later } from "../../parts/later.tsx";
import { numberText } from "../../parts/numbers.ts";
import { retainedSinceMs, usePlantSettings } from "../../parts/plant_settings.ts";
import { ShelvedLink } from "../../parts/shelved_link.tsx";
import { useShelved } from "../../parts/use_shelved.ts";
import { useBoundStreams, usePlant, useTemplateBriefs } from "../../parts/shared_resources.ts";
import { Failed, Loading } from "../../parts/states.tsx";
import { useConsole } from "../../shell/console.ts";
import { Page } from "../../shell/page.tsx";
import { useNow } from "../../shell/now_context.ts";
import { isSlowLine } from "../../shell/slow_line.ts";
import { isRefused } from "../../shell/source_text.ts";
import { decidingStream } from "./deciding_stream.ts";
import { WallBoard } from "./wall_board.tsx";
import { ChoiceButton } from "./wall_choice.tsx";
import {
  choiceQuery,
  HOURS,
  type Layout,
  LAYOUTS,
  wallAddress,
  type WallView,
  wallView,
} from "./wall_address.ts";
import { wallOf } from "./wall_model.ts";

const WallNotices = later(async () => (await import("./wall_notices.tsx")).WallNotices);
const NoDataBanner = later(async () => (await import("./wall_states.tsx")).NoDataBanner);
const NoEvents = later(async () => (await import("./wall_states.tsx")).NoEvents);
const WallTimeline = later(async () => (await import("./wall_timeline.tsx")).WallTimeline);

/** The wall is rebuilt at this interval, so that ended events leave the selected hours. */
const REBUILD_MS = 10_000;

export default function WallPage() {
  return <EventWall isScreen={false} />;
}

/** `isScreen`: on a wall screen, without controls and without the choice kept in a browser. */
export function EventWall({ isScreen }: { isScreen: boolean }) {
  const { live, preferences, announcer } = useConsole();
  const { query, route } = useLocation();
  const view = wallView(query, isScreen ? "" : preferences.wall.value);
  const go = (changes: Partial<WallView>) => {
    preferences.wall.value = choiceQuery({ ...view, ...changes });
    route(wallAddress({ ...view, ...changes }), true);
  };
  const templates = useTemplateBriefs();
  const past = usePast(view.hours);
  const { value: plant, problem: noPlant } = usePlant().state.value;
  const settings = usePlantSettings();
  const stored = settings.state.value;
  const placeOf = (floc: string | null) => floc === null ? undefined : plant?.places.get(floc);
  const streams = useBoundStreams().state.value.value;
  const streamOf = useMemo(() => decidingStream(streams), [streams]);
  const actions = useEventActions();
  const nowMs = useNow();
  const rebuiltAtMs = useComputed(() => Math.ceil(nowMs.value / REBUILD_MS) * REBUILD_MS);
  const mine = useMyAreas();
  const shelved = useShelved();
  const wall = wallOf({
    ...view,
    areas: [...view.areas, ...mine.nodes],
    events: live.events.value.values(),
    shelved,
    grouping: view.layout === "category" ? "category" : "template",
    withEnded: view.withEnded,
    nowMs: rebuiltAtMs.value,
    placeOf,
    retainedSinceMs: view.layout === "timeline" ? Infinity : retainedSinceMs(stored.value),
    titleOf: ({ template_id, category, template_instance }) => {
      if (view.layout === "category") return capital(category);
      // Andon's own events have no template.
      if (template_id === null) return template_instance;
      return templates.state.value.value?.get(template_id)?.name ?? category;
    },
  });
  const shown = [...mine.areas, ...view.areas.flatMap((id) => plant?.places.get(id)?.node ?? [])];
  const announced = useRef(view.find);
  useEffect(() => {
    if (announced.current !== view.find) announcer.announce(`${numberText(wall.active)} active found`);
    announced.current = view.find;
  }, [view.find]);
  const problem = past.state.value.problem ?? stored.problem;
  // On a slow line the past takes seconds longer than the active events, which come with the document.
  // The machines' names come with the plant: tiles that change their names change their heights.
  const isNamed = plant !== undefined || noPlant !== undefined || isSlowLine();
  const isReady = live.isRead.value && mine.isRead && isNamed;
  const isPastRead = past.state.value.value !== undefined && stored.value !== undefined;
  const isUnknown = !isReady || wall.sections.length === 0 && !isPastRead;
  const source = live.source.value;
  const isDown = source !== null && (source.state === "lost" || source.state === "none" || isRefused(source));
  const retry = () => [past, settings].forEach(({ reload }) => reload());
  return (
    <Page
      title="Event wall"
      class="wall-page"
      subtitle={isReady && (
        <span>
          {numberText(wall.active)} active{isStale(live) && " when data ended"}
          {shown.length > 0 && ` in ${namesText(shown)}`}
          {wall.returned > 0 && `, ${numberText(wall.returned)} returned to normal and unacknowledged`}
          {wall.shelved > 0 && (
            <>
              , <ShelvedLink count={wall.shelved} />
            </>
          )}
          {wall.outOfService > 0 && (
            <>
              , <ShelvedLink count={wall.outOfService} what="out of service" />
            </>
          )}
          {wall.leftOut > 0 && `, ${numberText(wall.leftOut)} more in other areas or severities`}
          {!isPastRead && (problem === undefined
            ? ", past events are loading"
            : `, past events could not be read: ${problem.message}`)}
        </span>
      )}
      tools={!isScreen && <WallTools view={view} go={go} />}
    >
      {isDown && <NoDataBanner />}
      <WallNotices until={past.state.value.value?.leftUntil} view={view} go={!isScreen && go} />
      {isUnknown && (problem === undefined
        ? <Loading what="Loading events" />
        : <Failed problem={problem} retry={retry} />)}
      {isReady && isPastRead && wall.sections.length === 0 && (
        <NoEvents
          isFiltered={view.find !== "" || wall.leftOut > 0}
          isWatched={streams === undefined || streams.size > 0}
        />
      )}
      {isReady && wall.sections.length > 0 && (
        <>
          {view.layout === "timeline" && <WallTimeline wall={wall} hours={view.hours} isScreen={isScreen} />}
          {(view.layout !== "timeline" || isScreen) && (
            <WallBoard
              key={wallAddress(view)}
              {...{ wall, actions }}
              hours={view.hours}
              isScreen={isScreen}
              placeOf={placeOf}
              streamOf={streamOf}
            />
          )}
        </>
      )}
    </Page>
  );
}

/** Reads past events once per choice of hours; the push channel adds newer ones. */
function usePast(hours: number) {
  const { api, live } = useConsole();
  return useResource(`wall ${hours}`, async (signal) => {
    const take = live.reading();
    const { data } = await unwrap(api.GET("/api/event-wall-data", { params: { query: { hours } }, signal }));
    if (data.layout !== "timeline") { for (const { events } of data.groups) take(events); }
    take(data.unacknowledged);
    return { truncated: data.truncated, leftUntil: data.unacknowledged_left_until };
  });
}

const LAYOUT_NAMES: Readonly<Record<Layout, string>> = {
  template: "Template",
  category: "Category",
  timeline: "Timeline",
};

function WallTools({ view, go }: { view: WallView; go(changes: Partial<WallView>): void }) {
  const { keyboard } = useConsole();
  const toggleSound = useSoundToggle();
  const find = useRef<HTMLInputElement>(null);
  useEffect(() =>
    keyboard.add([
      { keys: "/", label: "Search", group: "Event wall", run: () => find.current?.focus() },
      { keys: "m", label: "Sound on or off", group: "Event wall", run: toggleSound },
      { keys: "f", label: "Full screen", group: "Event wall", run: toggleFullScreen },
      ...LAYOUTS.map((layout, index) => ({
        keys: String(index + 1),
        label: `By ${LAYOUT_NAMES[layout].toLowerCase()}`,
        group: "Event wall",
        run: () => go({ layout }),
      })),
    ]), [wallAddress(view)]);
  return (
    <>
      <input
        ref={find}
        type="search"
        class="wall-find"
        aria-label="Search the wall"
        placeholder="Search"
        value={view.find}
        onInput={({ currentTarget }) => go({ find: currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      <div class="segments" role="group" aria-label="Layout">
        {LAYOUTS.map((layout) => (
          <button
            key={layout}
            type="button"
            aria-pressed={view.layout === layout}
            onClick={() => go({ layout })}
          >
            {LAYOUT_NAMES[layout]}
          </button>
        ))}
      </div>
      <select
        aria-label="Time"
        value={String(view.hours)}
        onChange={({ currentTarget }) => go({ hours: Number(currentTarget.value) })}
      >
        {HOURS.map((hours) => <option key={hours} value={hours}>{hours} h</option>)}
      </select>
      {view.layout !== "timeline" && (
        <button
          type="button"
          aria-pressed={view.withEnded}
          onClick={() => go({ withEnded: !view.withEnded })}
        >
          Show ended
        </button>
      )}
      <ChoiceButton choice={view} choose={go} />
      <SoundButton />
      <button type="button" class="icon-button" aria-label="Full screen" onClick={toggleFullScreen}>
        <Icon node={Maximize} />
      </button>
    </>
  );
}

/** Toggles the sound; turning it on plays a tone. */
function useSoundToggle(): () => void {
  const { preferences, tones } = useConsole();
  return () => {
    preferences.sound.value = !preferences.sound.peek();
    if (preferences.sound.peek()) tones.play("info");
  };
}

function SoundButton() {
  const { preferences, tones } = useConsole();
  const toggle = useSoundToggle();
  const isOn = preferences.sound.value;
  return (
    <>
      {isOn && !tones.mayPlay.value && (
        <span class="muted" role="status">Silent until you click or press a key</span>
      )}
      <button
        type="button"
        class="icon-button"
        aria-label="Sound for new events"
        aria-pressed={isOn}
        title={isOn ? "Sound is on" : "Sound is off"}
        onClick={toggle}
      >
        <Icon node={isOn ? Volume2 : VolumeX} />
      </button>
    </>
  );
}

function toggleFullScreen(): void {
  if (document.fullscreenElement === null) document.documentElement.requestFullscreen().catch(() => {});
  else document.exitFullscreen().catch(() => {});
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
