import type { DeskPinRecord } from "../domain/access/desk.ts";
import type { UserRecord } from "../domain/access/schema.ts";
import type { Actor } from "../domain/access/types.ts";

/** Shared desks: the PINs of people, and who has confirmed where. */
export interface Desks {
  /** From memory; undefined without a PIN. */
  pin(userId: number): DeskPinRecord | undefined;
  /** FORBIDDEN if the user may not confirm any more, or the password has changed since `user` was verified. */
  setPin(user: UserRecord, pin: string, by: Actor): Promise<DeskPinRecord>;
  /** False if there was none. `reason`: for the audit log. */
  removePin(user: UserRecord, by: Actor, reason?: string): Promise<boolean>;
  /**
   * The person with this user name and PIN, who may confirm. An unknown name takes the same time. A PIN of a user of an
   * identity provider counts for 7 days after the provider last confirmed the person.
   */
  personByPin(username: string, pin: string): Promise<UserRecord | undefined>;
  /** Whether the user is an active person, and no shared desk. */
  mayConfirm(user: UserRecord): boolean;
  /** Who has confirmed at the desk of this user, the most recent first. */
  people(deskId: number): UserRecord[];
  /** Writes down that a person confirmed at a desk, with an audit entry. */
  confirmed(deskId: number, person: UserRecord, by: Actor): Promise<void>;
  /** An identity provider has confirmed the person; written at most once a day, in the background. */
  providerConfirmed(userId: number): void;
}
