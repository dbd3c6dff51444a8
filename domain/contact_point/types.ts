import type { ContactPointSecrets } from "./kind.ts";
import type { ConfigOf, ContactPointKind } from "./kinds.ts";

export type { ContactPointSecrets } from "./kind.ts";
export type { ConfigOf, ContactPointConfig, ContactPointKind } from "./kinds.ts";
export type { ContactPointRecord, ContactPointTest } from "./schema.ts";

/** What a sender needs to know of a contact point. */
export interface OpenedContactPoint<K extends ContactPointKind = ContactPointKind> {
  /** Null: not stored yet. */
  id: number | null;
  name: string;
  config: ConfigOf<K>;
  secrets: ContactPointSecrets;
}

/** What everybody may know of the contact point that is told when nobody else is. */
export interface FallbackState {
  /** True until a fallback contact point has passed its test, and while its messages fail for good. */
  nobody_is_called: boolean;
  /** Since when its messages fail for good; null: they do not. */
  failing_since: string | null;
  /** Null: no contact point is marked as fallback. */
  contact_point: { id: number; name: string } | null;
  /** When its last test passed; null: it has not. */
  tested_at: string | null;
}
