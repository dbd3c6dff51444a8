import { described, wholeNumber } from "./query.ts";
import type { PageRequest } from "../../storage/page.ts";

/** The most rows of an unpaged list. A longer one is cut and has `pagination`. */
export const MAX_ROWS = 10_000;
const MAX_PAGE = 1_000;
const DEFAULT_PAGE = 50;
const MAX_OFFSET = 1e12;

/** The query fields of every list: `limit` and `offset`, or `page` and `per_page`. */
export const pagingFields = {
  limit: described(wholeNumber({ min: 1, max: MAX_PAGE }), "Rows of a page; default with `offset`: 50"),
  offset: described(
    wholeNumber({ min: 0, max: MAX_OFFSET }),
    "Rows before the page; default with `limit`: 0",
  ),
  page: described(wholeNumber({ min: 1, max: 1e9 }), "Number of the page, from 1; instead of `offset`"),
  per_page: described(
    wholeNumber({ min: 1, max: MAX_PAGE }),
    "Rows of a page, default 50; instead of `limit`",
  ),
};

export interface PagingQuery {
  limit?: number;
  offset?: number;
  page?: number;
  per_page?: number;
}

export interface Pagination {
  limit: number;
  offset: number;
  total: number;
  has_next: boolean;
  has_prev: boolean;
}

export interface Listed<T> {
  rows: readonly T[];
  pagination?: Pagination;
}

/** True if a request mixes the two ways of paging. */
export function mixesPaging(query: Record<string, unknown>): boolean {
  const has = (name: string) => query[name] !== undefined;
  return (has("limit") || has("offset")) && (has("page") || has("per_page"));
}

/** The requested page, or undefined. */
export function requestedPage(query: PagingQuery): PageRequest | undefined {
  const { limit, offset, page, per_page } = query;
  if (page !== undefined || per_page !== undefined) {
    const size = per_page ?? DEFAULT_PAGE;
    return { limit: size, offset: ((page ?? 1) - 1) * size };
  }
  if (limit === undefined && offset === undefined) return undefined;
  return { limit: limit ?? DEFAULT_PAGE, offset: offset ?? 0 };
}

/** The page of a list that is always paged. */
export function pageOrFirst(query: PagingQuery): PageRequest {
  return requestedPage(query) ?? { limit: DEFAULT_PAGE, offset: 0 };
}

export function paginationOf({ limit, offset }: PageRequest, total: number): Pagination {
  return { limit, offset, total, has_next: offset + limit < total, has_prev: offset > 0 && total > 0 };
}

/** The rows to return of a whole list, and `pagination` if requested or if the list is cut. */
export function listed<T>(rows: readonly T[], query: PagingQuery): Listed<T> {
  const requested = requestedPage(query);
  if (requested === undefined && rows.length <= MAX_ROWS) return { rows };
  const page = requested ?? { limit: MAX_ROWS, offset: 0 };
  return {
    rows: rows.slice(page.offset, page.offset + page.limit),
    pagination: paginationOf(page, rows.length),
  };
}
