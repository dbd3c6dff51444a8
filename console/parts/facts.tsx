import type { ComponentChildren } from "preact";

/** A line of a `<dl class="facts">`; nothing without a value. */
export function Fact({ name, children }: { name: string; children?: ComponentChildren }) {
  if (children === undefined || children === null || children === false || children === "") return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
