import { SeverityGlyph, StateGlyph } from "./glyph.tsx";
import { numberText } from "./numbers.ts";
import type { PlantTree } from "./plant_paths.ts";
import { SEVERITIES } from "./severity.ts";
import { ShelvedLink } from "./shelved_link.tsx";
import { type Counts, totalOf } from "./severity_counts.ts";

/** A row of the plant tree: highest severity, name and active events by severity. */
export function NodeRow({ node, counts, shelved, isUnknown }: {
  node: PlantTree;
  counts: Counts | undefined;
  /** The shelved events, which `counts` leaves out. */
  shelved?: Counts;
  /** The data is stale: a node without active events need not be normal. */
  isUnknown: boolean;
}) {
  const worst = SEVERITIES.find(({ name }) => (counts?.[name] ?? 0) > 0);
  return (
    <>
      {worst === undefined ? <NodeState isUnknown={isUnknown} /> : <SeverityGlyph severity={worst.name} />}
      <span class="node-name">{node.name}</span>
      <span class="node-counts">
        {counts !== undefined && SEVERITIES.map(({ name, title }) =>
          counts[name] > 0 && (
            <span key={name} class="node-count" title={title}>
              <SeverityGlyph severity={name} />
              {numberText(counts[name])}
            </span>
          )
        )}
        {shelved !== undefined && <ShelvedLink count={totalOf(shelved)} tabIndex={-1} />}
      </span>
    </>
  );
}

function NodeState({ isUnknown }: { isUnknown: boolean }) {
  return isUnknown
    ? <StateGlyph state="unknown" label="unknown, no data" />
    : <StateGlyph state="normal" label="normal" />;
}
