import type { EventRecord } from "../../domain/event/types.ts";
import { compose } from "../../domain/notification/compose.ts";
import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import { MOST_NAMED } from "../../domain/notification/limits.ts";
import { LINK_MS, type LinkRecord } from "../../domain/notification/link.ts";
import type { OutgoingMessage, Unreached } from "../../domain/notification/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { hashOf } from "../../storage/access/token_hashes.ts";
import type { Storage } from "../../storage/contract.ts";

export interface MessagesOptions {
  storage: Pick<Storage, "plant" | "access" | "contactPoints">;
  /** A person's zone; undefined: the plant's. */
  zoneOf(userId: number): string | undefined;
  plantTimeZone: string;
  publicUrl: string | null;
  now: () => Ms;
  randomBytes: (count: number) => Uint8Array;
}

/** 128 bits. */
const TOKEN_BYTES = 16;

/** The message of a delivery about these events, with a new link for one person. */
export function messageOf(
  record: DeliveryRecord,
  events: readonly EventRecord[],
  options: MessagesOptions,
): { message: OutgoingMessage; link?: LinkRecord } {
  const { storage, zoneOf, plantTimeZone, now, randomBytes } = options;
  const publicUrl = options.publicUrl?.replace(/\/$/, "") ?? null;
  const { target: { user_id, address }, event_ids } = record, nowMs = now();
  const token = publicUrl === null || user_id === null || address === null
    ? undefined
    : randomBytes(TOKEN_BYTES).toBase64({ alphabet: "base64url", omitPadding: true });
  const message = compose(record, {
    events,
    nameOf: (called) => nameOf(called, storage),
    locationOf: (flocId) => locationIn(storage.plant, flocId),
    timeZone: (user_id === null ? undefined : zoneOf(user_id)) ?? plantTimeZone,
    publicUrl,
    answerLink: token === undefined ? null : `${publicUrl}/n/${token}`,
    nowMs,
  });
  if (token === undefined || user_id === null) return { message };
  return {
    message,
    link: {
      v: 1,
      token_hash: hashOf(token),
      delivery_id: record.id,
      user_id,
      event_ids: event_ids.slice(0, MOST_NAMED),
      expires_at_ms: nowMs + LINK_MS,
      acknowledge_at_ms: null,
      cannot_at_ms: null,
    },
  };
}

/** Whom a message called, and by which way: `Anna Keller by Company mail`. */
function nameOf(
  { user_id, contact_point_id }: Unreached,
  { access, contactPoints }: Pick<Storage, "access" | "contactPoints">,
): string {
  const way = contactPoints.get(contact_point_id)?.name ?? "a deleted contact point";
  if (user_id === null) return way;
  const user = access.user(user_id);
  return `${user === undefined ? "a deleted user" : user.display_name || user.username} by ${way}`;
}

/** The names of a node and those above it, `North/Line 1`; null: it does not exist. */
function locationIn(plant: Pick<Storage["plant"], "get">, flocId: string): string | null {
  const names: string[] = [];
  for (let node = plant.get(flocId); node !== undefined;) {
    names.unshift(node.name);
    node = node.parent_id === null ? undefined : plant.get(node.parent_id);
  }
  return names.length === 0 ? null : names.join("/");
}
