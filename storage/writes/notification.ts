import { type DeliveryRecord, isOpen } from "../../domain/notification/delivery.ts";
import type { Changes, Step } from "../../domain/notification/engine_types.ts";
import type { PointDeliveryRecord } from "../../domain/notification/point_delivery.ts";
import type { AnswerRecord, LinkRecord } from "../../domain/notification/link.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";

/** How many entries of lists are written together. */
const ENTRIES_AT_ONCE = 100;

/**
 * A new delivery, in pieces that each fit one atomic: its entries in the lists of its events, then itself. A digest may
 * name thousands of events.
 */
export function addDelivery(record: DeliveryRecord): Mutation[][] {
  const { id, event_ids } = record;
  const pieces: Mutation[][] = [];
  for (let at = 0; at < event_ids.length; at += ENTRIES_AT_ONCE) {
    const some = event_ids.slice(at, at + ENTRIES_AT_ONCE);
    pieces.push(some.map((eventId) => ({ type: "set", key: keys.deliveryOfEvent(eventId, id), value: 1 })));
  }
  return [...pieces, saveDelivery(record)];
}

/** A changed delivery. Those that are not settled stand in a list that each start reads. */
export function saveDelivery(record: DeliveryRecord): Mutation[] {
  const open = keys.deliveryOpen(record.id);
  return [
    { type: "set", key: keys.delivery(record.id), value: record },
    isOpen(record) ? { type: "set", key: open, value: 1 } : { type: "delete", key: open },
  ];
}

/** Marks a delivery as lost, until the notifier has considered what follows. */
export function markLost({ id }: DeliveryRecord): Mutation {
  return { type: "set", key: keys.deliveryLost(id), value: 1 };
}

export function savePointDelivery(record: PointDeliveryRecord): Mutation {
  return { type: "set", key: keys.pointDelivery(record.contact_point_id), value: record };
}

/** Removes a delivery after all that names it. The writes may be split over commits. */
export function removeDelivery({ id, event_ids, target }: DeliveryRecord): Mutation[] {
  const { user_id } = target;
  return [
    ...event_ids.map((eventId) => keys.deliveryOfEvent(eventId, id)),
    ...user_id === null ? [] : event_ids.map((eventId) => keys.notificationAnswer(eventId, user_id)),
    keys.delivery(id),
  ].map((key): Mutation => ({ type: "delete", key }));
}

/** What the decision remembers, after a step. */
export function saveStep({ escalations, groups, budgets }: Pick<Step, "escalations" | "groups" | "budgets">) {
  return [
    ...changesOf(escalations, keys.notificationEscalation),
    ...changesOf(groups, keys.notificationGroup),
    ...changesOf(budgets, keys.notificationBudget),
  ];
}

export function saveLink(link: LinkRecord): Mutation[] {
  const { token_hash, expires_at_ms } = link;
  return [
    { type: "set", key: keys.notificationLink(token_hash), value: link },
    { type: "set", key: keys.notificationLinkEnd(expires_at_ms, token_hash), value: 1 },
  ];
}

export function saveAnswer(answer: AnswerRecord): Mutation {
  return { type: "set", key: keys.notificationAnswer(answer.event_id, answer.user_id), value: answer };
}

function changesOf<T>({ set, removed }: Changes<T>, keyOf: (key: string) => Key): Mutation[] {
  return [
    ...[...set].map(([key, value]): Mutation => ({ type: "set", key: keyOf(key), value })),
    ...removed.map((key): Mutation => ({ type: "delete", key: keyOf(key) })),
  ];
}
