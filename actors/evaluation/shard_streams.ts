import type { StreamLookup, StreamOfName } from "../../domain/rule/bind_placeholders.ts";

/** The streams by which a shard's deployments were bound at its restore, with their present names. */
export class ShardStreams implements StreamLookup {
  readonly #byId = new Map<number, StreamOfName>();
  #byName: Map<string, StreamOfName> | undefined;

  constructor(streams: Iterable<StreamOfName>) {
    for (const { id, stream_name, data_type, uom } of streams) {
      this.#byId.set(id, { id, stream_name, data_type, uom });
    }
  }

  byId(id: number): StreamOfName | undefined {
    return this.#byId.get(id);
  }

  /** Built on first use: only rules that name streams directly need it. */
  byName(name: string): StreamOfName | undefined {
    this.#byName ??= new Map([...this.#byId.values()].map((stream) => [stream.stream_name, stream]));
    return this.#byName.get(name);
  }

  rename(names: ReadonlyMap<number, string>): void {
    for (const [id, stream_name] of names) {
      const stream = this.#byId.get(id);
      if (stream !== undefined) this.#byId.set(id, { ...stream, stream_name });
    }
    this.#byName = undefined;
  }
}
