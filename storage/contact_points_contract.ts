import type { Actor } from "../domain/access/types.ts";
import type {
  ContactPointChange,
  ContactPointDraft,
  ContactPointRecord,
  ContactPointTest,
  UnsavedTest,
} from "../domain/contact_point/schema.ts";
import type { OpenedContactPoint } from "../domain/contact_point/types.ts";
import type { Check, Mutation } from "../domain/shared/commit.ts";
import type { User } from "./in_use.ts";
import type { UnsavedTests } from "./unsaved_tests.ts";

/**
 * Who names a contact point. The checks fail once that changes; the mutations make commits that name it at the same time
 * fail.
 */
export type ContactPointUses = (
  id: number,
) => Promise<{ users: User[]; checks: Check[]; mutations: Mutation[] }>;

export interface ContactPoints {
  list(): readonly ContactPointRecord[];
  get(id: number): ContactPointRecord | undefined;
  /** The one that is told when nobody else is. */
  fallback(): ContactPointRecord | undefined;
  /** With the decrypted secrets; NOT_FOUND for an unknown one. */
  opened(id: number): Promise<OpenedContactPoint>;
  /** The same for settings that are not stored, with the stored secrets that may be used for them. */
  openedUnsaved(test: UnsavedTest): Promise<OpenedContactPoint>;
  /** VALIDATION_FAILED for a name that another one has, secrets that do not fit, and the 101st contact point. */
  create(draft: ContactPointDraft, by: Actor): Promise<ContactPointRecord>;
  /**
   * Another receiver clears the stored secrets that the change does not name. Changed settings clear the last test, unless
   * they were tested before. A new fallback takes the mark from the one before.
   */
  update(id: number, change: ContactPointChange, by: Actor): Promise<ContactPointRecord>;
  /** RESOURCE_IN_USE while something names it. */
  remove(id: number, by: Actor): Promise<void>;
  /** Stores a test's result, unless the settings have changed since `tested` was opened. */
  keepTest(
    tested: Pick<ContactPointRecord, "id" | "config" | "sealed_secrets">,
    result: ContactPointTest,
    by: Actor,
  ): Promise<ContactPointRecord>;
  /** Tests of settings that are not stored; they count for a contact point that is stored with exactly these. */
  readonly unsavedTests: Pick<UnsavedTests, "keep">;
  /** Asks also this before one is removed. */
  addUses(uses: ContactPointUses): void;
}
