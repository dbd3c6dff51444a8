import { z } from "@hono/zod-openapi";
import type { Role } from "../../domain/access/types.ts";
import { RULE_LIMITS } from "../../domain/rule/limits.ts";
import { FRAME_KINDS } from "../../domain/push/types.ts";
import { invalid, type Issue, type Refusal, validationRefusal } from "../../domain/shared/refusal.ts";
import { issuesOfZod, lengthIssues, limitedText } from "../../domain/shared/schema.ts";
import type { PushFrame } from "./frames.ts";

/** The most bytes of JSON and the most stream names of a message. */
export const MESSAGE_BYTES = 256 * 1024;
export const MOST_STREAMS = 2_000;

/** A client's message: kinds, streams, and the frame to continue after. All fields are optional. */
export const messageSchema = z.strictObject({
  subscribe: z.array(z.enum(FRAME_KINDS)).max(50).optional(),
  streams: z.array(limitedText({ min: 1, max: RULE_LIMITS.streamNameLength })).max(MOST_STREAMS).optional(),
  after: z.string().regex(/^[0-9a-f]{24}$/, "Must be the seq of a frame").optional(),
});

export type ClientMessage = z.infer<typeof messageSchema>;

/** What a client is subscribed to. */
export interface Subscription {
  kinds: ReadonlySet<string>;
  /** Ids of the streams whose values it gets; null: all. */
  streams: ReadonlySet<number> | null;
  /** A key that is equal for equal `streams`. */
  streamsKey: string;
}

/** The subscription before a client's first message. */
export const DEFAULT_SUBSCRIPTION: Subscription = {
  kinds: new Set(FRAME_KINDS.filter((kind) => kind !== "stream_updated")),
  streams: null,
  streamsKey: "*",
};

/** Parses a message; throws VALIDATION_FAILED. */
export function parseMessage(text: string): ClientMessage {
  const given = parseJson(text);
  const tooLong = lengthIssues(messageSchema, given);
  if (tooLong.length > 0) throw validationRefusal(tooLong);
  const parsed = messageSchema.safeParse(given);
  if (!parsed.success) throw validationRefusal(issuesOfZod(parsed.error));
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("", "The message is not JSON");
  }
}

/** The subscription after a message. Missing fields stay. Throws VALIDATION_FAILED for an unknown stream. */
export function subscriptionAfter(
  message: ClientMessage,
  before: Subscription,
  idOf: (streamName: string) => number | undefined,
): Subscription {
  const kinds = message.subscribe === undefined ? before.kinds : new Set<string>(message.subscribe);
  if (message.streams === undefined) return { ...before, kinds };
  const issues: Issue[] = [];
  const ids = message.streams.map((name, index) => {
    const id = idOf(name);
    if (id === undefined) {
      issues.push({ path: `streams.${index}`, message: `Stream "${name}" does not exist` });
    }
    return id ?? 0;
  });
  if (issues.length > 0) throw validationRefusal(issues);
  const streams = new Set(ids.sort((a, b) => a - b));
  return { kinds, streams, streamsKey: [...streams].join() };
}

/** The identity that decides which frames a client may get. */
export interface Listener {
  /** Undefined for an API key or a screen. */
  userId: number | undefined;
  role: Role;
  /** A wall screen, which gets no personal data. */
  isScreen?: boolean;
}

/** Whether a frame of the log is for this client. A `resync` is for everybody. */
export function wants({ kinds }: Subscription, frame: PushFrame, who: Listener): boolean {
  if (frame.kind === "resync") return true;
  if (frame.to !== undefined && frame.to !== who.userId) return false;
  if (frame.adminOnly && who.role !== "admin") return false;
  return kinds.has(frame.kind);
}

/** A refusal as the data of an `error` frame, like the body of an answer. */
export function errorData({ code, message, details }: Refusal): unknown {
  return { error: message, details: { ...details, error_code: code } };
}
