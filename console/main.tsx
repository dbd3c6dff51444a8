import { effect, signal } from "@preact/signals";
import { render } from "preact";
import { createApi } from "./api/client.ts";
import { createReadLimit } from "./api/read_limit.ts";
import { createLive, type Live } from "./live/live.ts";
import { createConfirmDialogs } from "./parts/confirm.ts";
import { createNavigationGuard } from "./parts/form/navigation_guard.ts";
import { createNow } from "./parts/now.ts";
import { browserZone, createPlantTime } from "./parts/plant_time.ts";
import { createAnnouncer } from "./parts/announcer.ts";
import { followGesture } from "./parts/gesture.ts";
import { createTones } from "./parts/tones.ts";
import { createToasts } from "./parts/toasts.ts";
import { later } from "./parts/later.tsx";
import { createDesk } from "./session/desk.ts";
import { createPeople } from "./session/people.ts";
import { createSession, type User, userOf } from "./session/session.ts";
import { App } from "./shell/app.tsx";
import { guardHistory } from "./shell/guarded_history.ts";
import { createKeyboard } from "./shell/keyboard.ts";
import { NowContext } from "./shell/now_context.ts";
import { isSlowLine } from "./shell/slow_line.ts";
import { createPreferences, type Preferences } from "./shell/preferences.ts";

const ScreenWall = later(async () => (await import("./pages/wall/screen_wall.tsx")).ScreenWall);

/** The composition root: reads the user from the document, creates the console's services and renders the page. */
async function start(root: HTMLElement): Promise<void> {
  const { dataset } = document.documentElement;
  const preferences = createPreferences(localStorage);
  effect(() => showTheme(preferences));
  const user = userOf(dataset);
  if (user !== null) return startConsole(root, { user, preferences, zone: dataset.timeZone ?? "UTC" });
  document.documentElement.classList.add("own-font");
  if (location.pathname === "/screen") {
    document.title = "Wall screen – Andon";
    const { default: ScreenPage } = await import("./pages/screen/screen_page.tsx");
    return render(<ScreenPage />, root);
  }
  document.title = "Sign in – Andon";
  const { default: SignInPage } = await import("./pages/sign_in/sign_in_page.tsx");
  render(<SignInPage />, root);
}

interface ConsoleOptions {
  user: User;
  preferences: Preferences;
  zone: string;
}

function startConsole(root: HTMLElement, { user, preferences, zone }: ConsoleOptions): void {
  const { screen = "", screenAreas = "", seq } = document.documentElement.dataset;
  const session = createSession(user);
  const time = createPlantTime(zone, { choice: () => preferences.zone.value, ownZone: browserZone() });
  const onWrite = () => live.cache.expire();
  const desk = createDesk();
  const readLimit = createReadLimit();
  const api = createApi({
    renewed: session.renewed,
    readLimit,
    desk: user.shared_desk === true ? desk : undefined,
    timeText: time.full,
    onWrite,
  });
  const live = createLive({ api, session, after: seq });
  loadRest(live);
  const dialogs = createConfirmDialogs();
  const navigationGuard = createNavigationGuard(dialogs);
  guardHistory(navigationGuard);
  const console = {
    api,
    readLimit,
    session,
    desk,
    people: createPeople(api),
    // An administrator gives a wall screen its areas; what its browser keeps does not count.
    preferences: screen === "" ? preferences : { ...preferences, areas: signal(screenAreas) },
    live,
    keyboard: createKeyboard(preferences),
    toasts: createToasts(),
    dialogs,
    navigationGuard,
    announcer: createAnnouncer(),
    tones: createTones(followGesture()),
    time,
  };
  render(
    <NowContext.Provider value={createNow().nowMs}>
      {screen === "" ? <App console={console} /> : <ScreenWall console={console} startPage={screen} />}
    </NowContext.Provider>,
    root,
  );
}

/**
 * What the first data need not wait for: the font, which is as large as all scripts of a page, and the styles of other
 * pages. On a slow line they come after the first data.
 */
function loadRest({ isRead }: Live): void {
  const load = () => {
    document.documentElement.classList.add("own-font");
    addLaterStyles(document.documentElement.dataset.laterStyles ?? "");
  };
  if (!isSlowLine()) return load();
  const stop = effect(() => {
    if (!isRead.value) return;
    load();
    queueMicrotask(() => stop());
  });
}

/** "": the document names them already. */
function addLaterStyles(href: string): void {
  if (href === "") return;
  document.head.append(Object.assign(document.createElement("link"), { rel: "stylesheet", href }));
}

function showTheme({ theme }: Preferences): void {
  document.documentElement.style.colorScheme = theme.value === "system" ? "light dark" : theme.value;
}

const root = document.getElementById("app");
if (root !== null) {
  root.replaceChildren();
  start(root);
}
