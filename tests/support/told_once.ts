import type { DeliveryRecord } from "../../domain/notification/delivery.ts";
import { recipientKey } from "../../domain/notification/state_keys.ts";
import type { Storage } from "../../storage/contract.ts";
import { quantile } from "../../bench/harness/measure.ts";

/** All deliveries, oldest first. */
export async function deliveriesOf({ notifications }: Storage): Promise<DeliveryRecord[]> {
  const found: DeliveryRecord[] = [];
  for (let offset = 0;; offset += 50_000) {
    const { rows, total } = await notifications.list({}, { limit: 50_000, offset });
    found.push(...rows);
    if (found.length >= total) return found.reverse();
  }
}

/** The deliveries that a receiver took. */
export function takenOf(deliveries: readonly DeliveryRecord[]): DeliveryRecord[] {
  return deliveries.filter(({ state }) => state === "accepted" || state === "delivered");
}

/** How many deliveries tell each recipient of each event, by `<event> <recipient>`. */
export function timesTold(deliveries: readonly DeliveryRecord[]): Map<string, number> {
  const times = new Map<string, number>();
  for (const { event_ids, target } of deliveries) {
    for (const id of event_ids) {
      const at = `${id} ${recipientKey(target)}`;
      times.set(at, 1 + (times.get(at) ?? 0));
    }
  }
  return times;
}

export interface Spread {
  count: number;
  p50: number;
  p99: number;
  max: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const rounded = (value: number) => Math.round(10 * value) / 10;
  return {
    count: values.length,
    p50: rounded(quantile(values, 0.5)),
    p99: rounded(quantile(values, 0.99)),
    max: rounded(quantile(values, 1)),
  };
}
