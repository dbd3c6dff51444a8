import { assertEquals } from "@std/assert";
import { listed, mixesPaging, paginationOf, requestedPage } from "../../../../routes/pipeline/pagination.ts";

const MAX_ROWS = 10_000;
const rows = (count: number) => Array.from({ length: count }, (_, i) => i);

Deno.test("requestedPage() turns page and per_page into limit and offset", () => {
  assertEquals(requestedPage({ page: 3, per_page: 20 }), { limit: 20, offset: 40 });
  assertEquals(requestedPage({ page: 2 }), { limit: 50, offset: 50 });
  assertEquals(requestedPage({ per_page: 7 }), { limit: 7, offset: 0 });
  assertEquals(requestedPage({ offset: 5 }), { limit: 50, offset: 5 });
  assertEquals(requestedPage({}), undefined);
});

Deno.test("mixesPaging() holds as soon as one field of each kind is named", () => {
  assertEquals(mixesPaging({ limit: 1, offset: 2 }), false);
  assertEquals(mixesPaging({ limit: 1, page: 2 }), true);
  assertEquals(mixesPaging({ offset: 0, per_page: 2 }), true);
});

Deno.test("paginationOf() says whether there are rows before and after", () => {
  const of = (limit: number, offset: number) => {
    const { has_next, has_prev } = paginationOf({ limit, offset }, 100);
    return [has_next, has_prev];
  };
  assertEquals(of(50, 0), [true, false]);
  assertEquals(of(50, 50), [false, true]);
  assertEquals(of(49, 50), [true, true]);
  assertEquals(of(100, 0), [false, false]);
  assertEquals(of(10, 500), [false, true]);
});

Deno.test("listed() shows a list whole, and stops past 10,000 rows with pagination", () => {
  assertEquals(listed(rows(MAX_ROWS), {}).pagination, undefined);
  const long = listed(rows(MAX_ROWS + 1), {});
  assertEquals(long.rows.length, MAX_ROWS);
  assertEquals(long.pagination, {
    limit: MAX_ROWS,
    offset: 0,
    total: MAX_ROWS + 1,
    has_next: true,
    has_prev: false,
  });
});

Deno.test("listed() returns the requested page", () => {
  assertEquals(listed(rows(10), { limit: 3, offset: 8 }), {
    rows: [8, 9],
    pagination: { limit: 3, offset: 8, total: 10, has_next: false, has_prev: true },
  });
});
