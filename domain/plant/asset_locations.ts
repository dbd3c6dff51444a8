import { UNASSIGNED_ASSET } from "../asset/unassigned.ts";

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
  /** The comparable last part of an id that is itself a name of several parts: the node stands for that name alone. */
  namedLast: string | undefined;
}

/** Finds the plant nodes that assets stand for. */
export class AssetLocations {
  /** By comparable name and id. */
  readonly #nodes = new Map<string, Set<Located>>();

  constructor(roots: readonly NamedNode[]) {
    for (const root of roots) this.#add(root, []);
  }

  /**
   * The node of an asset with a dotted or slashed name, such as "Works.Line 2.Mixer": the node whose id is the whole
   * name, or that is named like its last part that has one, below the nodes that the parts before it name. Null if
   * there is none, or more than one.
   */
  of(asset: string): string | null {
    const parts = nameParts(asset).map(comparable);
    for (let count = parts.length; count > 0; count--) {
      const found = this.#named(parts.slice(0, count));
      if (found !== undefined) return found;
    }
    return null;
  }

  /** The node of a stream's asset; of a stream without one, the node that the stream's name leads to. */
  ofStream({ asset, stream }: { asset: string; stream: string }): string | null {
    return this.of(asset === UNASSIGNED_ASSET ? nameParts(stream).slice(0, -1).join("/") : asset);
  }

  /** The node that these parts name, not one above it; null if there are several, undefined if there is none. */
  named(parts: readonly string[]): string | null | undefined {
    return this.#named(parts.map(comparable));
  }

  /** Whether the whole name or each part is known, but for the first parts, which may name what is above the plant. */
  isWhole(parts: readonly string[]): boolean {
    const known = parts.map((part) => this.#nodes.has(comparable(part)));
    return this.#nodes.has(parts.map(comparable).join(".")) ||
      !known.slice(known.indexOf(true)).includes(false);
  }

  #named(parts: readonly string[]): string | null | undefined {
    const [whole] = this.#nodes.get(parts.join(".")) ?? [];
    if (whole !== undefined && parts.length > 1) return whole.id;
    const above = parts.slice(0, -1).filter((part) => this.#nodes.has(part));
    const last = parts.at(-1) ?? "", isWhole = this.isWhole(parts);
    const named = [...this.#nodes.get(last) ?? []].filter(({ known, namedLast }) =>
      above.every((name) => known.has(name)) && (isWhole || namedLast !== last)
    );
    return named.length > 1 ? null : named[0]?.id;
  }

  #add({ id, name, children }: NamedNode, above: Iterable<string>): void {
    const parts = nameParts(id).map(comparable);
    const keys = new Set([comparable(name), comparable(id), parts.join(".")]);
    const node = {
      id,
      known: new Set([...above, ...keys]),
      namedLast: parts.length > 1 ? parts.at(-1) : undefined,
    };
    for (const key of keys) this.#nodes.set(key, (this.#nodes.get(key) ?? new Set()).add(node));
    for (const child of children) this.#add(child, node.known);
  }
}

/** The parts of a dotted name; with a slash in it, of a slashed one. */
export function nameParts(name: string): string[] {
  const separator = ["/", "\\"].find((each) => name.includes(each)) ?? ".";
  return name.split(separator).map((part) => part.trim()).filter((part) => part !== "");
}

/** "Line 2", "line-2" and "LINE_2" are the same. */
export function comparable(text: string): string {
  return text.toLowerCase().replace(/[\s_-]+/g, "");
}
