import type { Actor } from "../domain/access/types.ts";
import type { ContactPreferences, NewContactAddress } from "../domain/contact_address/schema.ts";
import type { AddressRecord, ContactAddressesRecord } from "../domain/contact_address/types.ts";

/** An address of a user. */
export interface AddressOf {
  userId: number;
  addressId: number;
}

/** How users are reached, read from memory. NOT_FOUND for an unknown user or address. */
export interface ContactAddresses {
  of(userId: number): ContactAddressesRecord | undefined;
  /** VALIDATION_FAILED for an order that does not name all addresses once. */
  change(userId: number, change: ContactPreferences, by: Actor): Promise<ContactAddressesRecord>;
  /** Unconfirmed. VALIDATION_FAILED for one that the user has already, and for the 11th. */
  add(userId: number, address: NewContactAddress, by: Actor): Promise<AddressRecord>;
  remove(address: AddressOf, by: Actor): Promise<void>;
  /**
   * A new code for an address, in place of the one before. RATE_LIMITED within a minute after the last code of the
   * user, and after five in an hour; VALIDATION_FAILED for a confirmed address.
   */
  newCode(address: AddressOf): Promise<{ code: string; address: AddressRecord }>;
  /** VALIDATION_FAILED (path `code`) for a wrong code, and once it counts no more. */
  confirm(address: AddressOf, code: string, by: Actor): Promise<AddressRecord>;
}
