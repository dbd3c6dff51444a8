import type { SourceStream } from "./contract.ts";
import { createEventDecoder, type EventDecoder } from "./decode.ts";

/** One of our streams behind a resource of the feed. */
export interface Subscriber {
  id: number;
  decoder: EventDecoder;
}

/**
 * Which of our streams each Data Hub stream feeds; several of ours may read one. Resource ids are compared
 * without case, as the source does. Never changed: `changed` answers the next one.
 */
export class Subscriptions {
  readonly #streams: ReadonlyMap<number, SourceStream>;
  /** As the source has spelled them; the most items of a page are. */
  readonly #asSpelled = new Map<string, readonly Subscriber[]>();
  readonly #byResource = new Map<string, { id: string; subscribers: Subscriber[] }>();

  constructor(streams: Iterable<SourceStream>) {
    this.#streams = new Map(Array.from(streams, (stream) => [stream.id, stream]));
    for (const { id, source } of this.#streams.values()) {
      const subscriber = { id, decoder: createEventDecoder(source) };
      const key = source.sdsStreamId.toLowerCase();
      const resource = this.#byResource.get(key);
      if (resource === undefined) {
        const subscribers = [subscriber];
        this.#byResource.set(key, { id: source.sdsStreamId, subscribers });
        this.#asSpelled.set(source.sdsStreamId, subscribers);
      } else resource.subscribers.push(subscriber);
    }
  }

  changed(add: SourceStream[], remove: SourceStream[]): Subscriptions {
    const streams = new Map(this.#streams);
    for (const stream of remove) streams.delete(stream.id);
    for (const stream of add) streams.set(stream.id, stream);
    return new Subscriptions(streams.values());
  }

  subscribers(resourceId: string): readonly Subscriber[] {
    return this.#asSpelled.get(resourceId) ?? this.#byResource.get(resourceId.toLowerCase())?.subscribers ??
      [];
  }

  /** Our streams that any of these resources feeds. */
  streamsOf(resourceIds: Iterable<string>): SourceStream[] {
    const subscribers = [...resourceIds].flatMap((id) => this.subscribers(id));
    return subscribers.flatMap(({ id }) => this.#streams.get(id) ?? []);
  }

  has(resourceId: string): boolean {
    return this.#byResource.has(resourceId.toLowerCase());
  }

  /** The Data Hub streams to be fed, each once. */
  resources(): string[] {
    return Array.from(this.#byResource.values(), (resource) => resource.id);
  }
}
