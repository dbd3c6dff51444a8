import { isOfOtherPlant, kindOf } from "../domain/asset/address.ts";
import type { Sample } from "../domain/sample/types.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import {
  type DataSource,
  type FeedOpening,
  type SourceStream,
  StreamUnavailable,
  type WindowGroup,
  type WindowPart,
} from "./source.ts";

/**
 * A source that is asked only for streams of its kind and plant. Every other stream is unavailable, as after a change of
 * the configuration: it stops no stream that can be read, and is not read from another plant's stream of the same id.
 */
export function ownStreamsOnly(source: DataSource, plant: string): DataSource {
  // Actors read stored records as they are: their addresses may lack the kind.
  const isOwn = (stream: SourceStream) =>
    kindOf(stream.source) === source.kind && !isOfOtherPlant(stream, { plant });
  const own = async <T>(stream: SourceStream, read: () => Promise<T>): Promise<T> => {
    if (!isOwn(stream)) throw unavailable(stream, source.kind);
    return await read();
  };
  const { kind, capabilities, budget } = source;
  return {
    kind,
    capabilities,
    budget,
    test: () => source.test(),
    discover: (onProgress) => source.discover(onProgress),
    async inspect(streams, options) {
      const foreign = streams.filter((stream) => !isOwn(stream));
      const own = await source.inspect(streams.filter(isOwn), options);
      const refused = foreign.map((stream) => ({
        stream,
        found: null,
        failure: unavailable(stream, source.kind),
      }));
      return [...own, ...refused];
    },
    takeMisfits: () => source.takeMisfits(),
    hasOtherMeaning: (stream) => isOwn(stream) && source.hasOtherMeaning(stream),
    ...offered(source),
    close: () => source.close(),
    latest: (stream, options) => own(stream, () => source.latest(stream, options)),
    atOrBefore: (stream, at, options) => own(stream, () => source.atOrBefore(stream, at, options)),
    window: (stream, from, to, options) =>
      own<Sample[]>(stream, () => source.window(stream, from, to, options)),
    sampled: (ask, options) => own(ask.stream, () => source.sampled(ask, options)),
    windows: {
      async group(asks, options) {
        const foreign = asks.filter(({ stream }) => !isOwn(stream));
        const groups = await source.windows.group(asks.filter(({ stream }) => isOwn(stream)), options);
        return foreign.length === 0 ? groups : [...groups, { asks: foreign }];
      },
      read: (group, options) =>
        group.asks.every(({ stream }) => isOwn(stream))
          ? source.windows.read(group, options)
          : unavailableParts(group, source.kind),
    },
    feed: {
      async open(streams) {
        const opening = await source.feed.open(streams.filter(isOwn));
        return alsoRefused(opening, streams.filter((stream) => !isOwn(stream)));
      },
      async change(position, add, remove) {
        const opening = await source.feed.change(position, add.filter(isOwn), remove.filter(isOwn));
        return alsoRefused(opening, add.filter((stream) => !isOwn(stream)));
      },
      read: (position) => source.feed.read(position),
      leave: (position, remaining) => source.feed.leave(position, remaining),
    },
  };
}

/** What only some kinds of source have. */
function offered(
  source: DataSource,
): Pick<DataSource, "take" | "browse" | "completeTo" | "streamsVersion" | "collected" | "onArrival"> {
  return {
    completeTo: source.completeTo?.bind(source),
    take: source.take?.bind(source),
    browse: source.browse?.bind(source),
    streamsVersion: source.streamsVersion?.bind(source),
    collected: source.collected?.bind(source),
    onArrival: source.onArrival?.bind(source),
  };
}

function alsoRefused(opening: FeedOpening, streams: SourceStream[]): FeedOpening {
  return { ...opening, refused: [...opening.refused, ...streams] };
}

async function* unavailableParts({ asks }: WindowGroup, kind: string): AsyncGenerator<WindowPart> {
  for (const { stream, from } of asks) {
    yield { stream, samples: [], upTo: from, done: true, failure: unavailable(stream, kind) };
  }
}

function unavailable({ source }: SourceStream, kind: string): StreamUnavailable {
  const reason = kindOf(source) === kind
    ? "The stream belongs to another plant than the configured one"
    : `The stream was discovered at a source of the kind "${source.kind}"; this one is "${kind}"`;
  return new StreamUnavailable(
    new Refusal("CONNECTION_FAILED", `The data source failed: ${reason}`, { reason }),
  );
}
