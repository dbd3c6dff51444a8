import { LOG_KINDS } from "../domain/conversation/types.ts";
import type { Ms } from "../domain/shared/time.ts";
import type { ConversationLogs } from "./conversation_logs.ts";

/** The logs to clean up, and which providers still exist. */
export interface AiLogs {
  logs: Pick<ConversationLogs, "providers" | "remove" | "forget">;
  exists(providerId: number): boolean;
}

interface Run {
  beforeMs: Ms;
  /** Waits until the store is idle. */
  waitForIdleStore(): Promise<void>;
  isClosed(): boolean;
}

/** Removes the old entries of every provider, and all entries of removed providers. */
export async function removeOldAiLogs({ logs, exists }: AiLogs, run: Run): Promise<void> {
  for (const id of await logs.providers()) {
    const beforeMs = exists(id) ? run.beforeMs : Infinity;
    if (beforeMs === -Infinity) continue;
    for (const kind of LOG_KINDS) {
      await run.waitForIdleStore();
      if (run.isClosed()) return;
      await logs.remove(id, { kinds: [kind], beforeMs, isLast: !exists(id) });
    }
    await logs.forget(id, beforeMs);
  }
}
