/** Whether a text matches a pattern in which `*` stands for any text; ignores case. */
export type TextMatcher = (text: string) => boolean;

/** Compiles a pattern to a matcher that reads the text once, whatever the pattern. */
export function patternMatcher(pattern: string): TextMatcher {
  const parts = pattern.toLowerCase().split("*");
  const first = parts[0]!, last = parts.at(-1)!;
  if (parts.length === 1) return (text) => text.toLowerCase() === first;
  const middle = parts.slice(1, -1);
  return (text) => {
    const lower = text.toLowerCase();
    if (!lower.startsWith(first)) return false;
    let position = first.length;
    for (const part of middle) {
      const found = lower.indexOf(part, position);
      if (found < 0) return false;
      position = found + part.length;
    }
    return lower.length - position >= last.length && lower.endsWith(last);
  };
}
