import type { Histogram } from "../../domain/metric/histogram.ts";
import type { MetricFamily, Reading } from "../../domain/metric/types.ts";

type Values = number | null | Reading[];

/** A counter, by its name without `_total`. Null: unknown, so there is no series. */
export function counter(name: string, help: string, values: Values): MetricFamily {
  return { name: `${name}_total`, help, type: "counter", readings: readingsOf(values) };
}

/** A gauge. Null: unknown, so there is no series. */
export function gauge(name: string, help: string, values: Values): MetricFamily {
  return { name, help, type: "gauge", readings: readingsOf(values) };
}

export function distribution(name: string, help: string, histogram: Histogram): MetricFamily {
  return { name, help, type: "histogram", distributions: [{ histogram }] };
}

function readingsOf(values: Values): Reading[] {
  if (Array.isArray(values)) return values;
  return values === null ? [] : [{ value: values }];
}
