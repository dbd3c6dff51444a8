import type { AppContext } from "./env.ts";
import { type Listed, listed, type PagingQuery } from "./pagination.ts";

/** Answers a read. */
export function answerData(c: AppContext, data: unknown): Response {
  return c.json({ success: true, data }, 200);
}

/** Answers a write with the resource as it now is. */
export function answerWritten(c: AppContext, written: { message: string; data: unknown }): Response {
  return c.json({ success: true, ...written }, 200);
}

export function answerCreated(c: AppContext, created: { message: string; data: unknown }): Response {
  return c.json({ success: true, ...created }, 201);
}

export function answerDone(c: AppContext, message: string): Response {
  return c.json({ success: true, message }, 200);
}

/** Answers a list held in memory: whole, or the page that was asked for. Only the page's rows are turned to views. */
export function answerList<T>(
  c: AppContext,
  list: { rows: readonly T[]; query: PagingQuery; view: (row: T) => unknown },
): Response {
  return answerListed(c, { ...listed(list.rows, list.query), view: list.view });
}

export function answerListed<T>(
  c: AppContext,
  list: Listed<T> & { view: (row: T) => unknown },
): Response {
  const data = list.rows.map((row) => list.view(row));
  return c.json({ success: true, data, ...(list.pagination && { pagination: list.pagination }) }, 200);
}
