import { useLayoutEffect } from "preact/hooks";
import { useLocation } from "preact-iso";
import type { RuleEvent } from "../../api/client.ts";
import { NodeRow } from "../../parts/node_state.tsx";
import { type PlantTree, treeAt } from "../../parts/plant_paths.ts";
import { byNode } from "../../parts/severity_counts.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { Empty, Loaded } from "../../parts/states.tsx";
import { useRemembered } from "../../parts/table/list_memory.ts";
import { VirtualTree } from "../../parts/table/virtual_tree.tsx";
import { Panel } from "../../parts/panel.tsx";

/** Initially expanded: all of a small plant, the areas of a large one. */
const FIRST_LEVELS = 3;
const SMALL_PLANT = 40;
const NONE: ReadonlySet<string> = new Set();

interface PlantProps {
  events: readonly RuleEvent[];
  shelved: readonly RuleEvent[];
  /** Only these with what is below them; empty: the whole plant. */
  nodes: readonly string[];
}

/** The plant tree with the active events at and below each node. A node opens its page. */
export function PlantPanel({ events, shelved, nodes }: PlantProps) {
  const plant = usePlant();
  const { route } = useLocation();
  const expanded = useRemembered<ReadonlySet<string>>("expanded Plant", NONE);
  const value = plant.state.value.value;
  // Before it is drawn, so that the tree does not grow.
  useLayoutEffect(() => {
    if (value === undefined || expanded.value.size > 0) return;
    const places = [...value.places].filter(([, { ids }], _, all) =>
      all.length <= SMALL_PLANT || ids.length <= FIRST_LEVELS
    );
    expanded.value = new Set(places.map(([id]) => id));
  }, [value]);
  return (
    <Panel title="Plant" class="overview-plant">
      <Loaded resource={plant}>
        {({ roots, places }) => {
          const counts = byNode(events, places);
          const hidden = byNode(shelved, places);
          if (roots.length === 0) return <Empty title="No plant model yet" />;
          return (
            <VirtualTree<PlantTree>
              label="Plant"
              roots={nodes.length === 0 ? roots : treeAt(roots, nodes)}
              keyOf={({ id }) => id}
              childrenOf={({ children }) => children}
              expanded={expanded}
              onSelect={({ id }) => route(`/plant?node=${encodeURIComponent(id)}`)}
              row={(node) => (
                <NodeRow node={node} counts={counts.get(node.id)} shelved={hidden.get(node.id)} />
              )}
            />
          );
        }}
      </Loaded>
    </Panel>
  );
}
