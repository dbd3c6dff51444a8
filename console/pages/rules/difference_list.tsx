import type { Difference } from "../../rules/template_difference.ts";

/** Differences with the old and the new value, one per row. */
export function DifferenceList({ differences }: { differences: readonly Difference[] }) {
  return (
    <dl class="rules-differences">
      {differences.map(({ what, before, after }) => (
        <div key={what}>
          <dt>
            {what}
            {before === undefined && <span class="rules-mark">new</span>}
            {after === undefined && <span class="rules-mark">removed</span>}
          </dt>
          {before !== undefined && (
            <dd class="was">
              <span class="sr-only">before:</span>
              <del>{before}</del>
            </dd>
          )}
          {after !== undefined && (
            <dd class="will">
              <span class="sr-only">after:</span>
              <ins>{after}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
