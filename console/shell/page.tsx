import type { ComponentChildren } from "preact";
import { Dotted } from "../parts/dotted.tsx";
import { usePageTitle } from "./page_title.ts";
import { SectionTabs } from "./section_tabs.tsx";

interface PageProps {
  title: string;
  /** Beside the heading: filters, buttons. */
  tools?: ComponentChildren;
  /** Above the heading: where the page belongs. */
  trail?: ComponentChildren;
  /** Below the heading: a path, a count. */
  subtitle?: ComponentChildren;
  children: ComponentChildren;
  /** Further CSS classes of the `main`. */
  class?: string;
}

/** The frame of every page: one `main`, one `h1`, a title of its own. */
export function Page({ title, tools, trail, subtitle, children, class: more = "" }: PageProps) {
  usePageTitle(title);
  return (
    <main class={`page ${more}`} id="main" tabIndex={-1}>
      {trail !== undefined && <div class="row wrap page-trail">{trail}</div>}
      <div class="page-head">
        <div class="page-name">
          <h1>
            <Dotted name={title} />
          </h1>
          {subtitle !== undefined && <div class="page-subtitle">{subtitle}</div>}
        </div>
        {tools !== undefined && tools !== false && <div class="page-tools">{tools}</div>}
      </div>
      <SectionTabs />
      {children}
    </main>
  );
}
