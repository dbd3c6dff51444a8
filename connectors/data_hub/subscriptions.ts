import { createEventDecoder, type EventDecoder } from "./decode.ts";
import { type EventForm, eventForm } from "./event_scan.ts";
import { ResourceTable } from "./resource_table.ts";
import type { DataHubAddress, DataHubStream } from "./stream_address.ts";

/** One of our streams, whose samples come from a resource of the feed. */
export interface Subscriber {
  id: number;
  decoder: EventDecoder;
  /** Undefined when its events cannot be scanned and must be parsed. */
  form: EventForm | undefined;
}

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

  constructor(streams: Iterable<DataHubStream>) {
    this.#streams = new Map(Array.from(streams, (stream) => [stream.id, stream]));
    const readings = createReadings();
    for (const { id, source } of this.#streams.values()) {
      const subscriber = { id, ...readings(source) };
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
    return new Subscriptions(streams.values());
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
    const subscribers = [...resourceIds].flatMap((id) => this.subscribers(id));
    return subscribers.flatMap(({ id }) => this.#streams.get(id) ?? []);
  }

  has(resourceId: string): boolean {
    return this.#byResource.has(resourceId.toLowerCase());
  }

  /** The Data Hub streams to subscribe to, each once. */
  resources(): string[] {
    return Array.from(this.#byResource.values(), (resource) => resource.id);
  }
}

type Reading = Omit<Subscriber, "id">;

/** Streams with the same form of events share a decoder. */
function createReadings(): (source: DataHubAddress) => Reading {
  const known = new Map<string, Reading>();
  return (source) => {
    const { sdsStreamId: _, ...alike } = source;
    const text = JSON.stringify(alike);
    const reading = known.get(text) ?? readingOf(source);
    known.set(text, reading);
    return reading;
  };
}

function readingOf(source: DataHubAddress): Reading {
  const decoder = createEventDecoder(source);
  return { decoder, form: eventForm(decoder) };
}
