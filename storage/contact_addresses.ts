import { createHash } from "node:crypto";
import type { Actor } from "../domain/access/types.ts";
import { maskedAddress } from "../domain/contact_address/address.ts";
import { CONTACT_ADDRESS_LIMITS } from "../domain/contact_address/limits.ts";
import type { ContactPreferences, NewContactAddress } from "../domain/contact_address/schema.ts";
import type { AddressRecord, ContactAddressesRecord, SentCode } from "../domain/contact_address/types.ts";
import { invalid, Refusal } from "../domain/shared/refusal.ts";
import { sixDigits } from "../domain/shared/six_digits.ts";
import type { Ms } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import { type NounContext, traces, unchanged, write } from "./write.ts";
import { notFound } from "./noun_refusals.ts";

/** An address of a user. */
export interface AddressOf {
  userId: number;
  addressId: number;
}

const HOUR_MS = 3_600_000;
const SALT_BYTES = 16;

/** What a write makes of a user's record; `audited`: absent for what is not audited. */
interface Changed<T> {
  after: ContactAddressesRecord;
  result: T;
  audited?: { action: string; by: Actor };
}

/**
 * How users are reached. Codes are stored hashed; the audit log gets addresses without their names. How users are
 * reached, read from memory. NOT_FOUND for an unknown user or address.
 */
export class ContactAddresses {
  constructor(private readonly context: NounContext, private readonly mirrors: Mirrors) {}

  of(userId: number): ContactAddressesRecord | undefined {
    return this.mirrors.contactAddresses.get(userId);
  }

  /** VALIDATION_FAILED for an order that does not name all addresses once. */
  change(
    userId: number,
    { order, ...change }: ContactPreferences,
    by: Actor,
  ): Promise<ContactAddressesRecord> {
    return this.#change(userId, (before) => {
      const addresses = order === undefined ? before.addresses : ordered(before.addresses, order);
      const after = { ...before, ...change, addresses };
      return { after, result: after, audited: { action: "updated", by } };
    });
  }

  /** Unconfirmed. VALIDATION_FAILED for one that the user has already, and for the 11th. */
  add(userId: number, { contact_point_id, address }: NewContactAddress, by: Actor): Promise<AddressRecord> {
    return this.#change(userId, (before) => {
      const { addresses: most } = CONTACT_ADDRESS_LIMITS;
      if (before.addresses.length >= most) {
        throw invalid("", `You have ${most} addresses, the most that are possible; remove one first`);
      }
      const isSame = (one: AddressRecord) =>
        one.contact_point_id === contact_point_id && one.address === address;
      if (before.addresses.some(isSame)) throw invalid("address", "You have this address already");
      const id = before.last_id + 1;
      const result = { id, contact_point_id, address, confirmed_at_ms: null, code: null };
      const after = { ...before, last_id: id, addresses: [...before.addresses, result] };
      return { after, result, audited: { action: "address_added", by } };
    });
  }

  remove({ userId, addressId }: AddressOf, by: Actor): Promise<void> {
    return this.#change(userId, (before) => {
      const removed = found(before, addressId);
      const after = { ...before, addresses: before.addresses.filter((one) => one !== removed) };
      return { after, result: undefined, audited: { action: "address_removed", by } };
    });
  }

  /**
   * A new code for an address, in place of the one before. RATE_LIMITED within a minute after the last code of the
   * user, and after five in an hour; VALIDATION_FAILED for a confirmed address.
   */
  newCode({ userId, addressId }: AddressOf): Promise<{ code: string; address: AddressRecord }> {
    const { context } = this;
    return this.#change(userId, (before) => {
      const address = found(before, addressId), now = context.now();
      if (address.confirmed_at_ms !== null) throw invalid("", "The address is confirmed already");
      const sent = before.codes_sent_at_ms.filter((ms) => ms > now - HOUR_MS);
      requireRest(sent, now);
      const code = sixDigits(context.random), salt = context.random(SALT_BYTES).toHex();
      const { tries } = CONTACT_ADDRESS_LIMITS;
      const stored: SentCode = { hash: hashOf(salt, code), salt, sent_at_ms: now, tries_left: tries };
      const after = { ...replaced(before, { ...address, code: stored }), codes_sent_at_ms: [...sent, now] };
      return { after, result: { code, address } };
    });
  }

  /** VALIDATION_FAILED (path `code`) for a wrong code, and once it counts no more. */
  async confirm({ userId, addressId }: AddressOf, given: string, by: Actor): Promise<AddressRecord> {
    const outcome = await this.#change<AddressRecord | number>(userId, (before) => {
      const address = found(before, addressId), { code } = address, now = this.context.now();
      const { codeMs } = CONTACT_ADDRESS_LIMITS;
      if (code === null || code.tries_left === 0 || now >= code.sent_at_ms + codeMs) throw noCode();
      if (hashOf(code.salt, given) !== code.hash) {
        const tries_left = code.tries_left - 1;
        return { after: replaced(before, { ...address, code: { ...code, tries_left } }), result: tries_left };
      }
      const result = { ...address, code: null, confirmed_at_ms: now };
      return { after: replaced(before, result), result, audited: { action: "address_confirmed", by } };
    });
    if (typeof outcome === "number") throw wrongCode(outcome);
    return outcome;
  }

  /** Changes the record as it is stored now. */
  #change<T>(userId: number, decide: (before: ContactAddressesRecord) => Changed<T>): Promise<T> {
    const { context } = this;
    return write(context, async () => {
      const recordKeys = [keys.user(userId), keys.contactAddresses(userId)];
      const entries = await context.store.getMany(recordKeys);
      const [user, stored] = entries;
      if (user === undefined) throw notFound("user", userId);
      const before = stored === undefined ? noAddresses(userId) : kinds.contactAddresses.read(stored.value);
      const { after, result, audited } = decide(before);
      const { mutations, frames } = audited === undefined ? { mutations: [], frames: [] } : traces(context, {
        ...audited,
        type: "contact_addresses",
        id: userId,
        before: shown(before),
        after: shown(after),
      });
      mutations.push({ type: "set", key: recordKeys[1]!, value: after });
      const checks = recordKeys.map((key, at) => unchanged(key, entries[at]));
      return { result, commit: { checks, mutations, frames } };
    });
  }
}

function noAddresses(user_id: number): ContactAddressesRecord {
  return {
    v: 1,
    user_id,
    time_zone: null,
    quiet_hours: [],
    addresses: [],
    last_id: 0,
    codes_sent_at_ms: [],
  };
}

function found({ addresses }: ContactAddressesRecord, id: number): AddressRecord {
  const address = addresses.find((one) => one.id === id);
  if (address === undefined) throw notFound("address", id);
  return address;
}

function replaced(record: ContactAddressesRecord, address: AddressRecord): ContactAddressesRecord {
  return { ...record, addresses: record.addresses.map((one) => one.id === address.id ? address : one) };
}

function ordered(addresses: readonly AddressRecord[], order: readonly number[]): AddressRecord[] {
  const ids = [...new Set(order)];
  const sorted = ids.flatMap((id) => addresses.filter((one) => one.id === id));
  if (ids.length === addresses.length && sorted.length === ids.length) return sorted;
  throw invalid("order", "Must name each of your addresses");
}

function requireRest(sent: readonly Ms[], now: Ms): void {
  const { codesPerHour, codeEveryMs } = CONTACT_ADDRESS_LIMITS;
  const last = sent.at(-1) ?? -Infinity;
  const freeAt = sent.length >= codesPerHour ? sent[0]! + HOUR_MS : last + codeEveryMs;
  if (freeAt <= now) return;
  const retry_after_seconds = Math.ceil((freeAt - now) / 1_000);
  throw new Refusal("RATE_LIMITED", `The next code can be sent in ${retry_after_seconds} s`, {
    retry_after_seconds,
    scope: "address_code",
  });
}

function noCode(): Refusal {
  return invalid("code", "No code counts for this address; have a new one sent");
}

function wrongCode(triesLeft: number): Refusal {
  if (triesLeft === 0) return invalid("code", "The code is wrong and counts no more; have a new one sent");
  return invalid(
    "code",
    `The code is wrong; ${triesLeft === 1 ? "1 try is" : `${triesLeft} tries are`} left`,
  );
}

function hashOf(salt: string, code: string): string {
  return createHash("sha256").update(salt).update(code).digest("hex");
}

/** The fields that the audit log gets. */
function shown({ time_zone, quiet_hours, addresses }: ContactAddressesRecord) {
  return {
    time_zone,
    quiet_hours,
    addresses: addresses.map(({ id, contact_point_id, address, confirmed_at_ms }) => ({
      id,
      contact_point_id,
      address: maskedAddress(address),
      is_confirmed: confirmed_at_ms !== null,
    })),
  };
}
