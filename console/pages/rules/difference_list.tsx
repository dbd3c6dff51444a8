import type { Difference } from "../../rules/template_difference.ts";

/** What was and what is to be, one thing a row. */
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
              <span class="said">before:</span>
              <del>{before}</del>
            </dd>
          )}
          {after !== undefined && (
            <dd class="will">
              <span class="said">after:</span>
              <ins>{after}</ins>
            </dd>
          )}
        </div>
      ))}
    </dl>
  );
}
