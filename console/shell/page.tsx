import type { ComponentChildren } from "preact";
import { usePageTitle } from "./page_title.ts";

interface PageProps {
  title: string;
  /** Beside the heading: filters, buttons. */
  tools?: ComponentChildren;
  /** Under the heading, small: a path, a count. */
  under?: ComponentChildren;
  children: ComponentChildren;
  /** More classes of the `main`. */
  class?: string;
}

/** A dotted name may break after its dots. */
function withBreaks(title: string): ComponentChildren {
  return title.split(/(?<=\.)/).map((part, index) => index === 0 ? part : [<wbr key={index} />, part]);
}

/** The frame of every page: one `main`, one `h1`, a title of its own. */
export function Page({ title, tools, under, children, class: more = "" }: PageProps) {
  usePageTitle(title);
  return (
    <main class={`page ${more}`} id="main" tabIndex={-1}>
      <div class="page-head">
        <div class="page-name">
          <h1>{withBreaks(title)}</h1>
          {under !== undefined && <div class="page-under">{under}</div>}
        </div>
        {tools !== undefined && <div class="page-tools">{tools}</div>}
      </div>
      {children}
    </main>
  );
}
