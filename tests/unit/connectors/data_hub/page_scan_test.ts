import { assert, assertEquals } from "@std/assert";
import { cases, fc } from "../../../support/fast_check.ts";
import { createCounters } from "../../../../connectors/data_hub/counters.ts";
import { Doubts } from "../../../../connectors/data_hub/doubts.ts";
import { feedChanges } from "../../../../connectors/data_hub/feed_page.ts";
import { scanPage } from "../../../../connectors/data_hub/page_scan.ts";
import { parseWire } from "../../../../connectors/wire.ts";
import { updatesPage } from "../../../../connectors/data_hub/wire.ts";
import { BatchWriter } from "../../../../domain/sample/batch_writer.ts";
import { changesOf } from "../../../support/batch_changes.ts";
import { sourceStream, streamSource, subscriptionsOf } from "../../../support/data_hub_client.ts";

const CASES = cases(500);
const T = "2026-01-31T08:00:01.1234567Z";

const subscriptions = subscriptionsOf([
  sourceStream(1),
  sourceStream(2, { sdsStreamId: "Pump", valueProperty: "Speed" }),
  sourceStream(3, { sdsStreamId: "Pump", valueProperty: "On", typeCode: 3 }),
  sourceStream(4, { sdsStreamId: "Tank 1.Mode", typeCode: 605, enumMembers: { 0: "Off", 7: "Auto" } }),
  sourceStream(5, { sdsStreamId: "Größe", typeCode: 18, nullable: true }),
  sourceStream(6, { sdsStreamId: "pi", piEvent: true, keyProperty: "Timestamp", typeCode: 113 }),
  sourceStream(7, { sdsStreamId: "pi.mode", piEvent: true, typeCode: 18 }),
  sourceStream(8, { sdsStreamId: "big", typeCode: 11 }),
  sourceStream(9, {
    sdsStreamId: "level",
    properties: ["Time", "Value", "Status"],
    qualities: [{ property: "Status", typeCode: 10, enumMembers: null }],
    former: [streamSource({ valueProperty: "Level" })],
  }),
]);

/** Reused for all pages, as by a reader of the feed. */
const writer = new BatchWriter();

/** The types of half of the streams have been read just now. */
function noticing(): Doubts {
  return new Doubts(({ id }, doubt) => doubt !== "misfit" && id % 2 === 1);
}

function noticed({ unreadableTimes, impossibleTimes, open }: Doubts) {
  return { unreadableTimes, impossibleTimes, open };
}

function scan(text: string) {
  const doubts = noticing();
  const page = scanPage(new TextEncoder().encode(text), { resources: subscriptions.table, writer, doubts });
  return page && { ...page, batch: changesOf(page.batch), ...noticed(doubts) };
}

function parsed(text: string): ReturnType<typeof scan> {
  const counters = createCounters(), doubts = noticing();
  const { data, bookmark } = parseWire(updatesPage, JSON.parse(text), "the change feed");
  const batch = feedChanges(data ?? [], { subscriptions, counters, doubts });
  const page = { bookmark: bookmark ?? null, items: data?.length ?? 0 };
  return { ...page, batch, ...noticed(doubts) };
}

function pageOf(items: readonly string[]): string {
  return `{"data":[${items.join(",")}],"bookmark":"b1"}`;
}

function itemOf(resource: string, events: readonly string[], operation = "Insert"): string {
  return `{"resourceId":"${resource}","operation":"${operation}","events":[${events.join(",")}]}`;
}

/** The page is scanned, with the same result as parsing. */
function assertScanned(text: string): void {
  const scanned = scan(text);
  assert(scanned !== undefined, text);
  assertEquals(scanned, parsed(text), text);
}

function assertSameIfScanned(text: string): void {
  const scanned = scan(text);
  if (scanned !== undefined) assertEquals(scanned, parsed(text), text);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

Deno.test("scanPage() reads pages in the usual form", () => {
  assertScanned('{"data":[],"bookmark":"b"}');
  assertScanned('{"bookmark":"b","data":[]}');
  assertScanned('{"data":[]}');
  assertScanned(pageOf([
    itemOf("s1", [`{"Time":"${T}","Value":1.5}`, `{"Value":-0,"Time":"${T}"}`, `{"Time":"${T}"}`]),
    itemOf("Pump", [`{"Time":"${T}","Speed":12,"On":true,"Note":"x"}`, `{"Time":"${T}"}`], "Update"),
    itemOf("Tank 1.Mode", [`{"Time":"${T}","Value":7}`, `{"Time":"${T}","Value":"auto"}`]),
    itemOf("Größe", [`{"Time":"${T}","Value":"süß"}`, `{"Time":"${T}","Value":null}`]),
    itemOf("big", [`{"Time":"${T}","Value":"12345678901234567"}`]),
    itemOf("s1", []),
  ]));
});

Deno.test("scanPage() reads the events of the PI agent", () => {
  const flags = (code: number, name: string | null, isQuestionable: boolean) =>
    `"IsQuestionable":${isQuestionable},"IsSubstituted":false,"IsAnnotated":false,` +
    `"SystemStateCode":${code},"DigitalStateName":${JSON.stringify(name)}`;
  for (const code of [0, 248]) {
    for (const name of [null, "", "Open"]) {
      for (const isQuestionable of [true, false]) {
        const rest = flags(code, name, isQuestionable);
        assertScanned(pageOf([
          itemOf("pi", [
            `{"Timestamp":"${T}","Value":3,${rest}}`,
            `{"Timestamp":"${T}","Value":null,${rest}}`,
          ]),
          itemOf("pi.mode", [`{"Time":"${T}","Value":"3",${rest}}`]),
        ]));
      }
    }
  }
});

Deno.test("scanPage() leaves ambiguous pages to the parser", () => {
  const event = `{"Time":"${T}","Value":1}`;
  const unusual = [
    ` ${pageOf([])}`,
    `${pageOf([])}x`,
    pageOf([itemOf("S1", [event])]),
    pageOf([itemOf("other", [event])]),
    pageOf([itemOf("s1", [event], "Remove")]),
    pageOf([itemOf("s1", [`{"time":"${T}","Value":1}`])]),
    pageOf([itemOf("s1", [`{"Time":"${T}","VALUE":1}`])]),
    pageOf([itemOf("s1", [`{"Time":"${T}","Valü":1}`])]),
    pageOf([itemOf("s1", [`{"Time":"${T}","Value":"a\\n"}`])]),
    pageOf([itemOf("s1", [`{"Value":1}`])]),
    pageOf([itemOf("s1", [`{"Time":null,"Value":1}`])]),
    pageOf([itemOf("s1", [`{"Time":"${T}","Value":01}`])]),
    pageOf([itemOf("s1", [`{"Time":"${T}","Value":1.}`])]),
    pageOf([itemOf("s1", [`{"Time":"${T}","Value":[1]}`])]),
    pageOf([itemOf("s1", [event, "null"])]),
  ];
  for (const text of unusual) assertEquals(scan(text), undefined, text);
});

const time = fc.oneof(
  fc.integer({ min: 0, max: 9_999_999 }).map((ticks) =>
    `2026-01-31T08:00:01.${String(ticks).padStart(7, "0")}Z`
  ),
  fc.constantFrom("2026-01-31T08:00:59Z", "2026-01-31T08:01:00.5Z", "1969-12-31T23:59:59.9999999Z"),
  fc.constantFrom("2026-02-30T24:00:60Z", "2026-01-31 08:00:01", "3/7/2024 12:00:00 AM", "soon", ""),
  fc.constantFrom("2026-01-31T08:00:01.12345678Z", "9999-12-31T23:59:59.9999999Z", "2026-01-31T08:00:1Z"),
  fc.constantFrom("0001-01-01T00:00:00Z", "2199-12-31T23:59:59.9Z", "2200-01-01T00:00:00Z"),
);
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => JSON.stringify(value)),
  fc.stringMatching(/^-?(0|[1-9]\d{0,17})(\.\d{1,18})?([eE][+-]?\d{1,3})?$/),
);
const value = fc.oneof(
  { weight: 4, arbitrary: number },
  fc.constantFrom("null", "true", "false", '"7"', '"Auto"', '"x\\u0041"', '"ä"', "1e999", "{}", "[]"),
);
const member = fc.tuple(
  fc.constantFrom(
    "Value",
    "Speed",
    "On",
    "Other",
    "Level",
    "Status",
    "value",
    "DigitalStateName",
    "SystemStateCode",
    "IsQuestionable",
  ),
  value,
).map(([name, of]) => `"${name}":${of}`);
const event = fc.tuple(
  fc.constantFrom("Time", "Time", "Time", "Timestamp"),
  time,
  fc.array(member, { maxLength: 4 }),
  fc.boolean(),
).map(([key, at, members, isLast]) => {
  const keyed = `"${key}":"${at}"`;
  return `{${(isLast ? [...members, keyed] : [keyed, ...members]).join(",")}}`;
});
const item = fc.tuple(
  fc.constantFrom("s1", "Pump", "Tank 1.Mode", "Größe", "pi", "pi.mode", "big", "level"),
  fc.array(event, { maxLength: 4 }),
  fc.constantFrom("Insert", "Update"),
).map(([resource, events, operation]) => itemOf(resource, events, operation));
const page = fc.array(item, { maxLength: 4 }).map(pageOf);

Deno.test("scanPage() reads any page with the same result as parsing", () => {
  fc.assert(fc.property(page, assertSameIfScanned), CASES);
});

Deno.test("scanPage() reads events that differ slightly from the previous one or from the usual form", () => {
  const alike = `{"Time":"${T}","Value":1.5}`;
  const others = [
    ...["1e999", "-1e999", "-0", "12345678901234567890", '"7"', "true", "null", "-", "01", "1."],
    ...['1,"Value":2', '1,"Other":"x"', `1,"Time":"2026-01-31T08:00:09Z"`, '1,"DigitalStateName":"Bad"'],
  ].map((value) => `{"Time":"${T}","Value":${value}}`);
  const times = [
    "08:00:01.1Z",
    "08:00:59Z",
    "08:00:60Z",
    "08:00:1Z",
    "08:01:01Z",
    "08:00:01.12345678Z",
    "8:00",
  ];
  const later = times.map((time) => `{"Time":"2026-01-31T${time}","Value":2}`);
  const turned = [
    `{"Value":2,"Time":"${T}"}`,
    `{"Value":2,"Time":"2026-01-31T09:00:01Z"}`,
    `{"Time":"${T}"}`,
    "{}",
  ];
  for (const other of [...others, ...later, ...turned]) {
    for (const events of [[alike, other, alike, alike], [other, other, alike], [alike, alike, other]]) {
      if (isJson(other)) assertSameIfScanned(pageOf([itemOf("s1", events), itemOf("Größe", events)]));
      else assertEquals(scan(pageOf([itemOf("s1", events)])), undefined, other);
    }
  }
  for (const value of ["1e999", '"7"', "true", "null", '1,"Other":"x"']) {
    const other = `{"Time":"${T}","Value":${value}}`;
    assertScanned(pageOf([itemOf("s1", [alike, other, alike])]));
  }
  const noted = [
    `{"Note":"2026-01-31T07:00:05Z","Time":"${T}"}`,
    '{"Note":"2026-01-31T07:00:01Z","Value":3}',
  ];
  assertEquals(scan(pageOf([itemOf("s1", noted)])), undefined);
});

Deno.test("scanPage() reads events with the same start of streams with different decoders", () => {
  const resources = ["s1", "Pump", "big", "Tank 1.Mode", "Größe", "s1"];
  const events = [
    `{"Time":"${T}","Value":7}`,
    `{"Time":"${T}","Speed":7,"On":true}`,
    `{"Time":"${T}","Value":7}`,
  ];
  assertScanned(pageOf(resources.map((resource) => itemOf(resource, events))));
});

Deno.test("scanPage() reads every valid number exactly", () => {
  fc.assert(
    fc.property(number, (text) => assertScanned(pageOf([itemOf("s1", [`{"Time":"${T}","Value":${text}}`])]))),
    CASES,
  );
});

Deno.test("scanPage() does not accept a page that is not JSON", () => {
  const broken = fc.tuple(
    page,
    fc.nat(),
    fc.constantFrom("", '"', ",", "{", "}", "0", "\\", " ", "\u0001"),
    fc.boolean(),
  );
  fc.assert(
    fc.property(broken, ([text, place, put, isInserted]) => {
      const at = place % text.length;
      assertSameIfScanned(text.slice(0, at) + put + text.slice(isInserted ? at : at + 1));
    }),
    CASES,
  );
});
