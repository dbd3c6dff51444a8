import type { Histogram } from "./histogram.ts";

/** The labels that identify one series of a family, in the order in which they are printed. */
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
  /** `andon_…`, with its unit; a counter ends with `_total`. */
  name: string;
  help: string;
}

/** All series of one name, with their current values. */
export type MetricFamily =
  | Named & { type: "counter" | "gauge"; readings: Reading[] }
  | Named & { type: "histogram"; distributions: Distribution[] };
