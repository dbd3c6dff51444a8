import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Storage } from "../../storage/contract.ts";
import { counter, distribution, gauge } from "./family.ts";

/** The store's commits and queue, and the active events. */
export function storeFamilies({ store, events, refusals, processes }: Storage): MetricFamily[] {
  const { commits, writes, conflicts, queued, entriesRead, commit } = store.stats();
  return [
    counter("andon_store_commits", "Successful commits.", commits),
    counter("andon_store_turns", "Successful writes, many of them in one commit.", writes),
    counter("andon_store_conflicts", "Writes that lost to a concurrent write.", conflicts),
    counter("andon_store_entries_read", "Entries read from the store.", entriesRead),
    gauge("andon_store_queued_turns", "Writes that wait for their commit.", queued),
    gauge("andon_processes", "Live processes that share the store.", processes()),
    gauge("andon_store_healthy", "1 while the store answers.", Number(store.healthy())),
    distribution("andon_store_commit_seconds", "Duration of commits.", commit.seconds),
    distribution("andon_store_commit_turns", "Writes per commit.", commit.writes),
    distribution("andon_store_commit_bytes", "Approximate size of a commit.", commit.bytes),
    gauge("andon_events_active", "Active rule events.", events.active().length),
    counter(
      "andon_refusals",
      "Failed sign-ins, unusable keys and requests that their sender may not make, by kind.",
      Object.entries(refusals.counts).map(([kind, value]) => ({ labels: { kind }, value })),
    ),
  ];
}
