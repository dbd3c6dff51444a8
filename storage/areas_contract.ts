import type { Actor } from "../domain/access/types.ts";
import type { AreaChange, AreaDraft, AreaRecord } from "../domain/area/schema.ts";

/** Areas of responsibility. VALIDATION_FAILED for a name that another one has, and for the 201st. */
export interface Areas {
  /** By ascending id. */
  list(): readonly AreaRecord[];
  get(id: number): AreaRecord | undefined;
  /** Whatever the case of its letters. */
  byName(name: string): AreaRecord | undefined;
  /** The areas that a plant node belongs to, by itself or by a node above it; none for null. */
  ofNode(flocId: string | null): AreaRecord[];
  create(draft: AreaDraft, by: Actor): Promise<AreaRecord>;
  update(id: number, change: AreaChange, by: Actor): Promise<AreaRecord>;
  /** RESOURCE_IN_USE while a grant of a user, key or identity provider, a notification policy or a wall screen names it. */
  remove(id: number, by: Actor): Promise<void>;
}
