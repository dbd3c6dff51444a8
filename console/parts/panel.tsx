import type { ComponentChildren } from "preact";

interface PanelProps {
  title: string;
  /** How screen readers call it, if not by its title. */
  label?: string;
  /** Beside the title: a count, buttons. */
  tools?: ComponentChildren;
  isBusy?: boolean;
  /** Further CSS classes. */
  class?: string;
  children?: ComponentChildren;
}

/** A part of a page under a heading of its own. */
export function Panel({ title, label = title, tools, isBusy, class: more, children }: PanelProps) {
  return (
    <section class={more === undefined ? "panel" : `panel ${more}`} aria-label={label} aria-busy={isBusy}>
      <div class="panel-head">
        <h2>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
