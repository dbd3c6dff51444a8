import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import type { KeptResource } from "./kept_resources.ts";
import { useConsole } from "../shell/console.ts";

/** Data read by a page. The value is kept during a refresh and when a refresh fails. */
export interface Resource<T> {
  readonly value: T | undefined;
  readonly problem: ApiProblem | undefined;
  readonly isLoading: boolean;
}

export interface ResourceHandle<T> {
  state: ReadonlySignal<Resource<T>>;
  reload(): void;
}

export interface ResourceOptions {
  /** Refresh in the background when resources of these types change: `template`, `instance` … */
  changes?: readonly string[];
  /** Refresh in the background when events are created or updated. */
  events?: boolean;
  /** Keep the value for the next page that reads the same key; the key then names one kind of value. */
  keep?: boolean;
}

/** A key names one kind of value. */
function valueOf<T>(kept: KeptResource | undefined): T | undefined {
  return kept?.value as T | undefined;
}

/** What a page shows first: what was kept of an earlier visit. */
function firstState<T>(kept: KeptResource | undefined): Resource<T> {
  return { value: valueOf<T>(kept), problem: undefined, isLoading: kept?.isCurrent !== true };
}

/** Reads with `load` at first, unless it is kept and current, when `key` changes, when the push channel reports changes and after a reconnect. */
export function useResource<T>(
  key: string,
  load: (signal: AbortSignal) => Promise<T>,
  { changes = [], events = false, keep = false }: ResourceOptions = {},
): ResourceHandle<T> {
  const { live } = useConsole();
  const state = useSignal<Resource<T>>(firstState(keep ? live.kept.get(key) : undefined));
  const newest = useRef(load);
  newest.current = load;
  const running = useRef<AbortController | undefined>(undefined);

  function read(keepsShown: boolean): void {
    running.current?.abort();
    const abort = running.current = new AbortController();
    const { value, problem } = state.peek();
    state.value = {
      value: keepsShown ? value : undefined,
      problem: keepsShown ? problem : undefined,
      isLoading: true,
    };
    newest.current(abort.signal).then(
      (value) => {
        if (abort.signal.aborted) return;
        if (keep) live.kept.set(key, value, { changes, events });
        state.value = { value, problem: undefined, isLoading: false };
      },
      (error) => {
        if (abort.signal.aborted) return;
        state.value = { value: state.peek().value, problem: problemOf(error), isLoading: false };
      },
    );
  }

  useEffect(() => {
    const kept = keep ? live.kept.get(key) : undefined;
    state.value = firstState(kept);
    if (kept?.isCurrent !== true) read(kept !== undefined);
    return () => running.current?.abort();
  }, [key]);

  useEffect(() => {
    const types = new Set(changes);
    const kinds = ["resync", "resource_changed", ...events ? ["event_created", "event_updated"] : []];
    let cancel = () => {};
    const refresh = () => cancel = live.background.soon(`resource ${key}`, () => read(true));
    const stop = live.onFrames(kinds, (frames) => {
      if (frames.some(({ kind, data }) => kind !== "resource_changed" || types.has(data.type))) refresh();
    });
    let wasDown = false;
    const stopWatching = live.connection.subscribe((connection) => {
      if (connection === "up" && wasDown && state.peek().problem !== undefined) refresh();
      wasDown = connection === "down";
    });
    return () => {
      cancel();
      stop();
      stopWatching();
    };
  }, [key]);

  return { state, reload: () => read(true) };
}
