import { z } from "zod";
import type { SourceForm, SourceReading } from "../../domain/source/types.ts";

/** The settings that every kind of collected source has: spread them into its `config`. */
export const collectedFields = {
  delay_seconds: z.number().min(0).max(86_400).default(0)
    .describe("How much later than its time a sample may arrive. Evaluation waits for it"),
  repeat_seconds: z.number().int().min(0).max(86_400).default(0).describe(
    "For senders that send only changes: while they live, the last value counts again at each multiple of this; 0: off",
  ),
  keep_days: z.number().int().min(1).max(3_660).default(30)
    .describe("Samples are stored for this many days"),
  keep_gib: z.number().min(0.01).max(100_000).default(10)
    .describe("and up to this size; the oldest go first"),
};

export type CollectedFields = z.infer<z.ZodObject<typeof collectedFields>>;

/** How the console asks for them: spread it into the `fields` of a kind. */
export const collectedForm: SourceForm<CollectedFields>["fields"] = {
  delay_seconds: {
    input: "number",
    min: 0,
    max: 86_400,
    label: "Delay (s)",
    hint: "How much later than its time a sample may arrive",
    initial: 0,
    isHalf: true,
  },
  repeat_seconds: {
    input: "number",
    min: 0,
    max: 86_400,
    label: "Repeat every (s)",
    hint: "For senders that send only changes; 0: off",
    initial: 0,
    isHalf: true,
  },
  keep_days: {
    input: "number",
    min: 1,
    max: 3_660,
    label: "Store for (days)",
    initial: 30,
    isHalf: true,
    fold: "Storage",
  },
  keep_gib: {
    input: "number",
    min: 0.01,
    max: 100_000,
    step: 0.01,
    label: "Store at most (GiB)",
    initial: 10,
    isHalf: true,
    fold: "Storage",
  },
};

/** How a collected source is read unless its settings say otherwise: its samples are on this machine. */
export const COLLECTED_READING: Partial<SourceReading> = {
  poll_seconds: 0.2,
  wait_seconds: 0,
  requests_per_minute: null,
};
