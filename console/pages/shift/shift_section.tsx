import type { ComponentChildren } from "preact";
import { numberText } from "../../parts/numbers.ts";

interface ShiftSectionProps {
  id: string;
  title: string;
  /** Undefined while it is read. */
  count: number | undefined;
  /** Beside the heading: a link. */
  more?: ComponentChildren;
  children: ComponentChildren;
}

/** A part of the report with its number; the totals link to it. */
export function ShiftSection({ id, title, count, more, children }: ShiftSectionProps) {
  return (
    <section class="panel shift-section" id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <div class="panel-head">
        <h2 id={`${id}-title`}>
          {title} {count !== undefined && count > 0 && <span class="shift-count">{numberText(count)}</span>}
        </h2>
        {more}
      </div>
      {children}
    </section>
  );
}
