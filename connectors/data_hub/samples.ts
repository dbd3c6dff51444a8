import type { Sample } from "../../domain/sample/types.ts";
import type { Counters } from "./counters.ts";
import { createEventDecoder } from "./decode.ts";
import { connectionFailed } from "./failure.ts";
import { isJsonObject } from "./member.ts";
import type { DataHubStream } from "./stream_address.ts";

/** Decodes events of a Data Hub stream to samples of one of our streams. Counts events without a readable time. */
export function readSamples(
  events: readonly unknown[],
  { stream, counters }: { stream: DataHubStream; counters: Counters },
): Sample[] {
  const decoder = createEventDecoder(stream.source);
  const samples: Sample[] = [];
  for (const event of events) {
    if (event === null || event === undefined) continue;
    if (!isJsonObject(event)) {
      throw connectionFailed(
        `The source answered something that is not an event of ${stream.source.sdsStreamId}`,
      );
    }
    const sample = decoder.sample(event);
    if (sample === undefined) counters.unreadableTimes++;
    else samples.push(sample);
  }
  return samples;
}

export function inOrder(samples: Sample[]): Sample[] {
  return samples.sort((a, b) => a.time - b.time);
}
