import type { ContactPointConfig, ContactPointKind } from "./schema.ts";

export type { ContactPointConfig, ContactPointKind, ContactPointRecord, ContactPointTest } from "./schema.ts";

/** The settings of one kind. */
export type ConfigOf<K extends ContactPointKind> = Extract<ContactPointConfig, { kind: K }>;

/** Secrets by name, in the clear. */
export type ContactPointSecrets = Readonly<Record<string, string>>;

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
