import type { DataSource } from "../../connectors/data_hub/contract.ts";
import { mapConcurrent } from "./concurrent.ts";
import { type Following, knownSamples, knownStream, upserts } from "./follow.ts";
import type { GoneStreams } from "./gone_streams.ts";
import type { Judging } from "./judging.ts";
import type { Shards } from "./shards.ts";
import { READS_AT_ONCE } from "./window_slice.ts";

export interface FirstReadParts {
  following: Following;
  shards: Shards;
  gone: GoneStreams;
  judging: Judging;
  /** How many shards there are. */
  count: number;
}

/** Reads what streams held when their first rule came, for the shards that wait for it. Answers whether any did. */
export async function readFirst(source: DataSource, parts: FirstReadParts): Promise<boolean> {
  const { following, shards, gone, judging, count } = parts;
  const due = shards.replaying ? [] : following.dueReads();
  if (due.length === 0) return false;
  const upTo = judging.watermark;
  const newest = judging.newestReadable();
  const reads = await mapConcurrent(due, READS_AT_ONCE, async ({ stream, shards }) => ({
    shards,
    known: knownStream(stream.id, await gone.read(stream, source.atOrBefore(stream, upTo))),
    later: upserts(stream.id, await gone.read(stream, source.window(stream, upTo, newest)) ?? []),
  }));
  shards.show(reads.flatMap(({ known, later }) => [...knownSamples(known), ...later]));
  for (let shard = 0; shard < count; shard++) {
    const mine = reads.filter((read) => read.shards.includes(shard));
    const later = mine.flatMap((read) => read.later);
    const known = mine.map((read) => read.known);
    if (known.length > 0) await shards.firstReads(shard, { known, later, upTo });
  }
  for (const { stream } of due) following.wasRead(stream.id);
  return true;
}
