import { useEffect } from "preact/hooks";
import { told } from "../api/client.ts";
import { useConsole } from "../shell/console.ts";
import type { Stream } from "./stream_index.ts";

/** So many streams are looked at for one page. */
const MOST_LOOKED_AT = 12;

/** Has streams that no rule names read on for some minutes, and shows what they are now. */
export function useLook(streams: readonly Pick<Stream, "id" | "stream_name">[]): void {
  const { api, live } = useConsole();
  const looked = streams.slice(0, MOST_LOOKED_AT);
  useEffect(() => {
    const abort = new AbortController();
    for (const { id } of looked) {
      told(api.GET("/api/streams/{id}", { params: { path: { id } }, signal: abort.signal })).then(
        ({ data: { stream_name, value, timestamp, quality } }) => {
          if (timestamp === null) return;
          live.streams.take([{ stream_name, value, timestamp, quality: quality ?? "good" }]);
        },
        // What was known before stays shown; the connection tells of it.
        () => {},
      );
    }
    return () => abort.abort();
  }, [looked.map(({ id }) => id).join()]);
}
