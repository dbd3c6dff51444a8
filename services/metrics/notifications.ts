import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { NotifierService } from "../notifier/start.ts";
import { counter, gauge } from "./family.ts";

/** The queue of notifications, and what became of them. */
export function notificationFamilies(
  { notifier: { dispatch, attempts }, contactPointName }: NotifierService,
  { nowMs }: { nowMs: Ms },
): MetricFamily[] {
  const labels = (id: number) => ({ contact_point: contactPointName(id) ?? String(id) });
  const oldestMs = dispatch.oldestDueMs();
  return [
    gauge(
      "andon_notifications_queued",
      "Messages that wait or are being sent, by contact point.",
      [...dispatch.waiting()].map(([id, value]) => ({ labels: labels(id), value })),
    ),
    gauge(
      "andon_notifications_oldest_seconds",
      "How long the oldest waiting message is overdue.",
      oldestMs === undefined ? 0 : Math.max(0, (nowMs - oldestMs) / 1000),
    ),
    counter("andon_notifications_sent", "Messages that contact points took.", attempts.sent),
    counter(
      "andon_notifications_failed",
      "Messages that failed for good, by contact point.",
      [...attempts.failures].map(([id, value]) => ({ labels: labels(id), value })),
    ),
  ];
}
