/** Rendered pages of one version of the data. A new version or a full cache empties it. */
export interface PageCache {
  page(at: { key: string; version: string }, render: () => string): string;
}

const MAX_CHARS = 64_000_000;

export function createPageCache(maxChars = MAX_CHARS): PageCache {
  const pages = new Map<string, string>();
  let version = "";
  let cachedChars = 0;
  const empty = () => {
    pages.clear();
    cachedChars = 0;
  };
  return {
    page(at, render) {
      if (at.version !== version) empty();
      version = at.version;
      const cached = pages.get(at.key);
      if (cached !== undefined) return cached;
      const text = render();
      if (cachedChars + text.length > maxChars) empty();
      pages.set(at.key, text);
      cachedChars += text.length;
      return text;
    },
  };
}
