/** A node of a tree as a row. */
export interface TreeRow<T> {
  node: T;
  /** From 1. */
  level: number;
  /** Its position among its siblings, from 1, and their number. */
  position: number;
  siblings: number;
  hasChildren: boolean;
  isExpanded: boolean;
  /** The index of its parent's row; -1 for a root. */
  parent: number;
}

export interface TreeShape<T> {
  keyOf(node: T): string;
  childrenOf(node: T): readonly T[];
  /** Whether it has children, where those are only known once it is expanded. */
  hasChildren?(node: T): boolean;
}

/** The rows of the expanded nodes, in tree order. */
export function treeRows<T>(
  roots: readonly T[],
  { keyOf, childrenOf, hasChildren }: TreeShape<T>,
  expanded: ReadonlySet<string>,
): TreeRow<T>[] {
  const rows: TreeRow<T>[] = [];
  const add = (nodes: readonly T[], { level, parent }: { level: number; parent: number }): void => {
    nodes.forEach((node, index) => {
      const hasSome = hasChildren?.(node) ?? childrenOf(node).length > 0;
      const isExpanded = hasSome && expanded.has(keyOf(node));
      const row = rows.push({
        node,
        level,
        parent,
        isExpanded,
        hasChildren: hasSome,
        position: index + 1,
        siblings: nodes.length,
      }) - 1;
      if (isExpanded) add(childrenOf(node), { level: level + 1, parent: row });
    });
  };
  add(roots, { level: 1, parent: -1 });
  return rows;
}
