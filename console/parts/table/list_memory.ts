import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";

/**
 * What lists remember of an entry of the browser's history, so that Back shows them as they were left: kept in memory,
 * under a key in the entry's state. A new entry has no key and so nothing to restore.
 */
const entries = new Map<string, Map<string, unknown>>();
const MOST_ENTRIES = 50;

/** What was remembered under a name when this history entry was shown before. */
export function remembered<T>(name: string): T | undefined {
  const key = keyOf(history.state);
  return key === undefined ? undefined : entries.get(key)?.get(name) as T | undefined;
}

export function remember(name: string, value: unknown): void {
  let key = keyOf(history.state);
  if (key === undefined) {
    key = crypto.randomUUID();
    history.replaceState({ ...history.state, andonEntry: key }, "");
  }
  let entry = entries.get(key);
  if (entry === undefined) entries.set(key, entry = new Map());
  entry.set(name, value);
  if (entries.size > MOST_ENTRIES) entries.delete([...entries.keys()][0]!);
}

/** Whether something is remembered of the present history entry. */
export function isRememberedEntry(): boolean {
  return entries.has(keyOf(history.state) ?? "");
}

/**
 * A page that stays while its address changes is another entry of the history, which knows nothing yet: it gets the
 * value too, unless that is undefined.
 */
export function useCarriedOver(name: string, valueNow: () => unknown): void {
  const { url } = useLocation();
  const shown = useRef(url);
  useEffect(() => {
    if (shown.current === url) return;
    shown.current = url;
    const value = valueNow();
    if (value !== undefined && remembered(name) === undefined) remember(name, value);
  }, [url]);
}

/** A signal that Back restores. */
export function useRemembered<T>(name: string, first: T): Signal<T> {
  const signal = useSignal<T>(remembered<T>(name) ?? first);
  const initial = useRef(first);
  useCarriedOver(name, () => signal.peek() === initial.current ? undefined : signal.peek());
  useEffect(() => {
    let isFirst = true;
    return signal.subscribe((value) => {
      if (!isFirst) remember(name, value);
      isFirst = false;
    });
  }, []);
  return signal;
}

function keyOf(state: unknown): string | undefined {
  if (typeof state !== "object" || state === null || !("andonEntry" in state)) return undefined;
  return String(state.andonEntry);
}
