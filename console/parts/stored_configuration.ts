import { useEffect, useRef } from "preact/hooks";
import { type Schemas, unwrap } from "../api/client.ts";
import { ApiProblem } from "../api/problem.ts";
import type { Live } from "../live/live.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";

/** Waits this long for the source state, which the push channel sends on connecting. */
const STATE_WAIT_MS = 2_000;

/**
 * The configuration of the data source; null if there is none. It is not requested while the push channel reports that
 * none exists, because browsers log the 404 as an error.
 */
export function useConfiguration(): ResourceHandle<Schemas["Configuration"] | null> {
  const { api, live } = useConsole();
  /** A configuration was stored; the source state can arrive a moment later. */
  const isStored = useRef(false);
  const resource = useResource("configuration", async (signal) => {
    const source = await sourceState(live, signal);
    if (source?.state === "none" && !isStored.current) return null;
    try {
      return (await unwrap(api.GET("/api/configuration", { signal }))).data;
    } catch (error) {
      if (error instanceof ApiProblem && error.code === "API_CONFIG_MISSING") return null;
      throw error;
    }
  }, { changes: ["configuration"] });
  useEffect(() => {
    let wasNone = false;
    const stopFrames = live.onFrames(["resource_changed"], (frames) => {
      if (frames.some(({ data }) => data.type === "configuration")) isStored.current = true;
    });
    const stopSource = live.source.subscribe((source) => {
      if (wasNone && source?.state !== "none") resource.reload();
      wasNone = source?.state === "none";
    });
    return () => {
      stopFrames();
      stopSource();
    };
  }, []);
  return resource;
}

/** The source state from the push channel; null if none arrives in time. */
function sourceState({ source }: Live, signal: AbortSignal): Promise<typeof source.value> {
  const { promise, resolve } = Promise.withResolvers<typeof source.value>();
  const timer = setTimeout(() => resolve(null), STATE_WAIT_MS);
  const stop = source.subscribe((state) => {
    if (state !== null) resolve(state);
  });
  signal.addEventListener("abort", () => resolve(null), { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}
