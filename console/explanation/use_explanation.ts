import { useEffect } from "preact/hooks";
import { type Schemas, unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";

export type Explanation = Schemas["Explanation"];

/** New values trigger a refresh at most this often; the background reads of a page are limited. */
const REFRESH_MS = 20_000;

/** Explains the state of an instance's rules at a past time. */
export function usePastExplanation(instance: number, at: string): ResourceHandle<Explanation> {
  const { api } = useConsole();
  return useResource(`explanation ${instance} ${at}`, async (signal) => {
    const params = { path: { id: instance }, query: { at } };
    return (await unwrap(api.GET("/api/instances/{id}/explain", { params, signal }))).data;
  });
}

/** Explains their current state; refreshed when its events change and, less often, with new values. */
export function useExplanation(instance: number, streams: readonly string[]): ResourceHandle<Explanation> {
  const { api, live } = useConsole();
  const resource = useResource(`explanation ${instance}`, async (signal) => {
    const params = { path: { id: instance } };
    return (await unwrap(api.GET("/api/instances/{id}/explain", { params, signal }))).data;
  }, { changes: ["instance"] });

  const watched = [...streams, ...streamsOfUntil(resource.state.value.value)];
  useEffect(() => {
    const names = new Set(watched);
    let readAtMs = performance.now(), timer: ReturnType<typeof setTimeout> | undefined, cancel = () => {};
    const refresh = () => {
      clearTimeout(timer);
      timer = undefined;
      readAtMs = performance.now();
      cancel = live.background.soon(`explanation ${instance}`, resource.reload);
    };
    const stopWatching = live.streams.watch(watched);
    const stop = live.onFrames(["event_created", "event_updated", "stream_updated"], (frames) => {
      if (frames.some(({ kind, data }) => kind !== "stream_updated" && data.instance_id === instance)) {
        refresh();
      }
      const isNew = frames.some(({ kind, data }) =>
        kind === "stream_updated" &&
        data.some(({ stream_name: name }: { stream_name: string }) => names.has(name))
      );
      if (isNew) timer ??= setTimeout(refresh, readAtMs + REFRESH_MS - performance.now());
    });
    return () => {
      clearTimeout(timer);
      cancel();
      stop();
      stopWatching();
    };
  }, [instance, watched.join("\n")]);

  return resource;
}

/** They are no triggers of an event, but end it. */
function streamsOfUntil(explanation: Explanation | undefined): string[] {
  const parts = (explanation?.rules ?? []).flatMap((rule) => rule.parts.filter(({ of }) => of === "until"));
  const inputs = parts.flatMap(({ comparison }) => comparison?.inputs ?? []);
  return [...new Set(inputs.map(({ stream_name }) => stream_name))];
}
