import { useEffect } from "preact/hooks";
import { told } from "../api/client.ts";
import { useConsole } from "../shell/console.ts";
import type { Stream } from "./stream_index.ts";

/** So many streams are looked at for one page. */
const MOST_WATCHED = 12;
/** The server reads a stream on for five minutes; one read in that time, of those that a page may make, keeps it so. */
const AGAIN_MS = 4 * 60_000;

/** Has streams that no rule names read on for as long as they are shown, and shows what they are now. */
export function useLook(streams: readonly Pick<Stream, "id" | "stream_name">[]): void {
  const { api, live } = useConsole();
  const looked = streams.slice(0, MOST_WATCHED);
  const key = looked.map(({ id }) => id).join();
  useEffect(() => {
    const abort = new AbortController();
    const look = () => {
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
    };
    look();
    // Several would be more reads than a page may make by itself: of those the first minutes must do.
    const again = looked.length > 1
      ? undefined
      : setInterval(() => live.background.soon(`look ${key}`, look), AGAIN_MS);
    return () => {
      clearInterval(again);
      abort.abort();
    };
  }, [key]);
}
