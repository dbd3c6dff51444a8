import type { UserRecord } from "../domain/access/schema.ts";
import type { PasskeyRecord, SecondFactorsRecord } from "../domain/access/second_factor.ts";
import type { Actor } from "../domain/access/types.ts";

/** A factor was added. `recoveryCodes`: made with the first factor, and never shown again; null: there are some. */
export interface AddedFactor {
  record: SecondFactorsRecord;
  recoveryCodes: string[] | null;
}

export type NewPasskey = Omit<PasskeyRecord, "created_at_ms" | "last_used_at_ms">;

/**
 * The second factors of local users. Every change is audited and says who made it. A change for a `user` is FORBIDDEN if
 * the user was disabled, or the password changed, since that record was verified.
 */
export interface SecondFactors {
  /** From memory; undefined for a user without any. */
  of(userId: number): SecondFactorsRecord | undefined;
  /** The passkey with this credential id, and whose it is. From memory. */
  passkey(credentialId: string): { userId: number; passkey: PasskeyRecord } | undefined;
  hasPasskeys(): boolean;
  /**
   * Replaces the code generator. `step`: of the code that proved it. `mustBeFirst`: FORBIDDEN for a user who has a
   * factor already.
   */
  addCode(
    user: UserRecord,
    options: { secret: string; step: number; by: Actor; mustBeFirst?: boolean },
  ): Promise<AddedFactor>;
  /** `handle` becomes the user's if the user has none. VALIDATION_FAILED for an eleventh, or a known one. */
  addPasskey(
    user: UserRecord,
    options: { handle: string; passkey: NewPasskey; by: Actor; mustBeFirst?: boolean },
  ): Promise<AddedFactor>;
  /** NOT_FOUND for what is not there; FORBIDDEN for the last factor of a user who must have one. */
  remove(
    user: UserRecord,
    options: { factor: "code" | { credentialId: string }; mustKeepOne: boolean; by: Actor },
  ): Promise<void>;
  /** Ten new recovery codes in place of the old ones. FORBIDDEN without a factor. */
  renewRecoveryCodes(user: UserRecord, by: Actor): Promise<string[]>;
  /** True once for each right code. */
  acceptCode(userId: number, code: string): Promise<boolean>;
  /** True once for each right code. */
  acceptRecoveryCode(user: UserRecord, code: string, by: Actor): Promise<boolean>;
  /** Records a use whose signature was verified. False if the passkey was removed, or its counter went back. */
  acceptPasskey(userId: number, used: { credentialId: string; counter: number }): Promise<boolean>;
  /** Removes all factors and recovery codes, and ends the user's sessions. NOT_FOUND for an unknown user. */
  reset(userId: number, by: Actor): Promise<void>;
}
