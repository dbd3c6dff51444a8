import { assertEquals } from "@std/assert";
import { type AuditLine, BulkFolding } from "../../../../domain/audit/bulk.ts";
import type { AuditRecord } from "../../../../domain/audit/types.ts";

const NOON = Date.UTC(2026, 0, 31, 12);

/** Entries from the oldest to the newest, so many milliseconds apart, newest first. */
function log(entries: readonly Partial<AuditRecord>[], apartMs = 20): AuditRecord[] {
  return entries.map((given, i): AuditRecord => ({
    v: 1,
    id: String(i).padStart(6, "0"),
    at: new Date(NOON + i * apartMs).toISOString(),
    who: "anna",
    address: "192.0.2.7",
    action: "acknowledged",
    resource_type: "rule_event",
    resource_id: String(i),
    before: null,
    after: null,
    ...given,
  })).reverse();
}

function foldBulks(entries: readonly AuditRecord[]): AuditLine[] {
  const folding = new BulkFolding();
  for (const entry of entries) folding.add(entry);
  return folding.lines();
}

const told = (lines: readonly AuditLine[]) =>
  lines.map(({ entry, bulk }) =>
    bulk === undefined
      ? `${entry.who} ${entry.action} ${entry.resource_id}`
      : `${entry.who} ${entry.action} ${bulk.resources} in ${bulk.entries}: ${bulk.comment}`
  );

const ids = (count: number) => Array.from({ length: count }, (_, i) => String(i));
const note = (resource_id: string, text: string): Partial<AuditRecord> => ({
  resource_id,
  action: "updated",
  before: { note: null },
  after: { note: text },
});

Deno.test("BulkFolding tells 61 acknowledgements with one comment in one line, whatever others did meanwhile", () => {
  const entries = log(
    ids(61).flatMap((id) => [
      { resource_id: id },
      note(id, "Cleaning"),
      ...id === "30"
        ? [{ who: "ben", resource_type: "package" as const, action: "created", resource_id: "4" }]
        : [],
    ]),
  );
  const lines = foldBulks(entries);
  assertEquals(told(lines), ["anna acknowledged 61 in 122: Cleaning", "ben created 4"]);
  const { from, until } = lines[0].bulk!;
  assertEquals([lines[0].entry, from, until], [entries[1], entries.at(-1)?.at, entries[0].at]);
});

Deno.test("BulkFolding takes the notes of events that were acknowledged already, and the lack of them, as the same bulk", () => {
  const acts = ids(5).map((id) => ({ resource_id: id })), notes = ids(8).map((id) => note(id, "Seen"));
  assertEquals(told(foldBulks(log([...acts, ...notes]))), ["anna acknowledged 8 in 13: Seen"]);
  assertEquals(told(foldBulks(log([...acts, ...notes.slice(0, 4)]))), ["anna acknowledged 5 in 9: Seen"]);
});

Deno.test("BulkFolding leaves what is not one action in one go: two resources, a pause, another person, desk or action", () => {
  assertEquals(told(foldBulks(log([{}, {}]))), ["anna acknowledged 1", "anna acknowledged 0"]);
  assertEquals(foldBulks(log([{}, {}, {}, {}], 10_001)).length, 4);
  assertEquals(foldBulks(log([{}, {}, {}, {}], 10_000)).length, 1);
  for (
    const other of [{ who: "ben" }, { desk: "Control room" }, { action: "shelved" }, { address: "192.0.2.8" }]
  ) {
    assertEquals(foldBulks(log([{}, other, {}, other])).length, 4, JSON.stringify(other));
  }
  assertEquals(foldBulks(log([{ resource_id: "1" }, { resource_id: "1" }, { resource_id: "1" }])).length, 3);
});

Deno.test("BulkFolding leaves entries of Andon itself, of sessions and refusals, and notes of other events, as they are", () => {
  const engine = { who: "Andon", address: undefined };
  for (
    const given of [engine, { resource_type: "session" as const }, { resource_type: "refusal" as const }]
  ) {
    assertEquals(foldBulks(log([given, given, given])).length, 3);
  }
  const notes = ids(3).map((id) => note(id, "Seen"));
  assertEquals(told(foldBulks(log(notes))), ["anna updated 3 in 3: Seen"]);
  assertEquals(told(foldBulks(log([...ids(3).map((id) => ({ resource_id: `9${id}` })), ...notes]))), [
    "anna updated 3 in 3: Seen",
    "anna acknowledged 3 in 3: null",
  ]);
  assertEquals(foldBulks(log(ids(4).map((id) => note(id, `Note ${id}`)))).length, 4);
});

Deno.test("BulkFolding folds what was created or deployed in bulk", () => {
  const deployed = ids(40).map((id) => ({
    action: "deployed",
    resource_type: "instance" as const,
    resource_id: id,
  }));
  assertEquals(told(foldBulks(log(deployed))), ["anna deployed 40 in 40: null"]);
});
