import { isStale } from "../live/staleness.ts";
import { useConsole } from "../shell/console.ts";
import { SeverityGlyph, StateGlyph } from "./glyph.tsx";
import { numberText } from "./numbers.ts";
import type { PlantTree } from "./plant_paths.ts";
import { SEVERITIES } from "./severity.ts";
import { ShelvedLink } from "./shelved_link.tsx";
import { type Counts, totalOf } from "./severity_counts.ts";

/** A row of the plant tree: highest severity, name and active events by severity. */
export function NodeRow({ node, counts, shelved, outOfService }: {
  node: PlantTree;
  counts: Counts | undefined;
  /** The shelved events, which `counts` leaves out. */
  shelved?: Counts;
  /** Whether the node is out of service, or how many of its events are. */
  outOfService?: true | Counts;
}) {
  const worst = SEVERITIES.find(({ name }) => (counts?.[name] ?? 0) > 0);
  return (
    <>
      {worst === undefined ? <NoneActive /> : <SeverityGlyph severity={worst.name} />}
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
        {outOfService === true && <span class="muted">out of service</span>}
        {typeof outOfService === "object" && (
          <ShelvedLink count={totalOf(outOfService)} what="out of service" tabIndex={-1} />
        )}
        {shelved !== undefined && <ShelvedLink count={totalOf(shelved)} tabIndex={-1} />}
      </span>
    </>
  );
}

/** While the data is stale, a node without active events need not be normal. */
function NoneActive() {
  const { live } = useConsole();
  return isStale(live)
    ? <StateGlyph state="unknown" label="unknown, no data" />
    : <StateGlyph state="normal" label="normal" />;
}
