/** Rendered pages of one version of the data. A new version or a full cache empties it. */
export interface PageCache {
  page(at: { key: string; version: string }, render: () => string): string;
}

const MAX_CHARS = 64_000_000;

export function createPageCache(maxChars = MAX_CHARS): PageCache {
  const pages = new Map<string, string>();
  let version = "";
  let held = 0;
  const empty = () => {
    pages.clear();
    held = 0;
  };
  return {
    page(at, render) {
      if (at.version !== version) empty();
      version = at.version;
      const known = pages.get(at.key);
      if (known !== undefined) return known;
      const text = render();
      if (held + text.length > maxChars) empty();
      pages.set(at.key, text);
      held += text.length;
      return text;
    },
  };
}
