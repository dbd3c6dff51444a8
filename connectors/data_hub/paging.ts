import type { Work } from "../source.ts";
import type { WireAnswer } from "../exchange.ts";
import { connectionFailed } from "../source_failure.ts";
import type { Namespace } from "./namespace.ts";
import { listOf, parseWire, type Schema } from "../wire.ts";

export interface ListOptions<T> {
  path: string[];
  /** A filter, such as `ModifiedDate gt 2026-01-31T08:00:00Z`. */
  filter?: string;
  item: Schema<T>;
  idOf: (item: T) => string;
  pageSize: number;
  maxPages: number;
  work: Work;
  /** Called after each page with the number of items so far and the page. */
  onPage?: (items: number, page: Page<T>) => void;
}

export interface Page<T> {
  items: T[];
  answer: WireAnswer;
}

/** One page of a list. */
export async function readPage<T>(
  namespace: Namespace,
  { path, filter, item, skip, count, work }:
    & Pick<ListOptions<T>, "path" | "filter" | "item" | "work">
    & { skip: number; count: number },
): Promise<Page<T>> {
  const query = { skip, count, ...(filter === undefined ? {} : { filter }) };
  const answer = await namespace.request({ path, query, work });
  const items = parseWire(listOf(item), answer.body === null ? [] : answer.body, path.join("/"));
  return { items, answer };
}

/**
 * Reads a whole list by skip and count, each item once by its id in lower case, up to `Total-Count` or a page without new
 * items; services may return short pages. Each page overlaps the previous one by an item: if that is unknown, items were
 * deleted meanwhile and others moved forward, so reading resumes half a page earlier.
 */
export async function listAll<T>(namespace: Namespace, options: ListOptions<T>): Promise<Map<string, T>> {
  const { pageSize, maxPages, idOf, onPage } = options;
  const found = new Map<string, T>();
  let skip = 0;
  for (let page = 0; page < maxPages; page++) {
    const read = await readPage(namespace, { ...options, skip, count: pageSize });
    const { items, answer } = read;
    const isKnown = items[0] === undefined || found.has(idOf(items[0]).toLowerCase());
    if (skip > 0 && items.length > 1 && !isKnown) {
      skip = Math.max(0, skip - Math.ceil(pageSize / 2));
      continue;
    }
    const before = found.size;
    for (const item of items) keepFirst(found, idOf(item).toLowerCase(), item);
    skip += items.length;
    onPage?.(found.size, read);
    if (found.size === before || skip >= totalCount(answer.headers)) return found;
    if (items.length > 1) skip--;
  }
  throw connectionFailed(
    `The list of ${options.path.join("/")} did not end after ${maxPages} pages of ${pageSize}`,
  );
}

function keepFirst<T>(found: Map<string, T>, id: string, item: T): void {
  if (!found.has(id)) found.set(id, item);
}

export function totalCount(headers: Headers): number {
  const text = headers.get("total-count");
  return text !== null && /^\d+$/.test(text) ? Number(text) : Infinity;
}
