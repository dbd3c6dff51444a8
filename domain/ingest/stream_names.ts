/** Names the streams of line protocol: the default keeps two series apart, whatever their tags. */
export const DEFAULT_STREAM_NAME = "{measurement}.{tags}.{field}";

/** A series in line protocol. Its tags are sorted by name. */
export interface Series {
  measurement: string;
  tags: ReadonlyMap<string, string>;
}

/** What stands before and after the field in the names of a series' streams. */
export interface SeriesName {
  before: string;
  after: string;
}

type Piece = { text: string } | { placeholder: string };

const SEPARATOR_FIRST = /^[./_: -]/, SEPARATOR_LAST = /[./_: -]$/;
const PIECE = /\{([^{}]+)\}|[^{}]+|[{}]/g;

/** Why a text names no stream; undefined: it does. */
export function streamNameProblem(template: string): string | undefined {
  const pieces = piecesOf(template);
  if (pieces.some((piece) => "text" in piece && /[{}]/.test(piece.text))) {
    return "Each { needs its }, around measurement, field, tags or the name of a tag";
  }
  const fields = pieces.filter((piece) => "placeholder" in piece && piece.placeholder === "field").length;
  return fields === 1 ? undefined : "Must have {field} once, since a line may have several";
}

/** Makes the names of streams from a text such as `{measurement}.{host}.{field}`. */
export class StreamNames {
  readonly #pieces: readonly Piece[];
  readonly #placeholders: ReadonlySet<string>;

  constructor(template: string) {
    this.#pieces = piecesOf(template);
    this.#placeholders = new Set(
      this.#pieces.flatMap((piece) => "placeholder" in piece ? [piece.placeholder] : []),
    );
  }

  /** Whether series that differ by a tag only may have the same name. */
  get mayMeet(): boolean {
    return !this.#placeholders.has("tags");
  }

  /** A placeholder without a value is left out, with the separator before it; at the beginning, with that after it. */
  of(series: Series): SeriesName {
    let before: string | undefined, name = "", dropsNext = false;
    for (const piece of this.#pieces) {
      if ("text" in piece) name += dropsNext ? piece.text.replace(SEPARATOR_FIRST, "") : piece.text;
      else if (piece.placeholder === "field") [before, name] = [name, ""];
      else {
        const value = this.#valueOf(piece.placeholder, series);
        const isFirst = before === undefined && name === "";
        name = value === "" ? name.replace(SEPARATOR_LAST, "") : name + value;
        dropsNext = value === "" && isFirst;
        continue;
      }
      dropsNext = false;
    }
    return { before: before ?? "", after: name };
  }

  #valueOf(placeholder: string, { measurement, tags }: Series): string {
    if (placeholder === "measurement") return measurement;
    if (placeholder !== "tags") return tags.get(placeholder) ?? "";
    return [...tags].filter(([name]) => !this.#placeholders.has(name)).map(([, value]) => value).join(".");
  }
}

function piecesOf(template: string): Piece[] {
  return [...template.matchAll(PIECE)].map(([text, placeholder]) =>
    placeholder === undefined ? { text } : { placeholder }
  );
}
