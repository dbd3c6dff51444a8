import type { InProcessCall } from "../../pipeline/in_process_client.ts";

interface Node {
  id: string;
  name: string;
  type: string;
  children: Node[];
}

/** Finds a node of the plant model by its id or by a part of its name, ignoring case. */
export async function findNode(api: InProcessCall, text: string): Promise<Node | undefined> {
  const nodes = allNodes(asNodes((await api("GET /api/plant-model")).data));
  const searched = text.toLowerCase();
  const part = new RegExp(`(^|\\P{L})${RegExp.escape(searched)}(\\P{N}|$)`, "u");
  return nodes.find(({ id }) => id.toLowerCase() === searched) ??
    nodes.find(({ name }) => name.toLowerCase() === searched) ??
    nodes.find(({ name }) => part.test(name.toLowerCase()));
}

/** The ids of a node and of all nodes below it. */
export function idsBelow(node: Node): Set<string> {
  return new Set(allNodes([node]).map(({ id }) => id));
}

function allNodes(roots: readonly Node[]): Node[] {
  return roots.flatMap((node) => [node, ...allNodes(node.children)]);
}

/** The shape of the plant model's answer. */
function asNodes(data: unknown): Node[] {
  return data as Node[];
}
