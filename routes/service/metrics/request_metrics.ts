import { Histogram } from "../../../domain/metric/histogram.ts";
import type { MetricFamily } from "../../../domain/metric/types.ts";

/** Upper bounds of the buckets of answer times, in seconds. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** An answered request. */
export interface Answered {
  method: string;
  /** The pattern of its path, one of a finite number. */
  route: string;
  status: number;
  seconds: number;
}

interface Cell {
  seconds: Histogram;
  /** Requests by status. */
  statuses: Map<number, number>;
}

/** Counts requests by method, route and status. The number of series is bounded for any requests. */
export class RequestMetrics {
  readonly #methods = new Map<string, Map<string, Cell>>();

  observe({ method, route, status, seconds }: Answered): void {
    const { statuses, seconds: histogram } = this.#cell(METHODS.has(method) ? method : "other", route);
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    histogram.observe(seconds);
  }

  #cell(method: string, route: string): Cell {
    let routes = this.#methods.get(method);
    if (routes === undefined) this.#methods.set(method, routes = new Map());
    let cell = routes.get(route);
    if (cell === undefined) {
      routes.set(route, cell = { seconds: new Histogram(SECONDS), statuses: new Map() });
    }
    return cell;
  }

  families(): MetricFamily[] {
    const cells = [...this.#methods].flatMap(([method, routes]) =>
      [...routes].map(([route, cell]) => ({ labels: { method, route }, cell }))
    );
    return [
      {
        name: "andon_http_requests_total",
        help: "Requests answered, by method, route and status.",
        type: "counter",
        readings: cells.flatMap(({ labels, cell }) =>
          [...cell.statuses].map(([status, value]) => ({
            labels: { ...labels, status: String(status) },
            value,
          }))
        ),
      },
      {
        name: "andon_http_request_duration_seconds",
        help: "Time from a request to the head of its answer, by method and route.",
        type: "histogram",
        distributions: cells.map(({ labels, cell }) => ({ labels, histogram: cell.seconds })),
      },
    ];
  }
}
