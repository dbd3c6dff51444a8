import type { SourceStatus } from "../../actors/source/contract.ts";
import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { counter, gauge } from "./family.ts";

const STATES: SourceStatus["state"][] = ["none", "connecting", "connected", "lost"];

/** The data source, from its actor's last status. */
export function sourceFamilies(status: SourceStatus, nowMs: Ms): MetricFamily[] {
  const { state, watermark_ms, last_answer_ms } = status;
  return [
    gauge(
      "andon_source_state",
      "1 for the state that the data source is in.",
      STATES.map((each) => ({ labels: { state: each }, value: Number(each === state) })),
    ),
    gauge(
      "andon_source_lag_seconds",
      "How far the watermark is behind the clock.",
      watermark_ms === null ? null : Math.max(0, nowMs - watermark_ms) / 1000,
    ),
    gauge(
      "andon_source_last_answer_timestamp_seconds",
      "When the data source last answered successfully.",
      last_answer_ms === null ? null : last_answer_ms / 1000,
    ),
    gauge("andon_source_followed_streams", "Streams that are followed.", status.followed_streams),
    gauge("andon_source_unread_streams", "Bound streams not read yet.", status.unread_streams),
    gauge("andon_source_generation", "Number of the stored generation.", status.generation),
    gauge(
      "andon_source_requests_available",
      "Requests that may be sent at once under the limit per minute; negative when requests wait.",
      status.requests_left,
    ),
    counter("andon_source_samples", "Samples from the data source.", status.samples),
    counter(
      "andon_source_late_samples",
      "Samples that arrived after their time had been evaluated.",
      status.late_samples,
    ),
  ];
}
