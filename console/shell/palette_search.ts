/** Something that the palette offers. */
export interface PaletteItem {
  id: string;
  label: string;
  /** "Page", "Event wall": what it is of. */
  group: string;
  keys?: string;
  run(): void;
}

const MOST = 12;

/** What fits the words typed, best first: all of them must occur, at the start of a word counts more. */
export function found(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return items.map((item, index) => ({ item, index, score: scoreOf(item, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, MOST).map(({ item }) => item);
}

function scoreOf({ label, group }: PaletteItem, words: readonly string[]): number {
  let score = 1;
  for (const word of words) {
    const text = `${label} ${group}`.toLowerCase();
    const at = text.indexOf(word);
    if (at < 0) return 0;
    score += at === 0 ? 3 : text[at - 1] === " " ? 2 : 1;
  }
  return score;
}
