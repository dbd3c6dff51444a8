import { type DeliveryRecord, targetKey } from "./delivery.ts";
import type { Target } from "./types.ts";

/** Whom a drill has reached, once each. */
export interface DrillReach {
  /** Their receiver took a message. */
  reached: Target[];
  /** No message to them was taken, and none is left to be sent. */
  missed: Target[];
}

/** Sorts out who was reached from what the log says of a drill's messages, oldest first. */
export function drillReach(deliveries: readonly DeliveryRecord[]): DrillReach {
  const sent = deliveries.filter(({ state }) => state !== "folded" && state !== "cancelled");
  const byTarget = Map.groupBy(sent, ({ target }) => targetKey(target));
  const reach: DrillReach = { reached: [], missed: [] };
  for (const messages of byTarget.values()) {
    const { target } = messages[0]!;
    if (messages.some(({ state }) => state === "accepted" || state === "delivered")) {
      reach.reached.push(target);
    } else if (messages.every(({ state }) => state === "failed")) reach.missed.push(target);
  }
  return reach;
}
