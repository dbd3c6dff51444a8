import type { Actor } from "../domain/access/types.ts";
import type { PolicyTable } from "../domain/notification/engine_types.ts";
import type {
  PolicyChange,
  PolicyDraft,
  PolicyRecord,
  UnsavedPolicy,
} from "../domain/notification_policy/schema.ts";

/**
 * Notification policies. VALIDATION_FAILED for a name that another one has, for something named that does not exist
 * and was not named before, and for the 201st.
 */
export interface NotificationPolicies {
  /** In their order; the last one is "everything else". */
  list(): readonly PolicyRecord[];
  get(id: number): PolicyRecord | undefined;
  /** Whatever the case of its letters. */
  byName(name: string): PolicyRecord | undefined;
  /** Prepared for matching, with the present plant. */
  table(): PolicyTable;
  /**
   * The policies, in their order, and their table, as if this one were saved; a new one has the id NEW_POLICY. Writes
   * nothing. VALIDATION_FAILED as when it is saved, with paths below `policy`, but not for a taken name.
   */
  asIfSaved(policy: UnsavedPolicy): { policies: readonly PolicyRecord[]; table: PolicyTable };
  /** Adds it before "everything else". */
  create(draft: PolicyDraft, by: Actor): Promise<PolicyRecord>;
  update(id: number, change: PolicyChange, by: Actor): Promise<PolicyRecord>;
  remove(id: number, by: Actor): Promise<void>;
  /** `ids`: all policies but the last one, else VALIDATION_FAILED. */
  reorder(ids: readonly number[], by: Actor): Promise<readonly PolicyRecord[]>;
  /** What a policy names although it does not exist any more, by the path in the policy. */
  missing(policy: PolicyRecord): { path: string; message: string }[];
}
