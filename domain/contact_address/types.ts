import type { Hours } from "../hours/hours.ts";
import type { OutgoingMessage, SendResult } from "../notification/types.ts";
import type { Ms } from "../shared/time.ts";
import type { AddressKind } from "./address.ts";

/** A code that was sent to an address. */
export interface SentCode {
  /** SHA-256 of the salt and the code, hexadecimal. */
  hash: string;
  /** Hexadecimal. */
  salt: string;
  sent_at_ms: Ms;
  tries_left: number;
}

/** An address of a user at a contact point. */
export interface AddressRecord {
  /** Unique among the user's addresses. */
  id: number;
  contact_point_id: number;
  address: string;
  /** Null: messages do not go to it. */
  confirmed_at_ms: Ms | null;
  code: SentCode | null;
}

/** How a user is reached. */
export interface ContactAddressesRecord {
  v: 1;
  user_id: number;
  /** Of the quiet hours and of times in messages; null: the plant's. */
  time_zone: string | null;
  /** When messages that are not critical wait. */
  quiet_hours: Hours[];
  /** In the order in which they are tried. */
  addresses: AddressRecord[];
  last_id: number;
  /** When codes were sent within the last hour. */
  codes_sent_at_ms: Ms[];
}

/** A contact point that can reach a person at an address of their own. */
export interface PersonalContactPoint {
  id: number;
  name: string;
  takes: AddressKind;
}

/** The contact points that can reach persons. */
export interface PersonalContactPoints {
  /** By ascending id. */
  list(): PersonalContactPoint[];
  /** Never throws: what went wrong is in the result. */
  send(
    contactPointId: number,
    message: OutgoingMessage,
    options: { signal: AbortSignal },
  ): Promise<SendResult>;
}
