import { useSignal, useSignalEffect } from "@preact/signals";
import { useLayoutEffect } from "preact/hooks";
import { LocationProvider, Route, Router } from "preact-iso";
import { ConfirmDialog } from "../parts/confirm_dialog.tsx";
import { later } from "../parts/later.tsx";
import { isRememberedEntry } from "../parts/table/list_memory.ts";
import { ToastList } from "../parts/toast_list.tsx";
import { type Console, ConsoleContext, useConsole } from "./console.ts";
import { LoadedPage, NoPage } from "./loaded_page.tsx";
import { NewEvents } from "./new_events.ts";
import { Navigation, offeredPages } from "./navigation.tsx";
import { PAGES } from "./page_table.ts";
import { sectionOf } from "./section_tabs.tsx";
import { OfflineBanner, StatusBar } from "./status_bar.tsx";
import { useKeys } from "./use_keys.ts";
import { useGo, useGuardedLinks } from "./guarded_navigation.ts";

/** The console of a signed-in user. */
export function App({ console }: { console: Console }) {
  return (
    <ConsoleContext.Provider value={console}>
      <LocationProvider scope={/^\/(?!docs|api|sign-in|metrics|demo-inbox)/}>
        <Shell />
      </LocationProvider>
    </ConsoleContext.Provider>
  );
}

const overlays = () => import("./overlays.ts");
const Palette = later(async () => (await overlays()).Palette);
const KeyHelp = later(async () => (await overlays()).KeyHelp);
const SessionExpired = later(async () => (await overlays()).SessionExpired);
const DeskStatus = later(async () => (await overlays()).DeskStatus);
const DeskDialog = later(async () => (await overlays()).DeskDialog);
const StatusNotices = later(async () => (await overlays()).StatusNotices);
const UnconfirmedBanner = later(async () => (await overlays()).UnconfirmedBanner);

type Overlay = "palette" | "keys" | null;

function Shell() {
  const { desk, keyboard, live, session } = useConsole();
  const overlay = useSignal<Overlay>(null);
  const go = useGo();
  useGuardedLinks();
  useSignalEffect(() => {
    if (live.isRead.value) overlays().then(({ watchEventLists }) => watchEventLists(), () => {});
  });
  // From the first picture on: what is seen takes its keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => void keyboard.press(event);
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  useKeys([
    { keys: "mod+k", label: "Search", group: "General", run: () => overlay.value = "palette" },
    { keys: "?", label: "Keyboard shortcuts", group: "General", run: () => overlay.value = "keys" },
    ...offeredPages(session.may).map(({ path, nav }) => ({
      keys: `g ${nav?.key}`,
      label: nav?.label ?? "",
      group: "Pages",
      run: () => go(path),
    })),
  ]);
  const close = () => overlay.value = null;
  // The name of each user of an identity provider contains an @.
  const isExternal = session.user.value?.username.includes("@") === true;
  return (
    <div class="shell">
      <a class="skip" href="#main" data-native onClick={skip}>Skip to content</a>
      <Navigation />
      <div class="beside">
        <StatusBar showPalette={() => overlay.value = "palette"} showKeys={() => overlay.value = "keys"}>
          {live.isRead.value && <StatusNotices />}
        </StatusBar>
        {session.user.value?.shared_desk === true && <DeskStatus />}
        <OfflineBanner />
        {isExternal && <UnconfirmedBanner />}
        <Router onRouteChange={arrive}>
          {[
            ...PAGES.map((entry) => <Route key={entry.path} path={entry.path} component={pageOf(entry)} />),
            <Route key="none" default component={NoPage} />,
          ]}
        </Router>
      </div>
      {overlay.value === "palette" && <Palette onClose={close} />}
      {overlay.value === "keys" && <KeyHelp onClose={close} />}
      <ConfirmDialog />
      {desk.isAsking.value && <DeskDialog />}
      {session.ended.value && <SessionExpired />}
      <ToastList />
      <LiveRegions />
      <NewEvents />
    </div>
  );
}

const components = new Map(PAGES.map((entry) => {
  const section = sectionOf(entry.path, PAGES);
  const Component = ({ id }: { id?: string }) => (
    <LoadedPage key={entry.path} entry={entry} section={section} id={id} />
  );
  return [entry.path, Component];
}));

/** One component per page, so that the router does not remount it. */
function pageOf({ path }: { path: string }) {
  return components.get(path) ?? NoPage;
}

/** Scrolls to the top of a new page, not of one that Back returns to, and closes the navigation on phones. */
function arrive(): void {
  document.getElementById("navigation")?.hidePopover?.();
  if (!isRememberedEntry()) scrollTo(0, 0);
}

function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function LiveRegions() {
  const { announcer } = useConsole();
  return (
    <>
      <div class="sr-only" role="status">{announcer.polite}</div>
      <div class="sr-only" role="alert">{announcer.assertive}</div>
    </>
  );
}
