import { effect, type Signal, signal } from "@preact/signals";

import type { ZoneChoice } from "../parts/plant_time.ts";

export type Theme = "system" | "light" | "dark";

/** All first steps are dismissed, also those that come later. */
export const ALL_STEPS = "all";

/** The user's preferences in this browser. */
export interface Preferences {
  theme: Signal<Theme>;
  /** The zone of the times. */
  zone: Signal<ZoneChoice>;
  /** Plays a tone for new events. */
  sound: Signal<boolean>;
  /** Single-key shortcuts; can be turned off (WCAG 2.1.4). */
  letters: Signal<boolean>;
  /** The ids of "my areas" of responsibility, `1,4`; empty: the whole plant. */
  areas: Signal<string>;
  /** The locations and severities of the event wall, as a query; empty: all. */
  wall: Signal<string>;
  /** When a person came on shift, as `storedShift` writes it. */
  shift: Signal<string>;
  /** The first steps that are dismissed, as `shownSteps` reads them. */
  steps: Signal<string>;
}

export function createPreferences(store: Storage): Preferences {
  return {
    theme: storedChoice(store, { key: "andon.theme", first: "system", values: ["system", "light", "dark"] }),
    zone: storedChoice(store, { key: "andon.zone", first: "plant", values: ["plant", "own"] }),
    sound: storedFlag(store, { key: "andon.sound", first: false }),
    letters: storedFlag(store, { key: "andon.letters", first: true }),
    areas: storedText(store, "andon.areas"),
    wall: storedText(store, "andon.wall"),
    shift: storedText(store, "andon.shift"),
    steps: storedText(store, "andon.steps"),
  };
}

/** A preference kept in local storage; invalid stored values are ignored. */
export function storedChoice<T extends string>(
  store: Storage,
  { key, first, values }: { key: string; first: T; values: readonly T[] },
): Signal<T> {
  const found = values.find((value) => value === store.getItem(key));
  const choice = signal<T>(found ?? first);
  effect(() => store.setItem(key, choice.value));
  return choice;
}

function storedFlag(store: Storage, { key, first }: { key: string; first: boolean }): Signal<boolean> {
  const found = store.getItem(key);
  const flag = signal(found === null ? first : found === "on");
  effect(() => store.setItem(key, flag.value ? "on" : "off"));
  return flag;
}

function storedText(store: Storage, key: string): Signal<string> {
  const text = signal(store.getItem(key) ?? "");
  effect(() => store.setItem(key, text.value));
  return text;
}
