import { useEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useConsole } from "./console.ts";

/** Goes to a page of the console as a person asked for it: what is not saved is asked for first. */
export function useGo(): (path: string) => void {
  const { leaving } = useConsole();
  const { route } = useLocation();
  return async (path) => {
    if (await leaving.mayLeave(new URL(path, location.origin))) route(path);
  };
}

/** Links wait for what is not saved. */
export function useGuardedLinks(): void {
  const { leaving } = useConsole();
  const { route, url } = useLocation();
  leaving.shown = url;
  useEffect(() => {
    const onClick = async (event: MouseEvent) => {
      const link = linkOf(event);
      if (link === undefined || !leaving.isHeld(new URL(link.href))) return;
      event.preventDefault();
      event.stopPropagation();
      if (await leaving.mayLeave(new URL(link.href))) route(link.pathname + link.search);
    };
    addEventListener("click", onClick, { capture: true });
    return () => removeEventListener("click", onClick, { capture: true });
  }, []);
}

/** The link to another address of the console that a plain click follows. */
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
