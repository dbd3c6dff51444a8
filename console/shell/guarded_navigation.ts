import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useConsole } from "./console.ts";

/** Navigates on a user's request, after asking about unsaved changes. */
export function useGo(): (path: string) => void {
  const { navigationGuard } = useConsole();
  const { route } = useLocation();
  return async (path) => {
    if (await navigationGuard.mayLeave(new URL(path, location.origin))) route(path);
  };
}

/** Makes links ask about unsaved changes. */
export function useGuardedLinks(): void {
  const { navigationGuard } = useConsole();
  const { route, url } = useLocation();
  navigationGuard.shown = url;
  useEffect(() => {
    const onClick = async (event: MouseEvent) => {
      const link = linkOf(event);
      if (link === undefined || !navigationGuard.isBlocked(new URL(link.href))) return;
      event.preventDefault();
      event.stopPropagation();
      if (await navigationGuard.mayLeave(new URL(link.href))) route(link.pathname + link.search);
    };
    addEventListener("click", onClick, { capture: true });
    return () => removeEventListener("click", onClick, { capture: true });
  }, []);
}

/** The link to another page of the console that a plain click would follow. */
function linkOf(event: MouseEvent): HTMLAnchorElement | undefined {
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) {
    return undefined;
  }
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  if (link === null || link.target !== "" || link.origin !== location.origin || link.download !== "") {
    return undefined;
  }
  const isHere = link.pathname + link.search === location.pathname + location.search;
  return isHere ? undefined : link;
}
