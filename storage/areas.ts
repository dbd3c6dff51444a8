import type { AreaChange, AreaDraft, AreaRecord } from "../domain/area/schema.ts";
import type { Issue } from "../domain/shared/refusal.ts";
import { type NamedRecord, NamedRecords } from "./named_records.ts";
import { missingIn } from "./noun_refusals.ts";
import { nouns } from "./nouns.ts";

/** The most nodes above a node, so that a loop in a damaged store ends. */
const MOST_ABOVE = 100;

/** Areas of responsibility. VALIDATION_FAILED for a plant node that does not exist. */
export class Areas extends NamedRecords<AreaRecord, AreaDraft, AreaChange> {
  protected readonly noun = nouns.area;

  /** The areas that a plant node belongs to, by itself or by a node above it; none for null. */
  ofNode(flocId: string | null): AreaRecord[] {
    const { areasByNode, plantNodes } = this.mirrors;
    const found = new Set<AreaRecord>();
    let at = flocId;
    for (let left = MOST_ABOVE; at !== null && left > 0; left--) {
      for (const area of areasByNode.of(at)) found.add(area);
      at = plantNodes.get(at)?.parent_id ?? null;
    }
    return [...found].sort((a, b) => a.id - b.id);
  }

  protected override made(draft: AreaDraft, { v, id, ...created }: NamedRecord): AreaRecord {
    return { v, id, ...distinct(draft), ...created };
  }

  protected override changed(before: AreaRecord, change: AreaChange): AreaRecord {
    return { ...before, ...distinct(change) };
  }

  protected override issues({ plant_node_ids }: AreaRecord): Issue[] {
    const exists = (id: string) => this.mirrors.plantNodes.get(id) !== undefined;
    return missingIn("plant node", plant_node_ids, { path: "plant_node_ids", exists });
  }
}

/** Without repeats. */
function distinct<T extends AreaChange>(given: T): T {
  const { plant_node_ids: ids } = given;
  return ids === undefined ? given : { ...given, plant_node_ids: [...new Set(ids)] };
}
