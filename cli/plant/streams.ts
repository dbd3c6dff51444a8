import type { Item } from "./noun.ts";
import type { Api } from "./api.ts";
import { isItem } from "./references.ts";

interface Stream {
  stream_id: string;
  stream_name: string;
}

export interface SourceName {
  id: number;
  name: string;
}

/** The streams that Andon knows, by their names and by their ids at the source. */
export class Streams {
  readonly #byName = new Map<string, Stream>();
  readonly #byId = new Map<string, Stream[]>();

  /** `undiscovered`: sources that have not been asked yet which streams they have. */
  constructor(streams: readonly Stream[], readonly undiscovered: readonly SourceName[] = []) {
    for (const stream of streams) {
      this.#byName.set(stream.stream_name, stream);
      const same = this.#byId.get(stream.stream_id) ?? [];
      this.#byId.set(stream.stream_id, [...same, stream]);
    }
  }

  static async read(api: Api): Promise<Streams> {
    const undiscovered: SourceName[] = [];
    for (const { id, name, is_active } of await api.list("/api/sources")) {
      if (is_active !== true) continue;
      const { data } = await api.send("GET", `/api/discovery?source_id=${id}`);
      if (isItem(data) && data.last === null) undiscovered.push({ id: Number(id), name: String(name) });
    }
    // After the sources: what a discovery finds meanwhile is there then.
    const assets = await api.list("/api/monitored-assets");
    return new Streams(
      assets.flatMap(({ streams }) => Array.isArray(streams) ? streams.filter(isStream) : []),
      undiscovered,
    );
  }

  named(name: string): Stream | undefined {
    return this.#byName.get(name);
  }

  /** The stream of an id and, if several sources have that id, of the source that stands in the name. */
  find(
    { stream_id: id, stream_name: name }: { stream_id?: string; stream_name: string },
  ): Stream | undefined {
    const same = id === undefined ? [] : this.#byId.get(id) ?? [];
    const own = same.filter(({ stream_name }) => sourceIn(stream_name) === sourceIn(name));
    return same.find(({ stream_name }) => stream_name === name) ?? (own.length === 1 ? own[0] : undefined) ??
      this.named(name);
  }
}

function sourceIn(name: string): string {
  const end = name.indexOf("/");
  return end < 0 ? "" : name.slice(0, end);
}

function isStream(value: unknown): value is Item & Stream {
  return isItem(value) && typeof value.stream_id === "string" && typeof value.stream_name === "string";
}
