import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { WireAnswer } from "../exchange.ts";
import { refusedStatus } from "../source_failure.ts";
import type { Limits } from "./limits.ts";
import type { Namespace } from "./namespace.ts";
import { listAll, type ListOptions, readPage, totalCount } from "./paging.ts";

/** Old objects have no date, or one in the year 1, until they are modified. */
export interface Dated {
  ModifiedDate?: string | null;
}

/** The result of a listing. */
export interface Listing<T> {
  /** By id in lower case. */
  items: ReadonlyMap<string, T>;
  /** When the listing began, by the source's clock or ours, whichever is behind. */
  listedAtMs: Ms;
  /** Ids, in lower case, of items that differ from the previous listing. */
  changed: readonly string[];
}

export interface ListingOptions<T extends Dated>
  extends Omit<ListOptions<T>, "filter" | "pageSize" | "maxPages"> {
  namespace: Namespace;
  limits: Limits;
}

/** Statuses of a service without such a filter. */
const NO_FILTER = [400, 404, 405, 422, 501];

/**
 * Reads a list. After a previous listing, reads only what was modified since; when the number of items then differs from
 * the source's, reads the whole list.
 */
export async function listIncrementally<T extends Dated>(
  before: Listing<T> | undefined,
  options: ListingOptions<T>,
): Promise<Listing<T>> {
  const updated = before === undefined ? undefined : await updateListing(before, options);
  return updated ?? await readWhole(before, options);
}

async function readWhole<T extends Dated>(
  before: Listing<T> | undefined,
  options: ListingOptions<T>,
): Promise<Listing<T>> {
  return toListing(await readList(options), before);
}

async function updateListing<T extends Dated>(
  before: Listing<T>,
  options: ListingOptions<T>,
): Promise<Listing<T> | undefined> {
  if (!isDated(before)) return undefined;
  const modified = await readModified(before, options);
  if (modified === undefined) return undefined;
  const items = new Map([...before.items, ...modified.items]);
  if (!await hasSize(items.size, options)) return undefined;
  options.onPage?.(items.size, { items: [], total: 0, answer: modified.first });
  return toListing({ ...modified, items }, before);
}

/** False for a service without dates, whose changes cannot be filtered by date. */
function isDated<T extends Dated>({ items }: Listing<T>): boolean {
  return items.size === 0 || items.values().some(({ ModifiedDate }) => Boolean(ModifiedDate));
}

interface ReadList<T> {
  items: Map<string, T>;
  first: WireAnswer;
}

async function readList<T extends Dated>(
  options: ListingOptions<T> & { filter?: string },
): Promise<ReadList<T>> {
  const { namespace, limits, onPage } = options;
  let first: WireAnswer | undefined;
  const items = await listAll(namespace, {
    ...options,
    pageSize: limits.listPageSize,
    maxPages: limits.maxListPages,
    onPage(count, page) {
      first ??= page.answer;
      onPage?.(count, page);
    },
  });
  if (first === undefined) throw new TypeError("A list was read without a page");
  return { items, first };
}

/** The items modified since the previous listing; undefined when the service has no such filter. */
async function readModified<T extends Dated>(
  before: Listing<T>,
  options: ListingOptions<T>,
): Promise<ReadList<T> | undefined> {
  const sinceMs = Math.floor((before.listedAtMs - options.limits.listingOverlapMs) / 1000) * 1000;
  try {
    const filter = `ModifiedDate gt ${isoFromMs(sinceMs).replace(".000Z", "Z")}`;
    return await readList({ ...options, filter, onPage: undefined });
  } catch (error) {
    if (NO_FILTER.includes(refusedStatus(error) ?? 0)) return undefined;
    throw error;
  }
}

/** Whether the list has exactly `size` items: requests the last one and the one after it. */
async function hasSize<T extends Dated>(size: number, options: ListingOptions<T>): Promise<boolean> {
  const skip = Math.max(0, size - 1);
  const { items, answer } = await readPage(options.namespace, { ...options, skip, count: 2 });
  const total = totalCount(answer.headers);
  return total === Infinity ? skip + items.length === size : total === size;
}

function toListing<T>({ items, first }: ReadList<T>, before: Listing<T> | undefined): Listing<T> {
  const isChanged = (id: string) => JSON.stringify(items.get(id)) !== JSON.stringify(before?.items.get(id));
  return { items, listedAtMs: sentAt(first), changed: [...items.keys()].filter(isChanged) };
}

/** The source's clock, on which its dates are; ours when that is behind, so that no change is missed. */
function sentAt({ headers, sentAtMs }: WireAnswer): Ms {
  const sourceMs = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(sourceMs) ? sentAtMs : Math.min(sourceMs, sentAtMs);
}
