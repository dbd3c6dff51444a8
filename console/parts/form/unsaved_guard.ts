import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useConsole } from "../../shell/console.ts";

/** Asks before what was typed is left behind: by a link of the page, or by closing it. */
export function useUnsavedGuard(isDirty: () => boolean): void {
  const { asking } = useConsole();
  const { route } = useLocation();
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (isDirty()) event.preventDefault();
    };
    const onClick = async (event: MouseEvent) => {
      const link = linkOf(event);
      if (link === undefined || !isDirty()) return;
      event.preventDefault();
      event.stopPropagation();
      const leaves = await asking.confirm({
        title: "Leave without saving?",
        text: "What you changed here is not saved yet.",
        action: "Leave",
        danger: true,
      });
      if (leaves) route(link.pathname + link.search);
    };
    addEventListener("beforeunload", onUnload);
    addEventListener("click", onClick, { capture: true });
    return () => {
      removeEventListener("beforeunload", onUnload);
      removeEventListener("click", onClick, { capture: true });
    };
  }, []);
}

/** The link to another page of the console that a plain click follows. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
    return undefined;
  }
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.origin !== location.origin) return undefined;
  return link.pathname === location.pathname ? undefined : link;
}
