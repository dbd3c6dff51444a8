import type { Sample } from "../../domain/sample/types.ts";
import type { AddressBook } from "./address_book.ts";
import type { Doubts } from "./doubts.ts";
import { connectionFailed } from "../source_failure.ts";
import { isJsonObject } from "./member.ts";
import type { DataHubStream } from "./stream_address.ts";

/** Decodes events of a Data Hub stream to samples of one of our streams. */
export function readSamples(
  events: readonly unknown[],
  { stream, book, doubts }: { stream: DataHubStream; book: AddressBook; doubts: Doubts },
): Sample[] {
  const { decoder } = book.readingOf(stream), fit = doubts.of(stream);
  const samples: Sample[] = [];
  for (const event of events) {
    if (event === null || event === undefined) continue;
    if (!isJsonObject(event)) {
      throw connectionFailed(
        `The source answered something that is not an event of ${stream.source.sdsStreamId}`,
      );
    }
    const sample = decoder.sample(event, fit);
    if (sample !== undefined) samples.push(sample);
  }
  return samples;
}

export function inOrder(samples: Sample[]): Sample[] {
  return samples.sort((a, b) => a.time - b.time);
}
