import type { RowShape } from "./layout.ts";

export interface RowQuery {
  shape: RowShape;
  /** Quoted. */
  tables: readonly string[];
  /** SQL of the values of a row r. */
  values: readonly string[];
  /** Only rows that have a value, where rows without one are no samples. */
  isNewestFirst?: boolean;
}

/**
 * Rows of many keys, each with bounds of its own: $1 keys, $2 lows, $3 highs, $4 how many rows of each. Each row: the number of
 * its key from 1, its time, its values, its quality. Every key is a scan of the index (key, time), in its order.
 */
export function rowsSql({ shape, tables, values, isNewestFirst = false }: RowQuery): string {
  const { key, time, quality } = shape, type = time.is.type;
  const columns = [
    `${time.is.told(time.column)} AS t`,
    ...values.map((value, i) => `${value} AS v${i}`),
    ...quality === null ? [] : [`${quality.column} AS q`],
  ];
  const order = isNewestFirst ? " DESC" : "";
  const conditions = [
    ...key === null ? [] : [`${key.column} = k.key`],
    `${time.column} >= k.low`,
    `${time.column} < k.high`,
    ...shape.skipsNull && values.length === 1 ? [`${values[0]} IS NOT NULL`] : [],
  ];
  const branches = tables.map((table) =>
    `(SELECT ${columns.join(", ")} FROM ${table} r WHERE ${conditions.join(" AND ")} ` +
    `ORDER BY ${time.column}${order} LIMIT $4)`
  );
  const rows = branches.length === 1
    ? branches[0]
    : `(SELECT * FROM (${branches.join(" UNION ALL ")}) u ORDER BY t${order} LIMIT $4)`;
  return `SELECT k.i, s.* FROM unnest($1::${key?.type ?? "text"}[], $2::${type}[], $3::${type}[]) ` +
    `WITH ORDINALITY AS k(key, low, high, i) CROSS JOIN LATERAL ${rows} s`;
}

/**
 * Of each interval the times of the first, last, lowest and highest row, as ticks after $2: $1 keys, $2 low, $3 high, $4 ticks
 * from the beginning of the span to $2, $5 the length of the span in ticks, $6 how many intervals. Null: not in SQL.
 */
export function extremesSql({ shape, tables, values: [value = ""] }: RowQuery): string | null {
  const { key, time } = shape, type = time.is.type;
  const ticks = time.is.ticksAfter(time.column, "$2");
  if (ticks === null) return null;
  const conditions = [
    // Without a key column the parameter is still told its type.
    key === null ? "$1::text[] IS NOT NULL" : `${key.column} = ANY($1::${key.type}[])`,
    `${time.column} >= $2::${type}`,
    `${time.column} < $3::${type}`,
    ...shape.skipsNull ? [`${value} IS NOT NULL`] : [],
  ];
  const rows = tables.map((table) =>
    `SELECT ${ticks} AS t, ${value}::float8 AS v FROM ${table} r WHERE ${conditions.join(" AND ")}`
  );
  const interval = "least($6::int8 - 1, floor((t + $4::float8) * $6::float8 / $5::float8)::int8)";
  // NaN and infinities are no extremes: a finite number less itself is 0. Arrays compare by value, then by time.
  const finite = "FILTER (WHERE v - v = 0)";
  return `SELECT min(t), max(t), (min(ARRAY[v, t]) ${finite})[2], -(max(ARRAY[v, -t]) ${finite})[2] ` +
    `FROM (${rows.join(" UNION ALL ")}) s GROUP BY ${interval}`;
}

export interface NamesQuery {
  table: string;
  column: string;
  type: string;
}

/** The next $2 distinct names after $1, each by one step in the index. */
export function namesSql({ table, column, type }: NamesQuery, isFirst: boolean): string {
  const after = isFirst ? "$1::text IS NULL" : `${column} > $1::${type}`;
  return `WITH RECURSIVE names(name, n) AS (
  (SELECT ${column}, 1 FROM ${table} r WHERE ${column} IS NOT NULL AND ${after} ORDER BY ${column} LIMIT 1)
  UNION ALL
  SELECT (SELECT ${column} FROM ${table} r WHERE ${column} > names.name ORDER BY ${column} LIMIT 1), n + 1
  FROM names WHERE names.name IS NOT NULL AND n < $2::int8
) SELECT name FROM names WHERE name IS NOT NULL`;
}

/** All names, where no index leads to the next one. */
export function allNamesSql({ table, column }: NamesQuery): string {
  return `SELECT DISTINCT ${column} FROM ${table} r WHERE ${column} IS NOT NULL ORDER BY 1 LIMIT $1::int8`;
}

/** Those of $1 that a table has. */
export function knownNamesSql({ table, column, type }: NamesQuery): string {
  return `SELECT k.name FROM unnest($1::${type}[]) AS k(name) ` +
    `WHERE EXISTS (SELECT 1 FROM ${table} r WHERE ${column} = k.name)`;
}

/** The columns of the table $2 in the schema $1, of a domain with its base type. */
export const COLUMNS_SQL = `SELECT a.attname, coalesce(nullif(t.typbasetype, 0), t.oid)::int8, t.typcategory,
  format_type(a.atttypid, NULL)
FROM pg_catalog.pg_attribute a
JOIN pg_catalog.pg_class c ON c.oid = a.attrelid
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
JOIN pg_catalog.pg_type t ON t.oid = a.atttypid
WHERE n.nspname = $1 AND c.relname = $2 AND c.relkind IN ('r', 'v', 'm', 'f', 'p') AND a.attnum > 0 AND NOT a.attisdropped
ORDER BY a.attnum`;

/** Tables whose names resemble $2 in the schema $1, or else any. */
export const TABLES_SQL = `SELECT n.nspname || '.' || c.relname FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND n.nspname NOT IN ('pg_catalog', 'information_schema')
  AND n.nspname !~ '^(pg_|_timescaledb)'
ORDER BY lower(c.relname) <> lower($2), n.nspname <> $1, 1 LIMIT 5`;

/** What of the table $2 in the schema $1 the user may do besides reading. */
export const RIGHTS_SQL = `SELECT current_setting('is_superuser') = 'on',
  bool_or(has_table_privilege(c.oid, 'INSERT') OR has_table_privilege(c.oid, 'UPDATE') OR has_table_privilege(c.oid, 'DELETE')
    OR has_table_privilege(c.oid, 'TRUNCATE'))
FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
WHERE n.nspname = $1 AND c.relname = ANY($2::text[])`;

/** Whether an index of the table $2 in the schema $1 begins with the columns $3. */
export const INDEX_SQL = `SELECT EXISTS (
  SELECT 1 FROM pg_catalog.pg_index i
  JOIN pg_catalog.pg_class c ON c.oid = i.indrelid
  JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relname = $2 AND i.indpred IS NULL AND i.indisvalid AND $3::text[] = ARRAY(
    SELECT a.attname::text FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
    JOIN pg_catalog.pg_attribute a ON a.attrelid = c.oid AND a.attnum = k.number
    WHERE k.place <= cardinality($3::text[]) ORDER BY k.place
  )
)`;

/** The server's version, and that of TimescaleDB, and how the connection is encrypted. */
export const SERVER_SQL = `SELECT current_setting('server_version'),
  (SELECT extversion FROM pg_catalog.pg_extension WHERE extname = 'timescaledb'),
  (SELECT version FROM pg_catalog.pg_stat_ssl WHERE pid = pg_backend_pid())`;
