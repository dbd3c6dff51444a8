import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Api } from "../api/client.ts";
import type { Live } from "../live/live.ts";
import type { Session } from "../session/session.ts";
import type { Asking } from "../parts/asking.ts";
import type { Leaving } from "../parts/form/leaving.ts";
import type { Speech } from "../parts/speech.ts";
import type { Toasts } from "../parts/toasts.ts";
import type { Tones } from "../parts/tones.ts";
import type { PlantTime } from "../parts/plant_time.ts";
import type { Keyboard } from "./keyboard.ts";
import type { Preferences } from "./preferences.ts";

/** What every page stands on; made once in main.tsx. */
export interface Console {
  api: Api;
  session: Session;
  live: Live;
  keyboard: Keyboard;
  preferences: Preferences;
  toasts: Toasts;
  /** Confirmations before what destroys. */
  asking: Asking;
  /** What is not saved, asked for before a page is left. */
  leaving: Leaving;
  speech: Speech;
  tones: Tones;
  /** Times in the plant's zone. */
  time: PlantTime;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (console === undefined) throw new TypeError("A part of the console stands outside of it");
  return console;
}
