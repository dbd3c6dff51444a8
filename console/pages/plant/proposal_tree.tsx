import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { ProposedNode } from "../../../domain/plant/proposal.ts";
import { VirtualTree } from "../../parts/table/virtual_tree.tsx";
import { typeText } from "./plant_model.ts";

interface Branch {
  node: ProposedNode;
  /** It or something above it is left out. */
  isOut: boolean;
  children: readonly Branch[];
}

interface TreeProps {
  nodes: readonly ProposedNode[];
  selected: string;
  select(id: string): void;
}

/** Initially expanded: all of a small proposal, the upper levels of a large one. */
const SMALL = 200;
const UPPER = ["enterprise", "site", "area"];
const order = new Intl.Collator("en", { numeric: true });

/** The proposed tree: what is new, what exists, and what is left out. */
export function ProposalTree({ nodes, selected, select }: TreeProps) {
  const first = nodes.filter(({ type }) => nodes.length <= SMALL || UPPER.includes(type));
  const expanded = useSignal<ReadonlySet<string>>(
    useMemo(() => new Set(first.map(({ id }) => id)), []),
  );
  const roots = useMemo(() => branches(nodes), [nodes]);
  return (
    <section class="panel" aria-label="Tree">
      <VirtualTree<Branch>
        label="Proposed locations"
        roots={roots}
        keyOf={({ node }) => node.id}
        childrenOf={({ children }) => children}
        expanded={expanded}
        selected={selected}
        onSelect={({ node }) => select(node.id)}
        row={({ node, isOut }) => (
          <>
            <span class={isOut ? "node-name plant-out" : "node-name"}>{node.name}</span>
            <span class="node-counts muted">
              {isOut ? "left out" : node.isNew ? typeText(node.type) : `${typeText(node.type)}, exists`}
            </span>
          </>
        )}
      />
    </section>
  );
}

function branches(nodes: readonly ProposedNode[]): Branch[] {
  const children = Map.groupBy(nodes, ({ parentId }) => parentId);
  const under = (id: string | null, isBelowOut: boolean): Branch[] =>
    (children.get(id) ?? []).toSorted((a, b) => order.compare(a.name, b.name)).map((node) => {
      const isOut = isBelowOut || node.isLeftOut;
      return { node, isOut, children: under(node.id, isOut) };
    });
  return under(null, false);
}
