import { z } from "@hono/zod-openapi";
import { count, shown } from "./shown.ts";

/** The position of a page in its list. Totals are exact. */
export const pagination = shown(
  "Pagination",
  z.strictObject({
    limit: z.int().min(1).max(10_000),
    offset: count(),
    total: count(),
    has_next: z.boolean(),
    has_prev: z.boolean(),
  }),
  { limit: 50, offset: 0, total: 1, has_next: false, has_prev: false },
);
