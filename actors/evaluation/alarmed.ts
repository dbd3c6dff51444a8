import type { AlarmedStream } from "./contract.ts";
import type { RestoredShard } from "./restored_shard.ts";

/** The streams of the instances that have an active event, with the newest start of each. */
export function alarmedStreams(
  { events: book, deployments }: Pick<RestoredShard, "events" | "deployments">,
): AlarmedStream[] {
  const starts = new Map<number, string>();
  for (const [instanceId, events] of book.open()) {
    const streams = deployments.get(instanceId)?.instance.streams ?? [];
    const newest = [...events.values()].flatMap(({ record }) => record?.is_active ? [record.start_time] : [])
      .sort().at(-1);
    if (newest === undefined) continue;
    for (const { id } of streams) if (newest > (starts.get(id) ?? "")) starts.set(id, newest);
  }
  return [...starts].map(([stream, start_time]) => ({ stream, start_time }));
}
