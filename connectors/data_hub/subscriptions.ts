import type { StreamReading } from "./readings.ts";
import { ResourceTable } from "./resource_table.ts";
import type { DataHubStream } from "./stream_address.ts";

/** One of our streams, whose samples come from a resource of the feed. */
export interface Subscriber extends StreamReading {
  stream: DataHubStream;
}

/** How each stream is decoded. */
export type ReadStream = (stream: DataHubStream) => StreamReading;

/** All our streams whose samples come from one resource. */
export type FedResource = readonly Subscriber[];

/**
 * Maps each Data Hub stream to those of our streams whose samples come from it. Resource ids ignore case, as at the
 * source. Immutable: `changed` returns a new one.
 */
export class Subscriptions {
  readonly #streams: ReadonlyMap<number, DataHubStream>;
  #table: ResourceTable<FedResource> | undefined;
  readonly #byResource = new Map<string, { id: string; subscribers: Subscriber[] }>();

  constructor(streams: Iterable<DataHubStream>, private readonly read: ReadStream) {
    this.#streams = new Map(Array.from(streams, (stream) => [stream.id, stream]));
    for (const stream of this.#streams.values()) {
      const { source } = stream, subscriber = { stream, ...read(stream) };
      const key = source.sdsStreamId.toLowerCase();
      const resource = this.#byResource.get(key);
      if (resource === undefined) {
        this.#byResource.set(key, { id: source.sdsStreamId, subscribers: [subscriber] });
      } else resource.subscribers.push(subscriber);
    }
  }

  changed(add: DataHubStream[], remove: DataHubStream[]): Subscriptions {
    const streams = new Map(this.#streams);
    for (const stream of remove) streams.delete(stream.id);
    for (const stream of add) streams.set(stream.id, stream);
    return new Subscriptions(streams.values(), this.read);
  }

  subscribers(resourceId: string): FedResource {
    return this.#byResource.get(resourceId.toLowerCase())?.subscribers ?? [];
  }

  /** Finds subscribers by the bytes of a resource id, in the spelling of the subscription. */
  get table(): ResourceTable<FedResource> {
    return this.#table ??= new ResourceTable(
      Array.from(this.#byResource.values(), ({ id, subscribers }) => [id, subscribers] as const),
    );
  }

  /** Our streams that these resources feed. */
  streamsOf(resourceIds: Iterable<string>): DataHubStream[] {
    return [...resourceIds].flatMap((id) => this.subscribers(id).map(({ stream }) => stream));
  }

  has(resourceId: string): boolean {
    return this.#byResource.has(resourceId.toLowerCase());
  }

  /** The Data Hub streams to subscribe to, each once. */
  resources(): string[] {
    return Array.from(this.#byResource.values(), (resource) => resource.id);
  }
}
