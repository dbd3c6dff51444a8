import { createContext } from "preact";
import { useContext, useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { useConsole } from "./console.ts";
import type { PageEntry } from "./page_entry.ts";

export interface Section {
  label: string;
  tabs: readonly PageEntry[];
}

/** The section of the navigation that the page belongs to. */
export const SectionContext = createContext<Section>({ label: "", tabs: [] });

/** The section of a page: the tabs at and under the path of its page in the navigation. */
export function sectionOf(path: string, pages: readonly PageEntry[]): Section {
  const isIn = (one: string, head: string) => one === head || one.startsWith(`${head}/`);
  const head = pages.find((page) => page.nav !== undefined && isIn(path, page.path));
  if (head?.nav === undefined) return { label: "", tabs: [] };
  const tabs = pages.filter((page) => page.tab !== undefined && isIn(page.path, head.path));
  return { label: head.nav.tabs ?? head.nav.label, tabs };
}

/** The tabs that the role may open. */
export function useTabs(): readonly PageEntry[] {
  const { session } = useConsole();
  return useContext(SectionContext).tabs.filter(({ needs }) => session.may(needs));
}

/** The tabs of a section as links, on the pages that are tabs. */
export function SectionTabs() {
  const { label, tabs } = useContext(SectionContext);
  const { path: here } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a phone the tabs scroll.
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - nav.current.offsetLeft - 40 });
  }, [here]);
  const offered = useTabs();
  if (offered.length < 2 || !tabs.some(({ path }) => path === here)) return null;
  return (
    <nav ref={nav} class="section-tabs" aria-label={label}>
      {offered.map(({ path, tab }) => (
        <a key={path} href={path} aria-current={path === here ? "page" : undefined}>{tab}</a>
      ))}
    </nav>
  );
}
