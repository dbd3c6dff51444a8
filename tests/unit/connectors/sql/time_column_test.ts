import { assertEquals } from "@std/assert";
import { FIRST_TIME, LAST_TIME, TimeColumn } from "../../../../connectors/sql/time_column.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";

const AT = ticksFromMs(Date.UTC(2026, 0, 31, 8, 15, 2, 123));

Deno.test("bounds() includes exactly the values with from < time ≤ to", () => {
  const bounds = (kind: TimeColumn["kind"], unit: TimeColumn["unit"], from: number, to: number) =>
    new TimeColumn(kind, unit).bounds(from, to);
  assertEquals(bounds("timestamp", "timestamp", AT, AT + 15), [
    "2026-01-31T08:15:02.1230010Z",
    "2026-01-31T08:15:02.1230020Z",
  ]);
  assertEquals(bounds("timestamp", "timestamp", AT - 1, AT), [
    "2026-01-31T08:15:02.1230000Z",
    "2026-01-31T08:15:02.1230010Z",
  ]);
  assertEquals(bounds("int", "ns", AT, AT + 1), ["1769847302123000100", "1769847302123000200"]);
  assertEquals(bounds("int", "us", AT, AT + 15), ["1769847302123001", "1769847302123002"]);
  assertEquals(bounds("int", "ms", AT - 1, AT), ["1769847302123", "1769847302124"]);
  assertEquals(bounds("int", "s", AT, AT + 1), ["1769847303", "1769847303"]);
  assertEquals(bounds("numeric", "s", AT, AT + 1), ["1769847302.1230001", "1769847302.1230002"]);
  assertEquals(bounds("numeric", "ns", AT, AT + 1), ["1769847302123000100", "1769847302123000200"]);
});

Deno.test("bounds() reach from 1970 to 2199", () => {
  const [low, high] = new TimeColumn("int", "s").bounds(-Infinity, Infinity);
  assertEquals([low, high], ["0", String(Date.UTC(2200, 0, 1) / 1000)]);
  assertEquals([FIRST_TIME, LAST_TIME + 1], [ticksFromMs(0), ticksFromMs(Date.UTC(2200, 0, 1))]);
});

Deno.test("ticks() reads what is told of the column, and cuts parts of a tick", () => {
  const ticks = (kind: TimeColumn["kind"], unit: TimeColumn["unit"], text: string) =>
    new TimeColumn(kind, unit).ticks(text) - AT;
  assertEquals(ticks("timestamp", "timestamp", "1769847302123456"), 4_560);
  assertEquals(ticks("int", "ns", "1769847302123000199"), 1);
  assertEquals(ticks("int", "us", "1769847302123001"), 10);
  assertEquals(ticks("int", "ms", "1769847302124"), 10_000);
  assertEquals(ticks("int", "s", "1769847303"), 8_770_000);
  assertEquals(ticks("numeric", "s", "1769847302.12300019"), 1);
  assertEquals(ticks("numeric", "ms", "1769847302123.5"), 5_000);
  assertEquals(ticks("float", "s", "1769847302.123"), 0);
  assertEquals(ticks("float", "ms", "1769847302123.5"), 5_000);
  assertEquals(new TimeColumn("int", "ns").ticks("5"), FIRST_TIME);
});

Deno.test("first() is the first time that the column can hold", () => {
  const first = (kind: TimeColumn["kind"], unit: TimeColumn["unit"]) =>
    new TimeColumn(kind, unit).first(AT + 1) - AT;
  assertEquals([first("timestamp", "timestamp"), first("int", "ms"), first("int", "s"), first("int", "ns")], [
    10,
    10_000,
    8_770_000,
    1,
  ]);
});
