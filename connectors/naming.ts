import { UNASSIGNED_ASSET } from "../domain/asset/unassigned.ts";

/** Makes names unique by appending the id in brackets to equal ones. Keeps the order. */
export function uniqueNames(items: readonly { name: string; id: string }[]): string[] {
  const names = items.map((item) => item.name);
  // A name with brackets can equal another plain name; since ids differ, a few rounds suffice.
  for (let round = 0; round < 3; round++) {
    const counts = new Map<string, number>();
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (counts.size === names.length) break;
    items.forEach((item, index) => {
      const name = names[index]!;
      if ((counts.get(name) ?? 0) > 1) names[index] = `${name} (${item.id})`;
    });
  }
  return names;
}

/** The asset of a stream that no asset lists: its dotted name without the last part. */
export function assetOfName(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot <= 0 ? UNASSIGNED_ASSET : name.slice(0, dot);
}

/** Orders texts independently of the locale. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
