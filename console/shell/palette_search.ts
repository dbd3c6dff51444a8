/** An entry of the command palette. */
export interface PaletteItem {
  id: string;
  label: string;
  /** The group: "Page", "Event wall". */
  group: string;
  keys?: string;
  /** Shown only where the beginning of this word is typed. */
  onlyWith?: string;
  run(): void;
}

const MAX_RESULTS = 12;

/** The entries that contain all typed words, best first; matches at the start of a word score higher. */
export function found(items: readonly PaletteItem[], typed: string): PaletteItem[] {
  const words = typed.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return items.map((item, index) => ({ item, index, score: scoreOf(item, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, MAX_RESULTS).map(({ item }) => item);
}

function scoreOf({ label, group, onlyWith }: PaletteItem, words: readonly string[]): number {
  if (onlyWith !== undefined && !words.some((word) => word.length > 1 && onlyWith.startsWith(word))) return 0;
  let score = 1;
  for (const word of words) {
    const text = `${label} ${group}`.toLowerCase();
    const at = text.indexOf(word);
    if (at < 0) return 0;
    score += at === 0 ? 3 : text[at - 1] === " " ? 2 : 1;
  }
  return score;
}
