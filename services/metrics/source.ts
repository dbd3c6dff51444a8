import type { NamedStatus, SourceStatus } from "../../actors/source/contract.ts";
import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { counter, gauge } from "./family.ts";

const STATES: SourceStatus["state"][] = ["none", "connecting", "connected", "lost"];

/** The data sources, from the last status of each one's actor. */
export function sourceFamilies(statuses: readonly NamedStatus[], nowMs: Ms): MetricFamily[] {
  const each = (value: (status: SourceStatus) => number | null) =>
    statuses.flatMap(({ source: { name }, status }) => {
      const found = value(status);
      return found === null ? [] : [{ labels: { source: name }, value: found }];
    });
  return [
    gauge(
      "andon_source_state",
      "1 for the state that the data source is in.",
      statuses.flatMap(({ source: { name }, status }) =>
        STATES.map((state) => ({ labels: { source: name, state }, value: Number(state === status.state) }))
      ),
    ),
    gauge(
      "andon_source_lag_seconds",
      "How far the watermark is behind the clock.",
      each(({ watermark_ms: ms }) => ms === null ? null : Math.max(0, nowMs - ms) / 1000),
    ),
    gauge(
      "andon_source_last_answer_timestamp_seconds",
      "When the data source last answered successfully.",
      each(({ last_answer_ms: ms }) => ms === null ? null : ms / 1000),
    ),
    gauge(
      "andon_source_followed_streams",
      "Streams that are followed.",
      each((status) => status.followed_streams),
    ),
    gauge(
      "andon_source_unread_streams",
      "Bound streams not read yet.",
      each((status) => status.unread_streams),
    ),
    gauge(
      "andon_source_generation",
      "Number of the stored generation.",
      each((status) => status.generation),
    ),
    gauge(
      "andon_source_requests_available",
      "Requests that may be sent at once under the limit per minute; negative when requests wait.",
      each((status) => status.requests_left),
    ),
    counter("andon_source_samples", "Samples from the data source.", each((status) => status.samples)),
    counter(
      "andon_source_late_samples",
      "Samples that arrived after their time had been evaluated.",
      each((status) => status.late_samples),
    ),
  ];
}
