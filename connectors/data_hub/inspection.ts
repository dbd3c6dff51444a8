import type { FoundStream } from "../../domain/asset/types.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Inspection, ReadOptions, Work } from "../source.ts";
import type { AddressBook, Learnt } from "./address_book.ts";
import { assemble } from "./assemble.ts";
import { connectionFailed, refusedStatus } from "../source_failure.ts";
import { goesOnBy } from "./go_on.ts";
import type { ReadListing, StreamListing } from "./listing_reader.ts";
import type { DataHubAddress, DataHubStream } from "./stream_address.ts";
import type { AssetWire } from "./wire.ts";

export interface InspectionOptions {
  book: AddressBook;
  readListing: ReadListing;
  now: () => Ms;
  assets: (work: Work) => Promise<ReadonlyMap<string, AssetWire>>;
}

export type Inspect = (streams: readonly DataHubStream[], options?: ReadOptions) => Promise<Inspection[]>;

/** Reads how streams are listed now, and decodes by it from then on. */
export function createInspection({ book, readListing, now, assets }: InspectionOptions): Inspect {
  return async (streams, { work = "discovery", signal } = {}) => {
    const ids = new Map(streams.map(({ source }) => [source.sdsStreamId.toLowerCase(), source.sdsStreamId]));
    if (ids.size === 0) return [];
    const atMs = now();
    const listing = await readListing([...ids.values()], { work, signal });
    const known = await orNone(assets(work));
    const listed = [...listing.streams.values()].flatMap((one) =>
      one === null || one instanceof Refusal ? [] : [one]
    );
    const found = assemble(listed, { assets: known.values(), findType: listing.findType }).streams;
    for (const { Id } of listed) book.requested(Id, atMs);
    learnFound(book, found, { atMs, tells: false });
    const byId = Map.groupBy(found, ({ source }) => (source as DataHubAddress).sdsStreamId.toLowerCase());
    return streams.map((stream) => inspected(stream, { listing, byId }));
  };
}

interface Inspected {
  listing: StreamListing;
  byId: ReadonlyMap<string, readonly FoundStream[]>;
}

function inspected(stream: DataHubStream, { listing, byId }: Inspected): Inspection {
  const id = stream.source.sdsStreamId.toLowerCase();
  const answer = listing.streams.get(id);
  const failure = answer === undefined ? connectionFailed(`${id} was not listed`) : answer;
  if (failure instanceof Refusal) return { stream, found: null, failure };
  const found = answer === null ? undefined : listedAs(stream, byId.get(id) ?? []);
  return { stream, found: found ?? null, failure: null };
}

/** What is listed of a stream: its property, or what it goes on as. */
function listedAs({ source }: DataHubStream, found: readonly FoundStream[]): FoundStream | undefined {
  const addresses = found.map((one) => one.source as DataHubAddress);
  const property = source.valueProperty.toLowerCase();
  const same = addresses.findIndex(({ valueProperty }) => valueProperty.toLowerCase() === property);
  const goesOn = addresses.findIndex((one) => goesOnBy(source, [one]) !== null);
  const only = addresses.length === 1 && source.isOnlyValue !== false ? 0 : -1;
  const chosen = found[[goesOn, same, only].find((index) => index >= 0) ?? -1];
  return chosen && { ...chosen, stream_name: chosen.display_name };
}

/** Keeps what a discovery or an inspection found. */
export function learnFound(book: AddressBook, found: readonly FoundStream[], learnt: Learnt): void {
  const byId = Map.groupBy(found, ({ source }) => (source as DataHubAddress).sdsStreamId);
  for (const [id, streams] of byId) {
    book.learn(id, streams.map(({ source }) => source as DataHubAddress), learnt);
  }
}

/** Without access to the assets a stream's asset is derived from its name. */
async function orNone(
  assets: Promise<ReadonlyMap<string, AssetWire>>,
): Promise<ReadonlyMap<string, AssetWire>> {
  try {
    return await assets;
  } catch (error) {
    if (refusedStatus(error) === 403) return new Map();
    throw error;
  }
}
