import { connectionFailed } from "./failure.ts";
import type { Namespace } from "./namespace.ts";
import { listOf, parseWire, type Schema } from "./wire.ts";

export interface ListOptions<T> {
  path: string[];
  item: Schema<T>;
  pageSize: number;
  maxPages: number;
  idOf: (item: T) => string;
  onPage?: (items: number) => void;
}

/**
 * Reads a whole list by skip and count, once each item by its id without case. The end is `Total-Count`, or an
 * empty page: a short one is no end, since a service may give fewer than were asked for.
 */
export async function listAll<T>(namespace: Namespace, options: ListOptions<T>): Promise<T[]> {
  const { path, pageSize, maxPages, idOf, onPage } = options;
  const found = new Map<string, T>();
  const what = path.join("/");
  let skip = 0;
  for (let page = 0; page < maxPages; page++) {
    const answer = await namespace.request({ path, query: { skip, count: pageSize }, work: "discovery" });
    const items = parseWire(listOf(options.item), answer.body === null ? [] : answer.body, what);
    const before = found.size;
    for (const item of items) keepFirst(found, idOf(item).toLowerCase(), item);
    skip += items.length;
    onPage?.(found.size);
    if (found.size === before || skip >= totalCount(answer.headers)) return [...found.values()];
  }
  throw connectionFailed(`The list of ${what} did not end after ${maxPages} pages of ${pageSize}`);
}

function keepFirst<T>(found: Map<string, T>, id: string, item: T): void {
  if (!found.has(id)) found.set(id, item);
}

export function totalCount(headers: Headers): number {
  const text = headers.get("total-count");
  return text !== null && /^\d+$/.test(text) ? Number(text) : Infinity;
}
