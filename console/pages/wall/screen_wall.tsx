import { useSignalEffect } from "@preact/signals";
import { LocationProvider } from "preact-iso";
import { useEffect } from "preact/hooks";
import { unwrap } from "../../api/client.ts";
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
  useFollowedScreen(startPage);
  useDailyReload();
  useSignalEffect(() => {
    if (session.ended.value) location.replace("/screen?ended=1");
  });
  return (
    <div
      class="wall-screen"
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
    </div>
  );
}

/** Opens the start page, and shows the areas, that an administrator has changed. */
function useFollowedScreen(startPage: string): void {
  const { api, live, preferences } = useConsole();
  useEffect(() =>
    live.onFrames(["resource_changed", "resync"], (frames) => {
      if (!frames.some(({ kind, data }) => kind === "resync" || data.type === "screen")) return;
      live.background.soon("screen", async () => {
        const { data } = await unwrap(api.GET("/api/screens/pairing"));
        if (data.start_page === null) return;
        preferences.areas.value = data.areas.join(",");
        if (data.start_page !== startPage) location.replace(data.start_page);
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
