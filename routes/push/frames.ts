import type { FrameDraft } from "../../domain/shared/commit.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { LoggedFrames } from "../../storage/contract.ts";

/** A frame of the log, ready to be sent: its text is made once for all clients. */
export interface PushFrame {
  seq: string;
  kind: string;
  at: Ms;
  text: string;
  /** The id of the one user who may get it. */
  to: number | undefined;
  /** Tells of what only administrators may read. */
  adminOnly: boolean;
}

/** A commit of more frames is told as one resync: reading anew is cheaper for everybody. */
export const MOST_FRAMES_A_COMMIT = 1_000;

/** Below every seq: nothing has been told yet. */
export const FIRST_SEQ = "0".repeat(24);
const LAST_INDEX = 0xffff;

/** A commit's versionstamp and the frame's place in it: as text in the order of commits. */
export function seqOf(versionstamp: string, index: number): string {
  return versionstamp + index.toString(16).padStart(4, "0");
}

export function versionstampOf(seq: string): string {
  return seq.slice(0, -4);
}

/** The frames of a commit; one `resync` where they were too many or too large. */
export function framesOf({ versionstamp, frames }: LoggedFrames, nowMs: Ms): PushFrame[] {
  if (frames === null || frames.length > MOST_FRAMES_A_COMMIT) {
    return [resyncFrame(seqOf(versionstamp, LAST_INDEX), nowMs)];
  }
  return frames.map((draft, index) => frameOf(draft, { seq: seqOf(versionstamp, index), nowMs }));
}

/** What was missed cannot be told any more: the client reads anew and goes on after this seq. */
export function resyncFrame(seq: string, nowMs: Ms): PushFrame {
  const draft = { kind: "resync", at: isoFromMs(nowMs), data: null };
  return frameOf(draft, { seq, nowMs });
}

function frameOf(draft: FrameDraft, { seq, nowMs }: { seq: string; nowMs: Ms }): PushFrame {
  const { kind, at } = draft;
  const atMs = Date.parse(at);
  return {
    seq,
    kind,
    at: Number.isNaN(atMs) ? nowMs : atMs,
    text: frameText(draft, seq),
    to: kind === "ai_response" ? draft.to ?? NOBODY : draft.to,
    adminOnly: kind === "resource_changed" && tellsOfAccess(draft.data),
  };
}

/** An exchange whose owner is not named is shown to no one. */
const NOBODY = -1;

function tellsOfAccess(data: unknown): boolean {
  return typeof data === "object" && data !== null && "type" in data &&
    (data.type === "user" || data.type === "key");
}

/** A frame as it travels. */
export function frameText({ kind, at, data }: Omit<FrameDraft, "to">, seq: string): string {
  return JSON.stringify({ seq, kind, at, data });
}
