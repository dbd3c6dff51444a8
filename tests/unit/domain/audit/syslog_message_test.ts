import { assert, assertEquals, assertMatch } from "@std/assert";
import { syslogMessage } from "../../../../domain/audit/syslog_message.ts";
import type { AuditRecord } from "../../../../domain/audit/types.ts";

const OPTIONS = { host: "plant-7", processId: "42", sequence: 1, mostBytes: 8_192 };

const ENTRY: AuditRecord = {
  v: 1,
  id: "01KG9Z3F7M2V5T8Q1W4X6Y0ABC",
  at: "2026-01-31T08:15:02.123Z",
  who: "anna",
  action: "updated",
  resource_type: "package",
  resource_id: "1",
  before: { name: "Müll" },
  after: { name: "Anlage" },
  address: "192.0.2.7",
};

function messageOf(change: Partial<AuditRecord> = {}, options: Partial<typeof OPTIONS> = {}): string {
  const bytes = syslogMessage({ ...ENTRY, ...change }, { ...OPTIONS, ...options });
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

Deno.test("syslogMessage() is RFC 5424: header, structured data, byte order mark and text", () => {
  assertEquals(
    messageOf(),
    '<109>1 2026-01-31T08:15:02.123Z plant-7 andon 42 updated [meta sequenceId="1"]' +
      '[audit@32473 id="01KG9Z3F7M2V5T8Q1W4X6Y0ABC" who="anna" action="updated" resource_type="package" ' +
      'resource_id="1" address="192.0.2.7"] \ufeff{"before":{"name":"Müll"},"after":{"name":"Anlage"}}',
  );
});

Deno.test("syslogMessage() names the shared desk at which the person confirmed", () => {
  assertMatch(messageOf({ desk: "control-room" }), / address="192\.0\.2\.7" desk="control-room"\] /);
  assert(!messageOf().includes("desk="));
});

Deno.test("syslogMessage() tells refusals as warnings, and leaves out the address that nobody has", () => {
  assertMatch(
    messageOf({ resource_type: "refusal", action: "sign_in_refused" }),
    /^<108>1 \S+ plant-7 andon 42 sign_in_refused /,
  );
  assert(!messageOf({ address: undefined }).includes("address="));
});

Deno.test("syslogMessage() escapes what would end a value, and keeps everything on one line", () => {
  const text = messageOf({ resource_id: 'a"b\\c]d\ne\u0000f\ud800', after: { note: "x\ny" } });
  assert(text.includes('resource_id="a\\"b\\\\c\\]d e f\ufffd"'), text);
  assert(text.includes('"note":"x\\ny"'));
  assertEquals(text.split("\n").length, 1);
});

Deno.test("syslogMessage() keeps its header printable and short", () => {
  const header = (options: Partial<typeof OPTIONS>) => messageOf({}, options).split(" ").slice(2, 5);
  assertEquals(header({ host: "", processId: "" }), ["-", "andon", "-"]);
  assertEquals(header({ host: "a b\u00e9c" })[0], "abc");
  assertEquals(header({ host: "h".repeat(300) })[0].length, 255);
  assertEquals(messageOf({ action: "x".repeat(40) }).split(" ")[5].length, 32);
});

Deno.test("syslogMessage() leaves out before and after where they are too long", () => {
  const bytes = syslogMessage(ENTRY, OPTIONS).length;
  assert(!messageOf({}, { mostBytes: bytes }).includes('"cut"'));
  assert(messageOf({}, { mostBytes: bytes - 1 }).endsWith(' \ufeff{"cut":true}'));
});

Deno.test("syslogMessage() counts from 1 to 2147483647, and again", () => {
  const counted = (sequence: number) => /sequenceId="(\d+)"/.exec(messageOf({}, { sequence }))?.[1];
  assertEquals([1, 2_147_483_647, 2_147_483_648].map(counted), ["1", "2147483647", "1"]);
});
