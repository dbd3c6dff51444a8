import { effect, type Signal, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

/** What a person set on this browser. */
export interface Preferences {
  theme: Signal<Theme>;
  /** Tells of new events by a tone. */
  sound: Signal<boolean>;
  /** Single letters act (WCAG 2.1.4: they can be turned off). */
  letters: Signal<boolean>;
}

export function createPreferences(store: Storage): Preferences {
  return {
    theme: kept(store, { key: "andon.theme", first: "system", values: ["system", "light", "dark"] }),
    sound: keptFlag(store, { key: "andon.sound", first: false }),
    letters: keptFlag(store, { key: "andon.letters", first: true }),
  };
}

/** A choice that outlives the page; what the store holds and is no such choice is passed over. */
export function kept<T extends string>(
  store: Storage,
  { key, first, values }: { key: string; first: T; values: readonly T[] },
): Signal<T> {
  const found = values.find((value) => value === store.getItem(key));
  const choice = signal<T>(found ?? first);
  effect(() => store.setItem(key, choice.value));
  return choice;
}

function keptFlag(store: Storage, { key, first }: { key: string; first: boolean }): Signal<boolean> {
  const found = store.getItem(key);
  const flag = signal(found === null ? first : found === "on");
  effect(() => store.setItem(key, flag.value ? "on" : "off"));
  return flag;
}
