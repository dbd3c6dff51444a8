import { connectionFailed } from "./source_failure.ts";

export interface ListedPage<T> {
  items: T[];
  /** The number of all items; Infinity: not told. */
  total: number;
}

export interface ListingPages<T, Page extends ListedPage<T>> {
  readPage: (skip: number, count: number) => Promise<Page>;
  idOf: (item: T) => string;
  pageSize: number;
  maxPages: number;
  /** Names the list in a failure. */
  what: string;
  /** Called after each page with the number of items so far and the page. */
  onPage?: (items: number, page: Page) => void;
}

/**
 * Reads a whole list by skip and count, each item once by its id in lower case, up to its total or a page without new
 * items; services may return short pages. Each page overlaps the previous one by an item: if that is unknown, items were
 * deleted meanwhile and others moved forward, so reading resumes half a page earlier.
 */
export async function listAll<T, Page extends ListedPage<T>>(
  { readPage, idOf, pageSize, maxPages, what, onPage }: ListingPages<T, Page>,
): Promise<Map<string, T>> {
  const found = new Map<string, T>();
  let skip = 0;
  for (let pages = 0; pages < maxPages; pages++) {
    const page = await readPage(skip, pageSize);
    const { items } = page;
    const isKnown = items[0] === undefined || found.has(idOf(items[0]).toLowerCase());
    if (skip > 0 && items.length > 1 && !isKnown) {
      skip = Math.max(0, skip - Math.ceil(pageSize / 2));
      continue;
    }
    const before = found.size;
    for (const item of items) keepFirst(found, idOf(item).toLowerCase(), item);
    skip += items.length;
    onPage?.(found.size, page);
    if (found.size === before || skip >= page.total) return found;
    if (items.length > 1) skip--;
  }
  throw connectionFailed(`The list of ${what} did not end after ${maxPages} pages of ${pageSize}`);
}

function keepFirst<T>(found: Map<string, T>, id: string, item: T): void {
  if (!found.has(id)) found.set(id, item);
}
