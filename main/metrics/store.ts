import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Storage } from "../../storage/contract.ts";
import { counter, distribution, gauge } from "./family.ts";

/** The store's commits and queue, and what is active in it. */
export function storeFamilies({ store, events, processes }: Storage): MetricFamily[] {
  const { commits, turns, conflicts, queued, entriesRead, commit } = store.stats();
  return [
    counter("andon_store_commits", "Commits that landed.", commits),
    counter("andon_store_turns", "Writes that landed, many in one commit.", turns),
    counter("andon_store_conflicts", "Writes that were refused because another came first.", conflicts),
    counter("andon_store_entries_read", "Entries read from the store.", entriesRead),
    gauge("andon_store_queued_turns", "Writes that wait for their commit.", queued),
    gauge("andon_processes", "Processes that live over the store, those that stand by too.", processes()),
    gauge("andon_store_healthy", "1 while the store answers.", Number(store.healthy())),
    distribution("andon_store_commit_seconds", "How long commits took.", commit.seconds),
    distribution("andon_store_commit_turns", "Writes in a commit.", commit.turns),
    distribution("andon_store_commit_bytes", "Size of a commit, about.", commit.bytes),
    gauge("andon_events_active", "Rule events that are active.", events.active().length),
  ];
}
