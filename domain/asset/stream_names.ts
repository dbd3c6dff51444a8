/** A stream that needs a name which no other active stream has. */
export interface NameWish {
  /** Its name at the source. */
  plain: string;
  /** What tells it apart from a namesake: its id at the source. */
  sourceId: string;
  /** Its present name; undefined for a new stream. */
  present?: string;
  /** Whether it was active: then nobody else has its present name. */
  isActive: boolean;
}

/**
 * A name for each stream, unique among them and those in `taken`. A stream keeps its name as long as its name at the source is
 * the same. The others get their name at the source; the id follows in brackets where somebody has it already, where
 * several new ones want it, or where it is reserved.
 */
export function streamNames(
  wishes: readonly NameWish[],
  { taken = [], isReserved = () => false }: {
    taken?: Iterable<string>;
    isReserved?: (name: string) => boolean;
  } = {},
): string[] {
  const used = new Set(taken), names = new Map<NameWish, string>();
  const give = (wish: NameWish, name: string) => {
    used.add(name);
    names.set(wish, name);
  };
  const unchanged = wishes.filter((wish) => wish.present !== undefined && isNameOf(wish.present, wish));
  for (const wish of [...unchanged.filter(isActive), ...unchanged.filter((wish) => !isActive(wish))]) {
    if (!used.has(wish.present!)) give(wish, wish.present!);
  }
  const rest = wishes.filter((wish) => !names.has(wish));
  const isKnown = ({ present }: NameWish) => present !== undefined;
  for (const tier of [rest.filter(isKnown), rest.filter((wish) => !isKnown(wish))]) {
    for (const [name, same] of Map.groupBy(tier, ({ plain }) => plain)) {
      const [wish, another] = same;
      if (wish !== undefined && another === undefined && !used.has(name) && !isReserved(name)) {
        give(wish, name);
      }
    }
  }
  for (const wish of rest) if (!names.has(wish)) give(wish, bracketed(wish, used));
  return wishes.map((wish) => names.get(wish)!);
}

function isActive(wish: NameWish): boolean {
  return wish.isActive;
}

/** Whether a name is the one at the source, with or without the id. */
function isNameOf(name: string, { plain, sourceId }: NameWish): boolean {
  if (!name.startsWith(plain)) return false;
  return name.slice(plain.length).replaceAll(` (${sourceId})`, "") === "";
}

function bracketed({ plain, sourceId }: NameWish, used: ReadonlySet<string>): string {
  let name = plain;
  do name += ` (${sourceId})`; while (used.has(name));
  return name;
}
