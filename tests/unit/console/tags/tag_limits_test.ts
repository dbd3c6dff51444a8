import { assertEquals, assertThrows } from "@std/assert";
import { csvTable, MOST_ROWS, textOf } from "../../../../console/tags/csv_table.ts";
import { knownColumns, type Preset, unusedColumns } from "../../../../console/tags/tag_columns.ts";
import { decimalMark, tagLimits } from "../../../../console/tags/tag_limits.ts";

function readAs(text: string, preset: Preset = "Any") {
  const table = csvTable(text), choice = knownColumns(table, preset), mark = decimalMark(table, choice);
  return { table, choice, mark, ...tagLimits(table, { choice, mark }) };
}

const problemsOf = (text: string) => readAs(text).refused.map(({ row, problem }) => `${row} ${problem}`);

Deno.test("a file with a byte order mark, semicolons, decimal commas and quotes is read", () => {
  const bytes = new TextEncoder().encode(
    "\uFEFFTag;Description;HiHi;Hi;Lo;LoLo;Deadband;Delay;Priority;Units\r\n" +
      '"Line1.Pump.Pressure";"Pump; the ""old"" one";6,5;6;"2";1,25;0,1;10;High;bar\r\n' +
      "\r\n" +
      "Line1.Tank.Level;;;90;;;;;;%\r\n",
  );
  const { read, refused, mark, table, choice } = readAs(textOf(bytes));
  assertEquals([mark, refused, unusedColumns(table, choice)], [",", [], []]);
  assertEquals(read, [
    {
      row: 2,
      tag: "Line1.Pump.Pressure",
      limits: { high_high: 6.5, high: 6, low: 2, low_low: 1.25 },
      deadband: 0.1,
      delay: 10,
      severity: "error",
      unit: "bar",
    },
    {
      row: 4,
      tag: "Line1.Tank.Level",
      limits: { high: 90 },
      deadband: null,
      delay: null,
      severity: null,
      unit: "%",
    },
  ]);
});

Deno.test("textOf() reads UTF-16 with its mark, and Windows-1252 where a file is no UTF-8", () => {
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...[..."Tag,°C"].flatMap((c) => [c.charCodeAt(0) & 255, c.charCodeAt(0) >> 8]),
  ]);
  assertEquals(textOf(utf16), "Tag,°C");
  assertEquals(textOf(new Uint8Array([0x54, 0xb0, 0x43])), "T°C");
});

Deno.test("columns are known by the names that PI, Ignition and control systems give them", () => {
  const known = (header: string, preset: Preset) => {
    const table = csvTable(`${header}\n${header}`);
    return Object.entries(knownColumns(table, preset)).map(([field, at]) => `${field}=${table.header[at]}`);
  };
  assertEquals(known("Name,Data Reference,LimitHiHi,Limit Hi,Limit Lo,LimitLoLo,DefaultUOM", "PI"), [
    "tag=Data Reference",
    "high_high=LimitHiHi",
    "high=Limit Hi",
    "low=Limit Lo",
    "low_low=LimitLoLo",
    "unit=DefaultUOM",
  ]);
  assertEquals(
    known("Name,Full Path,HiHi Setpoint,Hi Setpoint,timeOnDelaySeconds,Documentation", "Ignition"),
    [
      "tag=Full Path",
      "high_high=HiHi Setpoint",
      "high=Hi Setpoint",
      "delay=timeOnDelaySeconds",
      "description=Documentation",
    ],
  );
  assertEquals(known("TAG NAME,HH,H,L,LL,DB,Prio,EU", "Any").length, 8);
});

Deno.test("what a row gives wrongly is told by its row and column, and the others are read", () => {
  const rows = [
    "A,7.5,6,2,1,0,0,1",
    ",7,6,2,1,0,0,1",
    "B,x,6,2,1,0,0,1",
    'C,7,"6,5",2,1,0,0,1',
    "D,5,6,2,1,0,0,1",
    "E,,6,6,,0,0,1",
    "F,,,,,0,0,1",
    "G,7,6,2,1,-1,0,1",
    "H,7,6,2,1,0,-1,1",
    "I,7,6,2,1,0,0,loud",
    "a,7,6,2,1,0,0,1",
    "J,7,6,2,1,0,0,1,9",
    "K,1e999,,,,,,",
  ];
  const text = ["Tag,HH,H,L,LL,Deadband,Delay,Priority", ...rows].join("\n");
  assertEquals(readAs(text).read.map(({ tag }) => tag), ["A"]);
  assertEquals(problemsOf(text), [
    "3 Tag: is empty",
    "4 High high: “x” is not a number with a decimal point",
    "5 High: “6,5” is not a number with a decimal point",
    "6 High high: 5 is not above high, 6",
    "7 High: 6 is not above low, 6",
    "8 It has no limit",
    "9 Deadband: is below 0",
    "10 Delay (s): must be from 0 to 2592000",
    "11 Priority: “loud” is none of 1, 2, 3, 4, critical, urgent, emergency, high, error, medium, warning, low, " +
    "diagnostic, info, journal",
    "12 Tag: stands in row 2 too",
    "13 It has 9 cells, but the first row 8; quote cells with separators",
    "14 High high: “1e999” is not a number with a decimal point",
  ]);
});

Deno.test("a number with separators of thousands is refused, not misread", () => {
  assertEquals(problemsOf("Tag;H\nA;1.234,5\nB;2,5"), [
    "2 High: “1.234,5” is not a number with a decimal comma",
  ]);
});

Deno.test("csvTable() reads 10,000 rows and refuses more, an empty file, and a quote that does not end", () => {
  const rows = (count: number) =>
    ["Tag,H", ...Array.from({ length: count }, (_, n) => `T${n},${n}`)].join("\n");
  assertEquals(readAs(rows(MOST_ROWS)).read.length, MOST_ROWS);
  for (
    const [text, message] of [
      [rows(MOST_ROWS + 1), "The file has 10001 rows; import at most 10000 at a time"],
      ["", "The file is empty; its first row names the columns"],
      ["Tag,H\n", "The file has no rows below the names of its columns"],
      ["Tag\nA", "The first row has one column; separate columns by comma, semicolon or tab"],
      ['Tag,H\nA,1\n"B,2\n', "Row 3: a quoted cell does not end; double the quotes inside a cell"],
    ] as const
  ) {
    assertEquals(assertThrows(() => csvTable(text), Error).message, message);
  }
});
