import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { unwrap } from "../../api/client.ts";
import { useConsole } from "../../shell/console.ts";
import type { KnownStream } from "./editor.ts";

/** All streams, loaded on demand, because few templates name one. */
export function useStreams(): { all: ReadonlySignal<readonly KnownStream[]>; need(): void } {
  const { api } = useConsole();
  const all = useSignal<readonly KnownStream[]>([]);
  const isRequested = useRef(false);
  return {
    all,
    need() {
      if (isRequested.current) return;
      isRequested.current = true;
      unwrap(api.GET("/api/monitored-assets")).then(
        ({ data }) => all.value = data.flatMap(({ streams }) => streams).filter(({ is_active }) => is_active),
        // Without suggestions, names can still be typed.
        () => isRequested.current = false,
      );
    },
  };
}
