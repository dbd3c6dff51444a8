import type { Histogram } from "./histogram.ts";

/** Names and values of what tells one series of a family from the others; in the order in which they are printed. */
export type Labels = Readonly<Record<string, string>>;

/** One number of a family. */
export interface Reading {
  labels?: Labels;
  value: number;
}

export interface Distribution {
  labels?: Labels;
  histogram: Histogram;
}

interface Named {
  /** `andon_…`, with its unit and, for a counter, `_total` at its end. */
  name: string;
  help: string;
}

/** All series of one name, as they are now. */
export type MetricFamily =
  | Named & { type: "counter" | "gauge"; readings: Reading[] }
  | Named & { type: "histogram"; distributions: Distribution[] };
