/** Names made unique: those that more than one has are followed by their id in brackets. Same order as given. */
export function uniqueNames(items: readonly { name: string; id: string }[]): string[] {
  const names = items.map((item) => item.name);
  // A bracketed name can meet a plain one again; each round lengthens what is left, and ids end the matter.
  for (let round = 0; round < 3; round++) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (counts.size === names.length) break;
    items.forEach((item, index) => {
      if ((counts.get(names[index]) ?? 0) > 1) names[index] = `${names[index]} (${item.id})`;
    });
  }
  return names;
}

/** The asset of a stream that no asset names: its dotted name less the last part. */
export function assetOfName(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? "Unassigned" : name.slice(0, dot);
}

/** Order of texts that is the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
