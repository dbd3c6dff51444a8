import { useEffect } from "preact/hooks";
import { type Schemas, told } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";

export type Explanation = Schemas["Explanation"];

/** New values alone have it read again this often at most: what a page reads by itself is counted. */
const BY_VALUES_MS = 20_000;

/** What an instance's rules stand on at a past time. */
export function usePastExplanation(instance: number, at: string): ResourceHandle<Explanation> {
  const { api } = useConsole();
  return useResource(`explanation ${instance} ${at}`, async (signal) => {
    const params = { path: { id: instance }, query: { at } };
    return (await told(api.GET("/api/instances/{id}/explain", { params, signal }))).data;
  });
}

/** What they stand on now: read again when its events change, and now and then when its streams tell more. */
export function useExplanation(instance: number, streams: readonly string[]): ResourceHandle<Explanation> {
  const { api, live } = useConsole();
  const resource = useResource(`explanation ${instance}`, async (signal) => {
    const params = { path: { id: instance } };
    return (await told(api.GET("/api/instances/{id}/explain", { params, signal }))).data;
  }, { changes: ["instance"] });

  useEffect(() => {
    const names = new Set(streams);
    let readAtMs = performance.now(), timer: ReturnType<typeof setTimeout> | undefined, cancel = () => {};
    const again = () => {
      clearTimeout(timer);
      timer = undefined;
      readAtMs = performance.now();
      cancel = live.background.soon(`explanation ${instance}`, resource.reload);
    };
    const stopWatching = live.streams.watch(streams);
    const stop = live.onFrames(["event_created", "event_updated", "stream_updated"], (frames) => {
      if (frames.some(({ kind, data }) => kind !== "stream_updated" && data.instance_id === instance)) {
        again();
      }
      const isNew = frames.some(({ kind, data }) =>
        kind === "stream_updated" &&
        data.some(({ stream_name: name }: { stream_name: string }) => names.has(name))
      );
      if (isNew) timer ??= setTimeout(again, readAtMs + BY_VALUES_MS - performance.now());
    });
    return () => {
      clearTimeout(timer);
      cancel();
      stop();
      stopWatching();
    };
  }, [instance, streams.join("\n")]);

  return resource;
}
