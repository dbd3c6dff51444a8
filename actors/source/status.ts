import { msFromTicks } from "../../domain/shared/time.ts";
import { type PublishedStatus, SOURCE_STATUS, type SourceStatus } from "./contract.ts";
import type { State } from "./state.ts";

export function published(state: State): { channel: string; data: PublishedStatus } {
  return { channel: SOURCE_STATUS, data: { source: state.source, status: statusOf(state) } };
}

export function statusOf(state: State): SourceStatus {
  const { run } = state;
  return {
    state: connectionState(state),
    mode: run?.mode ?? null,
    watermark_ms: run === null ? null : msFromTicks(run.watermark),
    last_answer_ms: run?.lastAnswerMs ?? null,
    reason: reasonOf(state),
    error_code: state.errorCode,
    followed_streams: run?.following.size ?? 0,
    unread_streams: run?.following.unread ?? 0,
    samples: run?.shards.samples ?? 0,
    late_samples: run?.shards.late ?? 0,
    generation: run?.generation ?? 0,
    requests_left: run?.options.source?.budget.left() ?? null,
  };
}

/** Why it waits, and what for. */
function reasonOf({ reason, run }: State): string | null {
  if (reason === null || run?.former.arePending !== true) return reason;
  return `${reason}. What the store's former feeds have left waits to be read`;
}

export function connectionState({ run, failures, lost }: State): SourceStatus["state"] {
  const settings = run?.options.settings ?? null;
  if (run === null || settings === null) return "none";
  if (lost.isLost) return "lost";
  return failures === 0 && run.lastAnswerMs !== null ? "connected" : "connecting";
}
