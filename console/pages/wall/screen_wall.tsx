import { useSignal, useSignalEffect } from "@preact/signals";
import { LocationProvider } from "preact-iso";
import { useEffect, useMemo } from "preact/hooks";
import { leastFontPx } from "../../../domain/screen/legibility.ts";
import { unwrap } from "../../api/client.ts";
import { ToastList } from "../../parts/toast_list.tsx";
import { useInterval } from "../../parts/use_interval.ts";
import { type Console, ConsoleContext, useConsole } from "../../shell/console.ts";
import { ActiveCounts, OfflineBanner, PlantClock, SourceStatus } from "../../shell/status_bar.tsx";
import { EventWall } from "./wall_page.tsx";

interface ScreenProps {
  console: Console;
  /** The path and query that an administrator chose. */
  startPage: string;
}

/** The event wall of a wall screen: nothing on it can be operated. */
export function ScreenWall({ console, startPage }: ScreenProps) {
  return (
    <ConsoleContext.Provider value={console}>
      <LocationProvider>
        <Screen startPage={startPage} />
      </LocationProvider>
    </ConsoleContext.Provider>
  );
}

function Screen({ startPage }: { startPage: string }) {
  const { session } = useConsole();
  const leastPx = useLeastText();
  useFollowedScreen(startPage);
  useDailyReload();
  useSignalEffect(() => {
    if (session.ended.value) location.replace("/screen?ended=1");
  });
  return (
    <div
      class={leastPx === 0 ? "wall-screen" : "wall-screen distant"}
      style={{ "--least-text": `${leastPx}px` }}
      onClickCapture={(event) => event.preventDefault()}
      onFocusCapture={(event) => event.target instanceof HTMLElement && event.target.blur()}
    >
      <header class="status-bar">
        <ActiveCounts />
        <span class="spring" />
        <span class="screen-name">{session.user.value?.display_name}</span>
        <SourceStatus />
        <PlantClock />
      </header>
      <OfflineBanner />
      <EventWall isScreen />
      <ToastList />
    </div>
  );
}

/** The least font size by the screen's setting, which the wall reads too; 0 without one. */
function useLeastText(): number {
  const leastPx = useSignal(0);
  const measure = () => {
    const { screenViewing: viewing = "" } = document.documentElement.dataset;
    const size = { width: Math.max(screen.width, innerWidth), height: Math.max(screen.height, innerHeight) };
    leastPx.value = viewing === "" ? 0 : Math.ceil(leastFontPx(JSON.parse(viewing), size));
    document.documentElement.dataset.leastText = String(leastPx.value);
  };
  useMemo(measure, []);
  useEffect(() => {
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  return leastPx.value;
}

/** Opens the start page, shows the areas and takes the reading distance that an administrator has changed. */
function useFollowedScreen(startPage: string): void {
  const { api, live, preferences } = useConsole();
  useEffect(() =>
    live.onFrames(["resource_changed", "resync"], (frames) => {
      if (!frames.some(({ kind, data }) => kind === "resync" || data.type === "screen")) return;
      live.background.soon("screen", async () => {
        const { data } = await unwrap(api.GET("/api/screens/pairing"));
        if (data.start_page === null) return;
        preferences.areas.value = data.areas.join(",");
        const viewing = data.viewing === null ? "" : JSON.stringify(data.viewing);
        if (data.start_page !== startPage) location.replace(data.start_page);
        else if (viewing !== document.documentElement.dataset.screenViewing) location.reload();
      });
    }), []);
}

const DAY_MS = 86_400_000;
const CHECK_MS = 60_000;

/** Nobody reloads a screen: once a day it does so itself, for the scripts of an upgrade, while Andon answers. */
function useDailyReload(): void {
  const { live } = useConsole();
  useInterval(() => {
    if (performance.now() > DAY_MS && live.connection.peek() === "up") location.reload();
  }, CHECK_MS);
}
