import { createElement } from "preact";
import type { IconNode } from "lucide";

/** A Lucide icon; used beside a word or on a button with a label. */
export function Icon({ node }: { node: IconNode }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      {node.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}
