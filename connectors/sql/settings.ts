import { z } from "zod";
import { choice, type FormField } from "../../domain/shared/form_field.ts";
import type { Issue } from "../../domain/shared/refusal.ts";
import { linesText, lineText, nameText } from "../../domain/shared/schema.ts";
import type { SourceForm } from "../../domain/source/types.ts";

/** Postgres cuts longer identifiers. */
const LONGEST_IDENTIFIER = 63;
export const MOST_VALUE_COLUMNS = 200;
const LONGEST_CERTIFICATES = 12_000;
const PEM = /^\s*(-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)+$/;
const HOST = /^[A-Za-z0-9_.:-]+$/;

/** The name of a table or column as it is stored; it is quoted, so its case counts. */
const identifier = () =>
  lineText({ max: LONGEST_IDENTIFIER }).regex(/\S/, "Must not be empty; null means none");
const optional = () => identifier().nullable().default(null);

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

export const LAYOUTS = ["narrow", "wide", "ignition"] as const;
export const TIME_UNITS = ["timestamp", "s", "ms", "us", "ns"] as const;
export const QUALITY_CODES = ["opc_ua", "opc_da"] as const;

/** How a database is reached and which of its tables hold samples, beside the password. */
export const SQL_SHAPE = {
  host: lineText({ min: 1, max: 253 }).regex(
    HOST,
    "Must be a host name or an IP address, without scheme and port",
  ),
  port: z.int().min(1).max(65_535).default(5432),
  database: nameText(),
  user: nameText(),
  tls: z.boolean().default(true).describe("Without it only to private addresses that OUTBOUND_ALLOW lists"),
  ca: linesText({ max: LONGEST_CERTIFICATES }).regex(PEM, "Must be certificates as PEM").nullable().default(
    null,
  )
    .describe("The certificates (PEM) that sign the server's; null: the public ones"),
  layout: z.enum(LAYOUTS).describe(
    "`narrow`: a row is a value of the stream that a column names; `wide`: a row has a value of several streams; " +
      "`ignition`: the tables of an Ignition tag historian",
  ),
  schema: identifier().default("public"),
  table: optional().describe("The table or view of samples; null only with the layout `ignition`"),
  time_column: identifier().default("time"),
  time_unit: z.enum(TIME_UNITS).default("timestamp").describe(
    "`timestamp`: the column has a type of date and time; otherwise it counts these since 1970 in UTC",
  ),
  time_zone: lineText({ max: 100 }).refine(isTimeZone, "Must be a time zone such as Europe/Berlin").default(
    "UTC",
  )
    .describe("That of timestamps without one"),
  name_column: optional().describe("Names the stream, or with the layout `wide` the machine"),
  value_columns: z.array(identifier()).max(MOST_VALUE_COLUMNS).default([]).describe(
    "`narrow`: exactly one; `wide`: those to read, none: all with numbers, texts or booleans",
  ),
  quality_column: optional(),
  quality_codes: z.enum(QUALITY_CODES).default("opc_ua").describe(
    "What numbers of the quality column are: `opc_ua` with 0 as good, `opc_da` with 192 as good",
  ),
  tag_table: optional().describe("A table with a row for each value of `name_column`"),
  tag_key_column: optional().describe("Its column that equals `name_column`"),
  tag_name_column: optional().describe("Its column with the name; null: the key is the name"),
  tag_unit_column: optional(),
  tag_asset_column: optional().describe("Its column with the path of the asset"),
  asset_separator: lineText({ min: 1, max: 5 }).nullable().default(null).describe(
    "Divides a path into its parts; null: / if a path has one, else a dot",
  ),
};

export type SqlConfig = z.infer<z.ZodObject<typeof SQL_SHAPE>>;

const column = (label: string, hint?: string): FormField => ({
  input: "text",
  label,
  ...hint === undefined ? {} : { hint },
  isOptional: true,
  isHalf: true,
});

const tagField = (label: string, hint?: string): FormField => ({
  ...column(label, hint),
  fold: "Table of names, units and assets",
});

export const SQL_FORM: SourceForm<SqlConfig> = {
  label: "PostgreSQL or TimescaleDB",
  about: "Samples in a table of a PostgreSQL or TimescaleDB database, or in an Ignition tag historian",
  fields: {
    host: { input: "text", label: "Host", isHalf: true },
    port: { input: "number", min: 1, max: 65_535, label: "Port", initial: 5432, isHalf: true },
    database: { input: "text", label: "Database", isHalf: true },
    user: { input: "text", label: "User", hint: "One that may only read", isHalf: true },
    tls: {
      input: "check",
      label: "TLS",
      hint: "Without it only to private addresses that OUTBOUND_ALLOW lists",
      initial: true,
    },
    ca: {
      input: "area",
      rows: 4,
      label: "Certificate authority (PEM)",
      hint: "Empty: the public ones",
      isOptional: true,
    },
    layout: choice("Layout", {
      narrow: "A row for each value",
      wide: "A column for each value",
      ignition: "Ignition tag historian",
    }, "narrow"),
    schema: { input: "text", label: "Schema", initial: "public", isHalf: true },
    table: column("Table or view", "Not for Ignition"),
    time_column: { ...column("Time column"), initial: "time", isOptional: false },
    time_unit: choice("Times are", {
      timestamp: "Timestamps",
      s: "Seconds since 1970",
      ms: "Milliseconds since 1970",
      us: "Microseconds since 1970",
      ns: "Nanoseconds since 1970",
    }, "timestamp"),
    time_zone: {
      input: "text",
      label: "Time zone",
      hint: "Of timestamps without one",
      initial: "UTC",
      isHalf: true,
    },
    name_column: column("Name column", "Names the stream or the machine"),
    value_columns: {
      input: "lines",
      rows: 2,
      label: "Value columns",
      hint: "One a line; empty with a column for each value: all",
      initial: [],
    },
    quality_column: column("Quality column"),
    quality_codes: choice("Numbers of quality are", {
      opc_ua: "OPC UA (0 is good)",
      opc_da: "OPC DA (192 is good)",
    }, "opc_ua"),
    tag_table: tagField("Table of names"),
    tag_key_column: tagField("Its key column", "Equals the name column"),
    tag_name_column: tagField("Its name column", "Empty: the key"),
    tag_unit_column: tagField("Its unit column"),
    tag_asset_column: tagField("Its asset column", "A path such as line1/oven"),
    asset_separator: tagField("Separator of paths", "Empty: / or a dot"),
  },
  secrets: { password: { label: "Password" } },
  place: ["database", "layout", "schema", "table"],
};

type Given = { readonly [Name in keyof SqlConfig]?: unknown };

/** What a layout needs, and what contradicts it. */
export function layoutIssues(given: Given): Issue[] {
  const { layout, value_columns } = given;
  if (layout !== "narrow" && layout !== "wide") return [];
  const issues: Issue[] = [];
  const need = (path: keyof SqlConfig, why: string) => {
    if ((given[path] ?? null) === null) issues.push({ path, message: `Must not be empty ${why}` });
  };
  need("table", "unless the tables are Ignition's");
  if (layout === "narrow") {
    need("name_column", "where a row is one value: it names the stream");
    if (Array.isArray(value_columns) && value_columns.length !== 1) {
      issues.push({ path: "value_columns", message: "Takes exactly one column where a row is one value" });
    }
  }
  if ((given.tag_table ?? null) !== null) {
    need("name_column", "with a table of names");
    need("tag_key_column", "with a table of names");
  }
  return issues;
}

export const SQL_EXAMPLE = {
  config: {
    host: "historian.example.com",
    port: 5432,
    database: "plant",
    user: "andon",
    tls: true,
    ca: null,
    layout: "narrow",
    schema: "public",
    table: "history",
    time_column: "time",
    time_unit: "timestamp",
    time_zone: "UTC",
    name_column: "tag",
    value_columns: ["value"],
    quality_column: "quality",
    quality_codes: "opc_ua",
    tag_table: null,
    tag_key_column: null,
    tag_name_column: null,
    tag_unit_column: null,
    tag_asset_column: null,
    asset_separator: null,
  } satisfies SqlConfig,
  secrets: { password: "the password of the user" },
  tested: {},
};
