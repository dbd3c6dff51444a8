import type { PlantNodeRecord } from "./schema.ts";

/** Answers of a node itself and all it stands under, from itself to the root; of one that is not there, nothing. */
export function ancestryOf(nodes: readonly PlantNodeRecord[]): (flocId: string | null) => readonly string[] {
  const parents = new Map(nodes.map((node) => [node.floc_id, node.parent_id]));
  const known = new Map<string, readonly string[]>();
  const lineOf = (flocId: string | null): readonly string[] => {
    if (flocId === null || !parents.has(flocId)) return [];
    let line = known.get(flocId);
    if (line === undefined) known.set(flocId, line = [flocId, ...lineOf(parents.get(flocId) ?? null)]);
    return line;
  };
  return lineOf;
}
