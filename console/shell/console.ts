import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Api } from "../api/client.ts";
import type { ReadLimit } from "../api/read_limit.ts";
import type { Live } from "../live/live.ts";
import type { Desk } from "../session/desk.ts";
import type { People } from "../session/people.ts";
import type { Session } from "../session/session.ts";
import type { ConfirmDialogs } from "../parts/confirm.ts";
import type { NavigationGuard } from "../parts/form/navigation_guard.ts";
import type { Announcer } from "../parts/announcer.ts";
import type { Toasts } from "../parts/toasts.ts";
import type { Tones } from "../parts/tones.ts";
import type { PlantTime } from "../parts/plant_time.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Preferences } from "./preferences.ts";

/** The services of every page, created once in main.tsx. */
export interface Console {
  api: Api;
  /** Reads that wait for the rate limit. */
  readLimit: ReadLimit;
  session: Session;
  /** Who acts at a shared desk. */
  desk: Desk;
  /** Display names in place of user names. */
  people: People;
  live: Live;
  keyboard: Keyboard;
  preferences: Preferences;
  toasts: Toasts;
  /** Confirmation of destructive actions. */
  dialogs: ConfirmDialogs;
  /** Protects unsaved changes on navigation. */
  navigationGuard: NavigationGuard;
  announcer: Announcer;
  tones: Tones;
  /** Times in the plant's zone, or in the reader's own by choice. */
  time: PlantTime;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (console === undefined) throw new TypeError("useConsole needs a ConsoleContext");
  return console;
}
