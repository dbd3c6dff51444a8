import type { Work } from "../source.ts";
import type { WireAnswer } from "../exchange.ts";
import { listAll as listPages, type ListedPage } from "../listing.ts";
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

export interface Page<T> extends ListedPage<T> {
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
  return { items, answer, total: totalCount(answer.headers) };
}

/** Reads a whole list. */
export function listAll<T>(namespace: Namespace, options: ListOptions<T>): Promise<Map<string, T>> {
  return listPages<T, Page<T>>({
    ...options,
    what: options.path.join("/"),
    readPage: (skip, count) => readPage(namespace, { ...options, skip, count }),
  });
}

export function totalCount(headers: Headers): number {
  const text = headers.get("total-count");
  return text !== null && /^\d+$/.test(text) ? Number(text) : Infinity;
}
