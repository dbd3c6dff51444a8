import { useLocation } from "preact-iso";
import { Icon } from "../parts/icon.tsx";
import { later } from "../parts/later.tsx";
import { useConsole } from "./console.ts";
import { NAV_ICONS } from "./icons.ts";
import type { PageEntry } from "./page_entry.ts";
import { PAGES } from "./page_table.ts";

const HiddenCount = later(async () => (await import("../pages/hidden/hidden_page.tsx")).HiddenCount);

/** The pages that the role may open. */
export function offeredPages(may: (call: PageEntry["needs"]) => boolean): readonly PageEntry[] {
  return PAGES.filter(({ needs, nav }) => nav !== undefined && may(needs));
}

/** The navigation. On phones a button in the header opens it. */
export function Navigation() {
  const { session } = useConsole();
  const { path } = useLocation();
  return (
    <nav id="navigation" aria-label="Pages" popover="auto">
      <a class="brand" href="/" aria-label="Andon overview">
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <rect x="6" y="1" width="8" height="5" rx="1.5" />
          <rect x="6" y="7.5" width="8" height="5" rx="1.5" />
          <rect x="6" y="14" width="8" height="5" rx="1.5" />
        </svg>
        Andon
      </a>
      <ul>
        {offeredPages(session.may).map(({ path: to, nav }) => (
          <li key={to}>
            <a href={to} aria-current={isCurrent(path, to) ? "page" : undefined}>
              {nav !== undefined && <Icon node={NAV_ICONS[nav.icon]} />}
              <span>{nav?.label}</span>
              {to === "/hidden" && <HiddenCount />}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** `/events/42` lies under `/events`. */
function isCurrent(path: string, to: string): boolean {
  return path === to || (to !== "/" && path.startsWith(`${to}/`));
}
