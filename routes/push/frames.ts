import type { FrameDraft } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { changedResource } from "../../storage/writes/frames.ts";
import type { LoggedFrames } from "../../storage/push_log.ts";

/** A frame of the log with its text, which is created once for all clients. */
export interface PushFrame {
  seq: string;
  kind: string;
  at: Ms;
  text: string;
  /** The id of the only user who may get it. */
  to: number | undefined;
  /** Is about a resource that only administrators may read. */
  adminOnly: boolean;
}

/** A commit with more frames is sent as one resync, because reading the lists again is cheaper. */
export const MOST_FRAMES_A_COMMIT = 1_000;

/** Lower than every seq: nothing has been sent yet. */
export const FIRST_SEQ = "0".repeat(24);
const LAST_INDEX = 0xffff;

/** A commit's versionstamp and the frame's index in it. Its text order is the order of commits. */
export function seqOf(versionstamp: string, index: number): string {
  return versionstamp + index.toString(16).padStart(4, "0");
}

export function versionstampOf(seq: string): string {
  return seq.slice(0, -4);
}

/** The frames of a commit; one `resync` if they were too many or too large. */
export function framesOf({ versionstamp, frames }: LoggedFrames, nowMs: Ms): PushFrame[] {
  if (frames === null || frames.length > MOST_FRAMES_A_COMMIT) {
    return [resyncFrame(seqOf(versionstamp, LAST_INDEX), nowMs)];
  }
  return frames.map((draft, index) => frameOf(draft, { seq: seqOf(versionstamp, index), nowMs }));
}

/** Missed frames are no longer available: the client reads its data again and continues after this seq. */
export function resyncFrame(seq: string, nowMs: Ms): PushFrame {
  const draft = { kind: "resync", at: isoFromMs(nowMs), data: null };
  return frameOf(draft, { seq, nowMs });
}

function frameOf(draft: FrameDraft, { seq, nowMs }: { seq: string; nowMs: Ms }): PushFrame {
  const { kind, at } = draft, type = changedResource(draft)?.type;
  const atMs = Date.parse(at);
  return {
    seq,
    kind,
    at: Number.isNaN(atMs) ? nowMs : atMs,
    text: frameText(draft, seq),
    to: kind === "ai_response" ? draft.to ?? NOBODY : draft.to,
    adminOnly: type === "user" || type === "key",
  };
}

/** An exchange without an owner is sent to no client. */
const NOBODY = -1;

/** The text of a frame. */
export function frameText({ kind, at, data }: Omit<FrameDraft, "to">, seq: string): string {
  return JSON.stringify({ seq, kind, at, data });
}
