import type { KnownStream } from "../streams/stream_index.ts";

type Named = Pick<KnownStream, "stream_name" | "display_name" | "data_type" | "uom" | "is_active">;

/** Finds the stream that a tag of a file means. */
export class StreamsOfTags<S extends Named> {
  readonly #exact = new Map<string, S>();
  readonly #loose = new Map<string, Set<S>>();

  /** `without`: the name of a stream at its source. */
  constructor(streams: readonly S[], without: (name: string) => string) {
    for (const stream of streams) {
      if (!stream.is_active) continue;
      const { stream_name, display_name } = stream;
      this.#exact.set(stream_name, stream);
      for (const name of new Set([stream_name, without(stream_name), display_name].map(comparable))) {
        const known = this.#loose.get(name);
        if (known === undefined) this.#loose.set(name, new Set([stream]));
        else known.add(stream);
      }
    }
  }

  /** The stream of numbers with this name; else why there is none. */
  of(tag: string): S | string {
    const found = this.#exact.has(tag)
      ? [this.#exact.get(tag)!]
      : [...this.#loose.get(comparable(tag)) ?? []];
    const [stream, other] = found;
    if (stream === undefined) return "No monitored stream has this name";
    if (other !== undefined) {
      return `${found.length} streams have this name: ${stream.stream_name}, ${other.stream_name}`;
    }
    if (stream.data_type !== "NUM") return `Its stream has no numbers, but the type ${stream.data_type}`;
    return stream;
  }
}

/** Without case, the server of a PI tag, the provider of an Ignition path, and the kind of its separators. */
function comparable(name: string): string {
  return name.toLowerCase().replace(/^\\\\[^\\]+\\/, "").replace(/^\[[^\]]*\]/, "").replace(/[/\\|]/g, ".");
}
