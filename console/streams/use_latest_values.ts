import { useEffect } from "preact/hooks";
import { unwrap } from "../api/client.ts";
import { useConsole } from "../shell/console.ts";
import type { Stream } from "./stream_index.ts";

/** Most streams read for one page. */
const MAX_STREAMS = 12;
/** The server keeps reading a requested stream for five minutes; repeating the request in time extends this. */
const REPEAT_MS = 4 * 60_000;

/** Makes the server read streams that no deployed rule uses while they are displayed, and shows their values. */
export function useLatestValues(streams: readonly Pick<Stream, "id" | "stream_name">[]): void {
  const { api, live } = useConsole();
  const read = streams.slice(0, MAX_STREAMS);
  const key = read.map(({ id }) => id).join();
  useEffect(() => {
    const abort = new AbortController();
    const request = () => {
      for (const { id } of read) {
        unwrap(api.GET("/api/streams/{id}", { params: { path: { id } }, signal: abort.signal })).then(
          ({ data: { stream_name, value, timestamp, quality } }) => {
            if (timestamp === null) return;
            live.streams.take([{ stream_name, value, timestamp, quality: quality ?? "good" }]);
          },
          // The previous value stays; the status bar shows connection problems.
          () => {},
        );
      }
    };
    request();
    // Repeating several streams would exceed the limit of background reads.
    const repeat = read.length > 1
      ? undefined
      : setInterval(() => live.background.soon(`latest ${key}`, request), REPEAT_MS);
    return () => {
      clearInterval(repeat);
      abort.abort();
    };
  }, [key]);
}
