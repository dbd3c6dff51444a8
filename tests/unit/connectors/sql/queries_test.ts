import { assert, assertEquals, assertMatch } from "@std/assert";
import { quoted, quotedTable } from "../../../../connectors/sql/identifier.ts";
import type { RowShape } from "../../../../connectors/sql/layout.ts";
import { extremesSql, namesSql, rowsSql } from "../../../../connectors/sql/queries.ts";
import { TimeColumn } from "../../../../connectors/sql/time_column.ts";

const SHAPE: RowShape = {
  key: { column: 'r."tag"', type: "text" },
  time: { column: 'r."time"', is: new TimeColumn("int", "ms") },
  quality: { column: 'r."q"', is: { name: "q", codes: "opc_ua" } },
  skipsNull: false,
};
const ONE = { shape: SHAPE, tables: ['"public"."history"'], values: ['r."value"'] };

Deno.test("rowsSql() reads each key by the index, with bounds of its own", () => {
  assertEquals(
    rowsSql(ONE),
    "SELECT k.i, s.* FROM unnest($1::text[], $2::int8[], $3::int8[]) WITH ORDINALITY AS k(key, low, high, i) " +
      'CROSS JOIN LATERAL (SELECT r."time" AS t, r."value" AS v0, r."q" AS q FROM "public"."history" r ' +
      'WHERE r."tag" = k.key AND r."time" >= k.low AND r."time" < k.high ORDER BY r."time" LIMIT $4) s',
  );
});

Deno.test("rowsSql() leaves out the key where there is none, and rows without the one value where they are no samples", () => {
  const sql = rowsSql({ ...ONE, shape: { ...SHAPE, key: null, quality: null, skipsNull: true } });
  assert(!sql.includes("k.key") && !sql.includes("AS q"));
  assertMatch(sql, /r\."value" IS NOT NULL ORDER BY/);
  const two = rowsSql({ ...ONE, shape: { ...SHAPE, skipsNull: true }, values: ["r.a", "r.b"] });
  assert(!two.includes("IS NOT NULL"), "another value of the row may be a sample");
});

Deno.test("rowsSql() takes the first rows of several tables, newest first if asked", () => {
  const sql = rowsSql({ ...ONE, tables: ["a", "b"], isNewestFirst: true });
  assertMatch(
    sql,
    /FROM a r .+ DESC LIMIT \$4\) UNION ALL \(SELECT .+FROM b r .+ u ORDER BY t DESC LIMIT \$4\) s$/,
  );
});

Deno.test("extremesSql() has no answer for times that are not told to the tick", () => {
  assertMatch(extremesSql(ONE) ?? "", /\(\(r\."time" - \$2\) \* 10000\)::float8 AS t/);
  assertEquals(
    extremesSql({ ...ONE, shape: { ...SHAPE, time: { column: "r.t", is: new TimeColumn("float", "s") } } }),
    null,
  );
});

Deno.test("namesSql() goes from name to name", () => {
  const names = { table: "t", column: "r.n", type: "int4" };
  assertMatch(namesSql(names, true), /\$1::text IS NULL ORDER BY r\.n LIMIT 1/);
  assertMatch(namesSql(names, false), /r\.n > \$1::int4 ORDER BY r\.n LIMIT 1/);
});

Deno.test("quoted() takes any name literally", () => {
  assertEquals(quoted('a"; DROP TABLE b; --'), '"a""; DROP TABLE b; --"');
  assertEquals(quotedTable("My.Schema", "T\0able"), '"My.Schema"."Table"');
});
