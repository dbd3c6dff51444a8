import { useLayoutEffect } from "preact/hooks";
import { useConsole } from "../../shell/console.ts";
import type { UnsavedGuard } from "./navigation_guard.ts";

/** Asks before unsaved changes are lost by a link, a key, the browser's Back button or closing the page. */
export function useUnsavedGuard(
  isDirty: () => boolean,
  { keepsAt }: Pick<UnsavedGuard, "keepsAt"> = {},
): void {
  const { navigationGuard } = useConsole();
  // An effect would end after the next page is drawn, and ask for a page that is left already.
  useLayoutEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    const release = navigationGuard.guard({ isDirty, keepsAt });
    addEventListener("beforeunload", onUnload);
    return () => {
      removeEventListener("beforeunload", onUnload);
      release();
    };
  }, []);
}
