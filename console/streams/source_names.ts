import { DEFAULT_SOURCE } from "../../domain/source/types.ts";
import type { Schemas } from "../api/client.ts";

type Named = Pick<Schemas["Source"], "id" | "name">;

/** The sources by the names of their streams. */
export interface SourceNames<S extends Named = Schemas["Source"]> {
  /** The names of all, `default` first. */
  all: readonly string[];
  /** The one of a stream, whose name begins with that of its source unless it is `default`. */
  of(stream: string): string;
  sourceOf(stream: string): S | undefined;
  /** The name of a stream at its source. */
  without(stream: string): string;
}

export function sourceNames<S extends Named>(sources: readonly S[]): SourceNames<S> {
  const named = sources.filter(({ id }) => id !== DEFAULT_SOURCE).map(({ name }) => name);
  const own = sources.find(({ id }) => id === DEFAULT_SOURCE)?.name;
  const prefixed = (stream: string) => named.find((name) => stream.startsWith(`${name}/`));
  const of = (stream: string) => prefixed(stream) ?? own ?? "";
  return {
    all: own === undefined ? named : [own, ...named],
    of,
    sourceOf: (stream) => sources.find(({ name }) => name === of(stream)),
    without(stream) {
      const name = prefixed(stream);
      return name === undefined ? stream : stream.slice(name.length + 1);
    },
  };
}
