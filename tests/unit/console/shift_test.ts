import { assertEquals } from "@std/assert";
import { missingText, spanRows } from "../../../console/pages/shift/missing_text.ts";
import { shiftChanges } from "../../../console/pages/shift/shift_changes.ts";
import { shiftReport } from "../../../console/pages/shift/shift_report.ts";
import { shiftAddress, shiftStart, storedShift } from "../../../console/pages/shift/shift_start.ts";
import type { Schemas } from "../../../console/api/client.ts";
import { event } from "./support.ts";

const HOUR_MS = 3_600_000;
const AT = Date.UTC(2026, 0, 31, 14);
const iso = (ms: number) => new Date(ms).toISOString();

Deno.test("a shift began at the time in the address, else at the person's own time, else eight hours ago", () => {
  const stored = storedShift("anna", AT - 2 * HOUR_MS + 59_000);
  const start = (options: { address?: string; stored?: string; username?: string; nowMs?: number }) => {
    const { fromMs, from } = shiftStart({ stored: "", username: "anna", nowMs: AT + 30_000, ...options });
    return [from, (AT - fromMs) / HOUR_MS];
  };
  assertEquals(start({}), ["default", 8]);
  assertEquals(start({ stored }), ["person", 2], "a whole minute");
  assertEquals(start({ stored, username: "ben" }), ["default", 8], "somebody else's time");
  assertEquals(start({ stored, address: iso(AT - 5 * HOUR_MS) }), ["address", 5]);
  for (const address of ["yesterday", iso(AT + HOUR_MS)]) {
    assertEquals(start({ stored, address }), ["person", 2], address);
  }
  assertEquals(start({ stored, nowMs: AT + 22 * HOUR_MS - 1 })[0], "person");
  assertEquals(start({ stored, nowMs: AT + 22 * HOUR_MS })[0], "default", "a day later");
  assertEquals(start({ stored, nowMs: AT - 3 * HOUR_MS })[0], "default", "not yet");
  assertEquals(start({ stored: "06:00" }), ["default", 8]);
  const address = new URL(shiftAddress(AT), "http://localhost").searchParams.get("from") ?? "";
  assertEquals(start({ address, nowMs: AT }), ["address", 0]);
});

const ended = (ms: number, { minutes = 1, ...more } = {}) => ({
  is_active: false,
  start_time: iso(ms),
  end_time: iso(ms + minutes * 60_000),
  closed_at: iso(ms + minutes * 60_000),
  close_reason: "condition_cleared" as const,
  ...more,
});
const done = { acknowledged_at: iso(AT), acknowledged_by: "anna" };

Deno.test("the report tells apart what waits, what is active, what stands and what came and went", () => {
  const before = { start_time: iso(AT - HOUR_MS) };
  const report = shiftReport([
    event(1, { start_time: iso(AT), severity: "info" }),
    event(2, { start_time: iso(AT + 1_000), severity: "critical", ...done }),
    event(3, { ...before, severity: "error" }),
    event(4, { ...before, ...done }),
    event(5, { ...before, shelved_until: iso(AT + HOUR_MS), shelve_reason: "Being mended" }),
    event(6, { ...ended(AT - HOUR_MS), rule_id: "old" }),
    event(9, { ...ended(AT + 30_000), severity: "info", rule_id: "b" }),
    event(7, { ...ended(AT), ...done, rule_id: "a" }),
    event(8, { start_time: iso(AT), flags: ["retracted"], severity: "critical" }),
  ], { fromMs: AT, nowMs: AT + 60_000, retainedSinceMs: AT - 5 * HOUR_MS });
  const ids = (events: readonly { id: number }[]) => events.map(({ id }) => id);
  assertEquals(
    ids(report.unacknowledged.map(({ event }) => event)),
    [3, 6, 1, 9],
    "worst and active first, shelved ones not",
  );
  assertEquals([ids(report.active), ids(report.standing)], [[2, 1], [3, 5, 4]]);
  assertEquals(ids(report.ended.map(({ event }) => event)), [7, 9]);
  assertEquals(report.raised, { critical: 1, error: 0, warning: 1, info: 2 });
});

Deno.test("an event that was shelved waits again when its shelving has ended", () => {
  const shelved = event(1, { shelved_until: iso(AT + HOUR_MS), shelve_reason: "Being mended" });
  const waiting = (nowMs: number) =>
    shiftReport([shelved], { fromMs: AT, nowMs, retainedSinceMs: Infinity }).unacknowledged.length;
  assertEquals([waiting(AT + HOUR_MS - 1), waiting(AT + HOUR_MS)], [0, 1]);
});

Deno.test("what came and went is one row for each rule and instance, with the newest event", () => {
  const { ended: rows } = shiftReport([
    event(1, { ...ended(AT, { minutes: 2 }), ...done }),
    event(2, ended(AT + HOUR_MS, { minutes: 3 })),
    event(3, { ...ended(AT + 2 * HOUR_MS), ...done, instance_id: 9 }),
    event(4, { ...ended(AT), severity: "critical" }),
  ], { fromMs: AT, nowMs: AT + 8 * HOUR_MS, retainedSinceMs: Infinity });
  assertEquals(
    rows.map(({ event, events, activeMs, unacknowledged }) => [
      ...[event.id, events.length, activeMs / 60_000, unacknowledged],
    ]),
    [[4, 1, 1, 1], [3, 1, 1, 0], [2, 2, 5, 1]],
  );
});

Deno.test("what waits is one row for each rule and instance: the active event stands for the others", () => {
  const { unacknowledged } = shiftReport([
    event(1, { start_time: iso(AT) }),
    event(2, ended(AT + HOUR_MS)),
    event(3, { ...ended(AT + HOUR_MS), instance_id: 9 }),
  ], { fromMs: AT, nowMs: AT + 8 * HOUR_MS, retainedSinceMs: AT });
  assertEquals(unacknowledged.map(({ event, events }) => [event.id, events.length]), [[1, 2], [3, 1]]);
});

type Change = Pick<Schemas["AuditEntry"], "who" | "action" | "resource_type">;

function entry(change: Change, name: string, hoursAgo = 0): Schemas["AuditEntry"] {
  return {
    ...change,
    id: `${name}${hoursAgo}`,
    at: iso(AT - hoursAgo * HOUR_MS),
    resource_id: "1",
    before: null,
    after: { instance_name: name },
    address: null,
    desk: null,
    desk_id: null,
  };
}

Deno.test("the changes of one person and kind are one row, and what people do to events is no change", () => {
  const deploys = (who: string) => ({ who, action: "deployed", resource_type: "instance" }) as const;
  const edits = { who: "ben", action: "updated", resource_type: "template" } as const;
  const rows = shiftChanges([
    entry(deploys("anna"), "Pump 1"),
    entry(deploys("anna"), "Pump 2", 1),
    entry(deploys("anna"), "Pump 3", 2),
    entry(deploys("anna"), "Pump 4", 3),
    entry(deploys("ben"), "Pump 5", 0.5),
    entry(edits, "Pressure", 2),
    entry(edits, "Pressure", 3),
    entry({ who: "ben", action: "acknowledged", resource_type: "rule_event" }, "High"),
    entry({ who: "ben", action: "signed_in", resource_type: "session" }, "ben"),
  ]);
  assertEquals(rows.map(({ who, text }) => `${who} ${text}`), [
    "anna deployed 4 instances: “Pump 1”, “Pump 2”, “Pump 3”, …",
    "ben deployed instance “Pump 5”",
    "ben updated template “Pressure”, 2 times",
  ]);
  assertEquals(rows.map(({ atMs }) => (AT - atMs) / HOUR_MS), [0, 0.5, 2]);
});

Deno.test("missing data in words: outages by time, and what an instance lacked", () => {
  const span = (from: number, to: number | null) => ({
    from: iso(AT + from),
    to: to === null ? null : iso(AT + to),
  });
  const rows = spanRows({ source_lost: [span(5, 9), span(20, null)], stopped: [span(0, 3)] });
  assertEquals(rows.map(({ text, fromMs, toMs }) => [text, fromMs - AT, toMs === null ? null : toMs - AT]), [
    ["Andon did not run", 0, 3],
    ["Data source lost", 5, 9],
    ["Data source lost", 20, null],
  ]);
  assertEquals([
    missingText({ no_data_seconds: 1_260, bad_quality_seconds: 90 }),
    missingText({ no_data_seconds: 0, bad_quality_seconds: 3_600 }),
  ], ["no data for 21 min, bad quality for 1 min", "bad quality for 1 h 0 min"]);
});
