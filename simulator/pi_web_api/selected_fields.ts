type Tree = Map<string, Tree>;

/** What `selectedFields` leaves of an answer: the members that it names, and all that is below them. */
export function selectFields(answer: unknown, selected: string | null): unknown {
  if (selected === null || selected === "") return answer;
  const tree: Tree = new Map();
  for (const path of selected.split(";")) {
    let at = tree;
    for (const name of path.split(".")) {
      const below = at.get(name) ?? new Map();
      at.set(name, below);
      at = below;
    }
  }
  return pruned(answer, tree);
}

function pruned(value: unknown, tree: Tree): unknown {
  if (tree.size === 0 || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => pruned(item, tree));
  const entries = Object.entries(value).filter(([name]) => tree.has(name));
  return Object.fromEntries(entries.map(([name, below]) => [name, pruned(below, tree.get(name)!)]));
}
