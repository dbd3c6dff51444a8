import { useEffect } from "preact/hooks";
import { useConsole } from "../../shell/console.ts";
import type { UnsavedGuard } from "./leaving.ts";

/** Asks before what was typed is left behind: by a link, a key, the browser's Back, or by closing the page. */
export function useUnsavedGuard(
  isDirty: () => boolean,
  { keepsAt }: Pick<UnsavedGuard, "keepsAt"> = {},
): void {
  const { leaving } = useConsole();
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    const release = leaving.guard({ isDirty, keepsAt });
    addEventListener("beforeunload", onUnload);
    return () => {
      removeEventListener("beforeunload", onUnload);
      release();
    };
  }, []);
}
