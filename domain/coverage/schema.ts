import { z } from "zod";

const share = () => z.number().min(0).max(1);

/** Shares of a span, 1 in total: the time in which an instance could be evaluated, and the rest by cause. */
export const coverage = z.strictObject({
  share: share().describe("The share of the time in which it could be evaluated"),
  blind: z.strictObject({
    no_data: share().describe("Streams without a sample or without a recent enough one"),
    bad_quality: share(),
    stopped: share().describe("Andon did not run"),
    source_lost: share(),
    undeployed: share(),
  }).describe("The rest of the time by cause; of several causes at once the last in this list counts"),
});

export interface Coverage extends z.infer<typeof coverage> {}
