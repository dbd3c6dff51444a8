import { useEffect, useRef } from "preact/hooks";
import { type Schemas, told } from "../api/client.ts";
import { ApiProblem } from "../api/problem.ts";
import type { Live } from "../live/live.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";

/** So long the push channel's word is waited for, which comes with its connection. */
const KNOWN_WITHIN_MS = 2_000;

/**
 * The data source as it is configured; null while none is. Where the push channel tells that there is none, nobody asks:
 * a browser would note the refusal as an error.
 */
export function useConfiguration(): ResourceHandle<Schemas["Configuration"] | null> {
  const { api, live } = useConsole();
  /** It was stored since: the channel may tell of the source a moment later. */
  const isStored = useRef(false);
  const resource = useResource("configuration", async (signal) => {
    const source = await knownSource(live, signal);
    if (source?.state === "none" && !isStored.current) return null;
    try {
      return (await told(api.GET("/api/configuration", { signal }))).data;
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

/** What the channel tells of the source; null where it tells nothing in time. */
function knownSource({ source }: Live, signal: AbortSignal): Promise<typeof source.value> {
  const { promise, resolve } = Promise.withResolvers<typeof source.value>();
  const timer = setTimeout(() => resolve(null), KNOWN_WITHIN_MS);
  const stop = source.subscribe((state) => {
    if (state !== null) resolve(state);
  });
  signal.addEventListener("abort", () => resolve(null), { once: true });
  return promise.finally(() => {
    clearTimeout(timer);
    stop();
  });
}
