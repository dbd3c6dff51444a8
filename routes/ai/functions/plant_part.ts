import type { InProcessCall } from "../../in_process_client.ts";

interface Node {
  id: string;
  name: string;
  type: string;
  children: Node[];
}

/** A node of the plant model by its id or, whatever its case, a part of its name; undefined when none fits. */
export async function findNode(api: InProcessCall, text: string): Promise<Node | undefined> {
  const nodes = allNodes(asNodes((await api("GET /api/plant-model")).data));
  const wanted = text.toLowerCase();
  return nodes.find(({ id }) => id.toLowerCase() === wanted) ??
    nodes.find(({ name }) => name.toLowerCase() === wanted) ??
    nodes.find(({ name }) =>
      new RegExp(`(^|\\P{L})${escaped(wanted)}(\\P{N}|$)`, "u").test(name.toLowerCase())
    );
}

/** The ids of a node and of all below it. */
export function idsBelow(node: Node): Set<string> {
  return new Set(allNodes([node]).map(({ id }) => id));
}

function allNodes(roots: readonly Node[]): Node[] {
  return roots.flatMap((node) => [node, ...allNodes(node.children)]);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}

/** As the route of the plant model answers. */
function asNodes(data: unknown): Node[] {
  return data as Node[];
}
