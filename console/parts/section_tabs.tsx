import { useLayoutEffect, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { Call } from "../session/may.ts";
import { useConsole } from "../shell/console.ts";

export interface Section {
  path: string;
  label: string;
  /** Shown to roles that may make this call. */
  needs: Call;
}

/** The pages of a section as links; pages that the role may not open are hidden. */
export function SectionTabs({ label, sections }: { label: string; sections: readonly Section[] }) {
  const { session } = useConsole();
  const { path: here } = useLocation();
  const nav = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    // On a phone the tabs scroll.
    const current = nav.current?.querySelector<HTMLElement>("[aria-current]");
    if (current) nav.current?.scrollTo({ left: current.offsetLeft - nav.current.offsetLeft - 40 });
  }, [here]);
  const offered = sections.filter(({ needs }) => session.may(needs));
  if (offered.length < 2) return null;
  return (
    <nav ref={nav} class="section-tabs" aria-label={label}>
      {offered.map(({ path, label }) => (
        <a key={path} href={path} aria-current={path === here ? "page" : undefined}>{label}</a>
      ))}
    </nav>
  );
}
