import { z } from "zod";

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
