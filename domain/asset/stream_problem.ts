import { isOfOtherPlant, type Place } from "./address.ts";
import type { StreamRecord } from "./types.ts";
import { unitChangeSince, unitText } from "./units.ts";

export const STREAM_PROBLEMS = ["missing", "gone", "changed", "other_plant", "unit_changed"] as const;

/** Why an instance cannot be evaluated by a stream, or not by its rules as they are. */
export interface StreamProblem {
  kind: typeof STREAM_PROBLEMS[number];
  stream_name: string;
  text: string;
  /** Null: not known. */
  since: string | null;
}

/** Whether rules that name the stream cannot be evaluated: it is missing, gone or another plant's. */
export function isLost(stream: StreamRecord, { plant }: Place): boolean {
  return !stream.is_active || stream.gone !== undefined || isOfOtherPlant(stream, { plant });
}

/** Whether the rules that name the stream cannot be evaluated. */
export function isBlinding({ kind }: StreamProblem): boolean {
  return kind !== "unit_changed";
}

/** What is wrong with a stream for an instance that was deployed then (null: it is not); undefined: nothing. */
export function streamProblem(
  stream: StreamRecord,
  { plant, deployedAt }: Place & { deployedAt: string | null },
): StreamProblem | undefined {
  const { stream_name, gone } = stream, named = `Stream "${stream_name}"`;
  const problem = (kind: StreamProblem["kind"], text: string, since: string | null = gone?.at ?? null) => ({
    kind,
    stream_name,
    text: `${named} ${text}`,
    since,
  });
  if (isOfOtherPlant(stream, { plant })) {
    return problem(
      "other_plant",
      "belongs to another plant than the configured one. Bind to a stream of this plant, or go back",
    );
  }
  if (gone?.reason === "changed") {
    return problem(
      "changed",
      "means something else at the source than at the deployment. Bind to a stream again",
    );
  }
  if (gone !== undefined) return problem("gone", "is deleted at the source. Bind to another stream");
  if (!stream.is_active) return problem("missing", "is missing at the source");
  const change = deployedAt === null ? undefined : unitChangeSince(stream, deployedAt);
  if (change === undefined) return undefined;
  const { before, after, at } = change;
  const text = `has the unit ${unitText(after)} and had ${
    unitText(before)
  } at the deployment. Check the limits and deploy again`;
  return problem("unit_changed", text, at);
}
