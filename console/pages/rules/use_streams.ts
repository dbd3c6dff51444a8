import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { told } from "../../api/client.ts";
import { useConsole } from "../../shell/console.ts";
import type { KnownStream } from "./editor.ts";

/** All streams, read once they are needed: few templates name one. */
export function useStreams(): { all: ReadonlySignal<readonly KnownStream[]>; need(): void } {
  const { api } = useConsole();
  const all = useSignal<readonly KnownStream[]>([]);
  const isAsked = useRef(false);
  return {
    all,
    need() {
      if (isAsked.current) return;
      isAsked.current = true;
      told(api.GET("/api/monitored-assets")).then(
        ({ data }) => all.value = data.flatMap(({ streams }) => streams).filter(({ is_active }) => is_active),
        // Names can be typed all the same.
        () => isAsked.current = false,
      );
    },
  };
}
