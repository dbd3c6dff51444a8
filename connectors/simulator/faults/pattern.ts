/** Whether a text fits a pattern in which `*` stands for any text; compared without case. */
export type Fits = (text: string) => boolean;

/** In one pass over the text, whatever the pattern. */
export function fitsPattern(pattern: string): Fits {
  const parts = pattern.toLowerCase().split("*");
  const [first, last] = [parts[0], parts[parts.length - 1]];
  if (parts.length === 1) return (text) => text.toLowerCase() === first;
  const middle = parts.slice(1, -1);
  return (text) => {
    const lower = text.toLowerCase();
    if (!lower.startsWith(first)) return false;
    let place = first.length;
    for (const part of middle) {
      const found = lower.indexOf(part, place);
      if (found < 0) return false;
      place = found + part.length;
    }
    return lower.length - place >= last.length && lower.endsWith(last);
  };
}
