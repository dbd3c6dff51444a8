import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import type { CachedResource } from "./resource_cache.ts";
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
function cachedValue<T>(value: unknown): T {
  return value as T;
}

/** What a page shows first: what was kept of an earlier visit. */
function firstState<T>(cached: CachedResource | undefined): Resource<T> {
  return {
    value: cached === undefined ? undefined : cachedValue<T>(cached.value),
    problem: undefined,
    isLoading: cached?.isCurrent !== true,
  };
}

/**
 * Reads with `source` at first, unless it is kept and current, when `key` changes and when the push channel reports
 * changes. Reads again after a failure that may pass, and after a reconnect.
 */
export function useResource<T>(
  key: string,
  source: (signal: AbortSignal) => Promise<T>,
  { changes = [], events = false, keep = false }: ResourceOptions = {},
): ResourceHandle<T> {
  const { live } = useConsole();
  const state = useSignal<Resource<T>>(firstState(keep ? live.cache.get(key) : undefined));
  const newest = useRef(source);
  newest.current = source;
  const running = useRef<AbortController | undefined>(undefined);
  const cancel = useRef(() => {});

  const show = (value: T) => state.value = { value, problem: undefined, isLoading: false };

  async function loadIntoCache(signal: AbortSignal): Promise<T> {
    const value = await newest.current(signal);
    if (!signal.aborted) live.cache.set(key, value, { changes, events });
    return value;
  }

  /** A first read is shared with the other parts of the page, which may need it when this one is gone. */
  function load(signal: AbortSignal, isFirst: boolean): Promise<T> {
    if (!keep) return newest.current(signal);
    if (!isFirst) return loadIntoCache(signal);
    return live.cache.share(key, () => loadIntoCache(new AbortController().signal));
  }

  function read(keepsShown: boolean, isFirst = false): void {
    running.current?.abort();
    const abort = running.current = new AbortController();
    const { value, problem } = state.peek();
    state.value = {
      value: keepsShown ? value : undefined,
      problem: keepsShown ? problem : undefined,
      isLoading: true,
    };
    load(abort.signal, isFirst).then(
      (value) => {
        if (!abort.signal.aborted) show(value);
      },
      (error) => {
        if (abort.signal.aborted) return;
        const problem = problemOf(error);
        state.value = { value: state.peek().value, problem, isLoading: false };
        if (problem.mayPass && live.connection.peek() === "up") refresh("again");
      },
    );
  }

  function refresh(when: "soon" | "again"): void {
    cancel.current = live.background[when](`resource ${key}`, () => read(true));
  }

  useEffect(() => {
    const cached = keep ? live.cache.get(key) : undefined;
    state.value = firstState(cached);
    if (cached?.isCurrent !== true) read(cached !== undefined, true);
    const stopWatching = keep ? live.cache.watch(key, (value) => show(cachedValue(value))) : () => {};
    return () => {
      stopWatching();
      running.current?.abort();
    };
  }, [key]);

  useEffect(() => {
    const types = new Set(changes);
    const kinds = ["resync", "resource_changed", ...events ? ["event_created", "event_updated"] : []];
    const stop = live.onFrames(kinds, (frames) => {
      if (frames.some(({ kind, data }) => kind !== "resource_changed" || types.has(data.type))) {
        refresh("soon");
      }
    });
    let wasUp = false;
    const stopWatching = live.connection.subscribe((connection) => {
      const isUp = connection === "up";
      if (isUp && !wasUp && state.peek().problem !== undefined) refresh("soon");
      wasUp = isUp;
    });
    return () => {
      cancel.current();
      stop();
      stopWatching();
    };
  }, [key]);

  return { state, reload: () => read(true) };
}
