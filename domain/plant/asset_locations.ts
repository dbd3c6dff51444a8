/** A node of the plant model with what is below it. */
export interface NamedNode {
  id: string;
  name: string;
  children: readonly NamedNode[];
}

interface Located {
  id: string;
  /** The comparable names from the root to the node. */
  path: readonly string[];
}

/** Finds the plant nodes that assets stand for. */
export class AssetLocations {
  /** By comparable name and id. */
  readonly #nodes = new Map<string, Set<Located>>();

  constructor(roots: readonly NamedNode[]) {
    for (const root of roots) this.#add(root, []);
  }

  /**
   * The node of an asset with a dotted name, such as "Works.Line 2.Mixer": the node named like its last part that
   * has one, and among several of that name the one with the most other parts in its path. Null if it is not clear.
   */
  of(asset: string): string | null {
    const parts = asset.split(".").map(comparable).filter((part) => part !== "");
    const named = parts.toReversed().map((part) => this.#nodes.get(part)).find((nodes) =>
      nodes !== undefined
    );
    const shared = [...named ?? []].map(({ id, path }) => ({
      id,
      count: path.filter((name) => parts.includes(name)).length,
    }));
    const most = Math.max(...shared.map(({ count }) => count));
    const best = shared.filter(({ count }) => count === most);
    return best.length === 1 ? best[0].id : null;
  }

  #add({ id, name, children }: NamedNode, above: readonly string[]): void {
    const path = [...above, comparable(name)], node = { id, path };
    for (const key of [comparable(name), comparable(id)]) {
      const nodes = this.#nodes.get(key) ?? new Set();
      this.#nodes.set(key, nodes.add(node));
    }
    for (const child of children) this.#add(child, path);
  }
}

/** "Line 2", "line-2" and "LINE_2" are the same. */
function comparable(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}
