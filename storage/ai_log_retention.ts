import { LOG_KINDS } from "../domain/conversation/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { ConversationLogStore } from "./conversation_logs.ts";

/** What is removed from, and which providers are still there. */
export interface AiLogs {
  logs: Pick<ConversationLogStore, "providers" | "remove" | "forget">;
  stays(providerId: number): boolean;
}

interface Run {
  beforeMs: Ms;
  /** Lets everybody else go first. */
  calm(): Promise<void>;
  isClosed(): boolean;
}

/** Removes the old entries of every provider, and all of those that are gone. */
export async function removeOldAiLogs({ logs, stays }: AiLogs, run: Run): Promise<void> {
  for (const id of await logs.providers()) {
    const beforeMs = stays(id) ? run.beforeMs : Infinity;
    if (beforeMs === -Infinity) continue;
    for (const kind of LOG_KINDS) {
      await run.calm();
      if (run.isClosed()) return;
      await logs.remove(id, { kinds: [kind], beforeMs, isLast: !stays(id) });
    }
    await logs.forget(id, beforeMs);
  }
}
