import { assertEquals } from "@std/assert";
import { SQL } from "../../../../connectors/sql/connector.ts";
import { sqlId } from "../../../../connectors/sql/identity.ts";
import { readQuality } from "../../../../connectors/sql/quality.ts";
import { MOST_VALUE_COLUMNS, SQL_EXAMPLE } from "../../../../connectors/sql/settings.ts";

const NARROW = SQL_EXAMPLE.config;

function issuesOf(config: Record<string, unknown>): string[] {
  const { error } = SQL.given.safeParse({ ...NARROW, ...config });
  return error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];
}

Deno.test("a layout tells what it needs", () => {
  assertEquals(issuesOf({}), []);
  assertEquals(issuesOf({ table: null, name_column: null, value_columns: [] }), [
    "table: Must not be empty unless the tables are Ignition's",
    "name_column: Must not be empty where a row is one value: it names the stream",
    "value_columns: Takes exactly one column where a row is one value",
  ]);
  assertEquals(issuesOf({ layout: "wide", name_column: null, value_columns: [] }), []);
  assertEquals(issuesOf({ layout: "wide", name_column: null, tag_table: "tags" }), [
    "name_column: Must not be empty with a table of names",
    "tag_key_column: Must not be empty with a table of names",
  ]);
  assertEquals(issuesOf({ layout: "ignition", table: null, name_column: null, value_columns: [] }), []);
});

Deno.test("settings are limited", () => {
  const columns = (count: number) => Array.from({ length: count }, (_, i) => `v${i}`);
  assertEquals(issuesOf({ layout: "wide", value_columns: columns(MOST_VALUE_COLUMNS) }), []);
  assertEquals(issuesOf({ layout: "wide", value_columns: columns(MOST_VALUE_COLUMNS + 1) }).length, 1);
  assertEquals(issuesOf({ table: "t".repeat(63) }), []);
  assertEquals(issuesOf({ table: "t".repeat(64) }), ["table: Takes at most 63 characters"]);
  assertEquals(issuesOf({ time_zone: "Mars/Olympus" }), [
    "time_zone: Must be a time zone such as Europe/Berlin",
  ]);
  assertEquals(issuesOf({ host: "http://db" }), [
    "host: Must be a host name or an IP address, without scheme and port",
  ]);
  assertEquals(issuesOf({ ca: "no certificate" }), ["ca: Must be certificates as PEM"]);
});

Deno.test("the plant is the table by whatever host; the password is for one database of one host", () => {
  const other = { ...NARROW, host: "10.0.0.9", user: "else" };
  assertEquals(SQL.identity(other).place, SQL.identity(NARROW).place);
  assertEquals(SQL.receiver(other) === SQL.receiver(NARROW), false);
  const elsewhere = SQL.identity({ ...NARROW, table: "other" });
  assertEquals(elsewhere.place, ["plant", "narrow", "public", "other"]);
});

Deno.test("sqlId() differs for every two streams, also without case", () => {
  const ids = [
    sqlId({ name: "a", column: "b.c" }),
    sqlId({ name: "a|b", column: "c" }),
    sqlId({ name: "a", column: "b|c" }),
    sqlId({ name: "A", column: "b.c" }),
    sqlId({ name: null, column: "a" }),
    sqlId({ name: "a\\", column: "|" }),
    sqlId({ name: "a", column: null, driver: 1 }),
  ];
  assertEquals(new Set(ids.map((id) => id.toLowerCase())).size, ids.length);
});

Deno.test("a quality is a code, a name or a flag; null is uncertain", () => {
  const ua = { name: "quality", codes: "opc_ua" as const }, da = { ...ua, codes: "opc_da" as const };
  assertEquals([0, 0x40000000, 0x80000000].map((code) => readQuality(code, ua)), [
    "good",
    "uncertain",
    "bad",
  ]);
  assertEquals([192, 216, 255].map((code) => readQuality(code, da)), ["good", "good", "good"]);
  assertEquals([64, 127].map((code) => readQuality(code, da)), ["uncertain", "uncertain"]);
  assertEquals([0, 63, 128, 191, 256, 500, -1].map((code) => readQuality(code, da)), Array(7).fill("bad"));
  assertEquals([readQuality("192", da), readQuality("Good", da), readQuality("Bad", ua)], [
    "good",
    "good",
    "bad",
  ]);
  assertEquals([readQuality(true, { ...ua, name: "is_bad" }), readQuality(true, ua)], ["bad", "good"]);
  assertEquals(readQuality(null, ua), "uncertain");
});
