/** A node of the plant model with what is below it. */
export interface NamedNode {
  id: string;
  name: string;
  children: readonly NamedNode[];
}

interface Located {
  id: string;
  /** The comparable names and ids of the node and of those above it. */
  known: ReadonlySet<string>;
}

/** Finds the plant nodes that assets stand for. */
export class AssetLocations {
  /** By comparable name and id. */
  readonly #nodes = new Map<string, Set<Located>>();

  constructor(roots: readonly NamedNode[]) {
    for (const root of roots) this.#add(root, []);
  }

  /**
   * The node of an asset with a dotted name, such as "Works.Line 2.Mixer": the node named like its last part that has
   * one, below the nodes that the parts before it name. Null if there is none, or more than one.
   */
  of(asset: string): string | null {
    const parts = asset.split(".").map(comparable).filter((part) => this.#nodes.has(part));
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      const found = this.#below(part, parts);
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The node of this name below nodes of these names; null if there are several, undefined if there is none. */
  #below(part: string, above: readonly string[]): string | null | undefined {
    const named = [...this.#nodes.get(part) ?? []].filter(({ known }) =>
      above.every((name) => known.has(name))
    );
    return named.length > 1 ? null : named[0]?.id;
  }

  #add({ id, name, children }: NamedNode, above: Iterable<string>): void {
    const keys = [comparable(name), comparable(id)];
    const node = { id, known: new Set([...above, ...keys]) };
    for (const key of keys) this.#nodes.set(key, (this.#nodes.get(key) ?? new Set()).add(node));
    for (const child of children) this.#add(child, node.known);
  }
}

/** "Line 2", "line-2" and "LINE_2" are the same. */
function comparable(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}
