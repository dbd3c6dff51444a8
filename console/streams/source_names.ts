import { DEFAULT_SOURCE } from "../../domain/source/types.ts";

/** The names of the sources, the source `default` first. */
export interface SourceNames {
  all: readonly string[];
  /** The one of a stream, whose name begins with that of its source unless it is `default`. */
  of(stream: string): string;
  /** The name of a stream at its source. */
  without(stream: string): string;
}

export function sourceNames(sources: readonly { id: number; name: string }[]): SourceNames {
  const named = sources.filter(({ id }) => id !== DEFAULT_SOURCE).map(({ name }) => name);
  const own = sources.find(({ id }) => id === DEFAULT_SOURCE)?.name;
  const prefixed = (stream: string) => named.find((name) => stream.startsWith(`${name}/`));
  return {
    all: own === undefined ? named : [own, ...named],
    of: (stream) => prefixed(stream) ?? own ?? "",
    without(stream) {
      const name = prefixed(stream);
      return name === undefined ? stream : stream.slice(name.length + 1);
    },
  };
}
