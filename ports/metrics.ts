import type { MetricFamily } from "../domain/metric/types.ts";

/** What `/metrics` reports besides requests. */
export interface MetricsPort {
  /** `METRICS_TOKEN`; null: only the machine itself may read metrics. */
  token: string | null;
  families(): MetricFamily[];
}
