import { createHash } from "node:crypto";
import { changedMeanwhile } from "../../domain/access/changed_meanwhile.ts";
import { stepOfCode } from "../../domain/access/one_time_code.ts";
import { plainRecoveryCode, RECOVERY_CODE_BYTES, recoveryCode } from "../../domain/access/recovery_codes.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import {
  factorsOf,
  type PasskeyRecord,
  SECOND_FACTOR_LIMITS,
  type SecondFactorsRecord,
} from "../../domain/access/second_factor.ts";
import type { Actor } from "../../domain/access/types.ts";
import type { Check, Entry } from "../../domain/shared/commit.ts";
import { invalid, Refusal } from "../../domain/shared/refusal.ts";
import { keys } from "../keys.ts";
import { kinds } from "../kinds.ts";
import type { Mirrors } from "../mirrors.ts";
import type { Secrets } from "../secrets.ts";
import { type Change, type Decision, type NounContext, traces, unchanged, write } from "../write.ts";
import { forgetDevices } from "./known_devices.ts";
import { deleteSession } from "./sessions.ts";
import { notFound } from "../noun_refusals.ts";
import { newToken } from "./token_hashes.ts";

/** A factor was added. `recoveryCodes`: made with the first factor, and never shown again; null: there are some. */
export interface AddedFactor {
  record: SecondFactorsRecord;
  recoveryCodes: string[] | null;
}

export type NewPasskey = Omit<PasskeyRecord, "created_at_ms" | "last_used_at_ms">;

const SECRET = "second_factor.code";
const HANDLE_BYTES = 32;

type Stored = SecondFactorsRecord | undefined;

/** What a write makes of a user's factors, and what the audit log says of it. */
interface Changed<T> {
  after: SecondFactorsRecord;
  result: T;
  /** Absent for a use that is not audited. */
  audited?: Pick<Change, "action" | "by" | "before" | "after">;
}

/**
 * Second factors, read from memory. Secrets of code generators are encrypted, recovery codes hashed. The second
 * factors of local users. Every change is audited and says who made it. A change for a `user` is FORBIDDEN if the
 * user was disabled, or the password changed, since that record was verified.
 */
export class SecondFactors {
  constructor(
    private readonly context: NounContext,
    private readonly mirrors: Mirrors,
    private readonly secrets: Secrets,
  ) {}

  /** From memory; undefined for a user without any. */
  of(userId: number): Stored {
    return this.mirrors.secondFactors.get(userId);
  }

  /** The passkey with this credential id, and whose it is. From memory. */
  passkey(credentialId: string): { userId: number; passkey: PasskeyRecord } | undefined {
    for (const { user_id: userId, passkeys } of this.mirrors.secondFactors.list()) {
      const passkey = passkeys.find(({ credential_id }) => credential_id === credentialId);
      if (passkey !== undefined) return { userId, passkey };
    }
    return undefined;
  }

  hasPasskeys(): boolean {
    return this.mirrors.secondFactors.list().some(({ passkeys }) => passkeys.length > 0);
  }

  /**
   * Replaces the code generator. `step`: of the code that proved it. `mustBeFirst`: FORBIDDEN for a user who has a
   * factor already.
   */
  async addCode(
    user: UserRecord,
    { secret, step, by, mustBeFirst }: { secret: string; step: number; by: Actor; mustBeFirst?: boolean },
  ): Promise<AddedFactor> {
    const sealed_code_secret = await this.secrets.seal(secret, SECRET);
    return await this.#add(user, { by, mustBeFirst, shown: { factor: "code" } }, (before) => {
      const code = { last_step: step, created_at_ms: this.context.now(), last_used_at_ms: null };
      return { ...before, code, sealed_code_secret };
    });
  }

  /** `handle` becomes the user's if the user has none. VALIDATION_FAILED for an eleventh, or a known one. */
  addPasskey(
    user: UserRecord,
    { handle, passkey, by, mustBeFirst }: {
      handle: string;
      passkey: NewPasskey;
      by: Actor;
      mustBeFirst?: boolean;
    },
  ): Promise<AddedFactor> {
    const { name } = passkey;
    return this.#add(user, { by, handle, mustBeFirst, shown: { factor: "passkey", name } }, (before) => {
      this.#requireNew(passkey, before);
      const added = { ...passkey, created_at_ms: this.context.now(), last_used_at_ms: null };
      return { ...before, passkeys: [...before.passkeys, added] };
    });
  }

  /** NOT_FOUND for what is not there; FORBIDDEN for the last factor of a user who must have one. */
  remove(
    user: UserRecord,
    { factor, mustKeepOne, by }: {
      factor: "code" | { credentialId: string };
      mustKeepOne: boolean;
      by: Actor;
    },
  ): Promise<void> {
    return this.#change(user, (before) => {
      const { rest, shown } = without(before, factor);
      if (rest === undefined || before === undefined) {
        throw new Refusal("NOT_FOUND", "You have no such factor");
      }
      const isLast = factorsOf(rest).length === 0;
      if (isLast && mustKeepOne) {
        throw new Refusal("FORBIDDEN", "You must have a second factor here; add another one first");
      }
      const after = isLast ? { ...rest, recovery_hashes: [] } : rest;
      return { after, result: undefined, audited: { action: "second_factor_removed", by, before: shown } };
    });
  }

  /** Ten new recovery codes in place of the old ones. FORBIDDEN without a factor. */
  renewRecoveryCodes(user: UserRecord, by: Actor): Promise<string[]> {
    const codes = this.#newCodes();
    return this.#change(user, (before) => {
      if (before === undefined || factorsOf(before).length === 0) {
        throw new Refusal("FORBIDDEN", "You have no second factor; set one up first");
      }
      const after = { ...before, recovery_hashes: codes.map(hashOf) };
      return { after, result: codes, audited: { action: "recovery_codes_renewed", by } };
    });
  }

  /** True once for each right code. */
  async acceptCode(userId: number, code: string): Promise<boolean> {
    const { code: generator, sealed_code_secret: sealed } = this.of(userId) ?? {};
    if (!generator || !sealed) return false;
    const secret = await this.secrets.unseal(sealed, SECRET);
    const nowMs = this.context.now();
    const step = stepOfCode(code, { secret, nowMs });
    if (step === undefined) return false;
    return await this.#change({ id: userId }, (before) => {
      const now = before?.code;
      const isSame = now?.created_at_ms === generator.created_at_ms;
      if (before === undefined || !now || !isSame || step <= now.last_step) return false;
      return {
        after: { ...before, code: { ...now, last_step: step, last_used_at_ms: nowMs } },
        result: true,
      };
    });
  }

  /** True once for each right code. */
  acceptRecoveryCode(user: UserRecord, code: string, by: Actor): Promise<boolean> {
    const hash = hashOf(code);
    return this.#change(user, (before) => {
      if (before === undefined || !before.recovery_hashes.includes(hash)) return false;
      const recovery_hashes = before.recovery_hashes.filter((one) => one !== hash);
      const left = { recovery_codes_left: recovery_hashes.length };
      const audited = { action: "recovery_code_used", by, after: left };
      return { after: { ...before, recovery_hashes }, result: true, audited };
    });
  }

  /** Records a use whose signature was verified. False if the passkey was removed, or its counter went back. */
  acceptPasskey(
    userId: number,
    { credentialId, counter }: { credentialId: string; counter: number },
  ): Promise<boolean> {
    return this.#change({ id: userId }, (before) => {
      const used = before?.passkeys.find(({ credential_id }) => credential_id === credentialId);
      if (before === undefined || used === undefined || isReused(counter, used.counter)) return false;
      const now = { ...used, counter, last_used_at_ms: this.context.now() };
      const passkeys = before.passkeys.map((one) => one === used ? now : one);
      return { after: { ...before, passkeys }, result: true };
    });
  }

  /** Removes all factors and recovery codes, and ends the user's sessions. NOT_FOUND for an unknown user. */
  reset(userId: number, by: Actor): Promise<void> {
    const { context, mirrors } = this;
    return write(context, async () => {
      const recordKeys = [keys.user(userId), keys.userSessions(userId), keys.secondFactors(userId)];
      const entries = await context.store.getMany(recordKeys);
      const [user, , factors] = entries;
      if (user === undefined) throw notFound("user", userId);
      // A session that the counter includes must be in memory too.
      await context.store.caughtUp();
      const before = shown(factors && kinds.secondFactors.read(factors.value));
      const change = { action: "second_factors_reset", type: "user", id: userId, by, before } as const;
      const { mutations, frames } = traces(context, change);
      // A new versionstamp of the user, so that a sign-in that is being completed opens no session.
      mutations.push({ type: "set", key: recordKeys[0]!, value: user.value });
      mutations.push({ type: "delete", key: recordKeys[2]! }, forgetDevices(userId));
      mutations.push(...[...mirrors.sessionsByUser.of(userId)].map(deleteSession));
      const checks = recordKeys.map((key, at) => unchanged(key, entries[at]));
      return { result: undefined, commit: { checks, mutations, frames } };
    });
  }

  /** Recovery codes are made with the first factor. */
  #add(
    user: UserRecord,
    { by, shown, handle, mustBeFirst = false }: {
      by: Actor;
      shown: object;
      handle?: string;
      mustBeFirst?: boolean;
    },
    add: (before: SecondFactorsRecord) => SecondFactorsRecord,
  ): Promise<AddedFactor> {
    const codes = this.#newCodes();
    const fresh = handle ?? this.#random(HANDLE_BYTES);
    return this.#change(user, (stored) => {
      const before = stored ?? noFactors(user.id, fresh);
      const isFirst = factorsOf(before).length === 0;
      if (mustBeFirst && !isFirst) {
        throw new Refusal("FORBIDDEN", "You have a second factor already; sign in with it");
      }
      const added = add(handle === undefined || !isFirst ? before : { ...before, handle });
      const after = isFirst ? { ...added, recovery_hashes: codes.map(hashOf) } : added;
      const result = { record: after, recoveryCodes: isFirst ? codes : null };
      return { after, result, audited: { action: "second_factor_added", by, after: shown } };
    });
  }

  /**
   * Changes a local user's record as it is stored now. `false`: changes nothing, and is the result. FORBIDDEN for a user
   * who was disabled, or whose password was changed, since the given record was verified.
   */
  #change<T>(
    { id, password_hash: verified }: Pick<UserRecord, "id"> & Partial<Pick<UserRecord, "password_hash">>,
    decide: (before: Stored) => Changed<T> | (T & false),
  ): Promise<T> {
    const { context } = this;
    return write(context, async (): Promise<Decision<T>> => {
      const recordKeys = [keys.user(id), keys.secondFactors(id)];
      const entries = await context.store.getMany(recordKeys);
      const [user, factors] = entries;
      if (user === undefined) throw notFound("user", id);
      const stored = kinds.user.read(user.value);
      requireLocal(stored);
      if (verified !== undefined) requireVerified(stored, verified);
      const decided = decide(factors && kinds.secondFactors.read(factors.value));
      if (decided === false) return { result: decided };
      const { after, result, audited } = decided;
      return { result, commit: this.#commit(after, { checks: checksOf(recordKeys, entries), audited }) };
    });
  }

  #commit(
    after: SecondFactorsRecord,
    { checks, audited }: { checks: Check[]; audited: Changed<unknown>["audited"] },
  ) {
    const id = after.user_id;
    const { mutations, frames } = audited === undefined
      ? { mutations: [], frames: [] }
      : traces(this.context, { ...audited, type: "user", id });
    mutations.push({ type: "set", key: keys.secondFactors(id), value: after });
    return { checks, mutations, frames };
  }

  #requireNew({ credential_id }: NewPasskey, { passkeys }: SecondFactorsRecord): void {
    const { passkeys: most } = SECOND_FACTOR_LIMITS;
    if (passkeys.length >= most) {
      throw invalid("", `You have ${most} passkeys, the most that are possible; remove one first`);
    }
    if (this.passkey(credential_id) !== undefined) {
      throw invalid("credential_id", "This passkey is known already; use another one");
    }
  }

  #newCodes(): string[] {
    const { recoveryCodes: length } = SECOND_FACTOR_LIMITS;
    return Array.from({ length }, () => recoveryCode(this.context.random(RECOVERY_CODE_BYTES)));
  }

  #random(bytes: number): string {
    return newToken(this.context, bytes);
  }
}

function noFactors(user_id: number, handle: string): SecondFactorsRecord {
  return { v: 1, user_id, handle, code: null, sealed_code_secret: null, passkeys: [], recovery_hashes: [] };
}

/** The record without the factor; `rest` is undefined if the user does not have it. */
function without(
  before: Stored,
  factor: "code" | { credentialId: string },
): { rest?: SecondFactorsRecord; shown: object } {
  if (before === undefined) return { shown: {} };
  if (factor === "code") {
    const rest = before.code === null ? undefined : { ...before, code: null, sealed_code_secret: null };
    return { rest, shown: { factor: "code" } };
  }
  const removed = before.passkeys.find(({ credential_id }) => credential_id === factor.credentialId);
  if (removed === undefined) return { shown: {} };
  const passkeys = before.passkeys.filter((one) => one !== removed);
  return { rest: { ...before, passkeys }, shown: { factor: "passkey", name: removed.name } };
}

/** A counter that does not advance shows a copied key; authenticators without one always send 0. */
function isReused(counter: number, before: number): boolean {
  return (counter > 0 || before > 0) && counter <= before;
}

function requireLocal({ username, identity }: UserRecord): void {
  if (identity === undefined) return;
  throw new Refusal(
    "FORBIDDEN",
    `User "${username}" signs in at an identity provider, which asks for its own second factor`,
  );
}

/** The fields that the audit log may contain. */
function shown(record: Stored): object {
  return {
    second_factors: factorsOf(record),
    passkeys: record?.passkeys.map(({ name }) => name) ?? [],
  };
}

function requireVerified({ password_hash, is_active }: UserRecord, verified: string): void {
  if (password_hash === verified && is_active) return;
  throw changedMeanwhile("FORBIDDEN");
}

function checksOf(read: readonly ReturnType<typeof keys.user>[], entries: (Entry | undefined)[]): Check[] {
  return read.map((key, at) => unchanged(key, entries[at]));
}

function hashOf(code: string): string {
  return createHash("sha256").update(plainRecoveryCode(code)).digest("hex");
}
