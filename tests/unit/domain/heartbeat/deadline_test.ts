import { assertEquals } from "@std/assert";
import { dueMs } from "../../../../domain/heartbeat/deadline.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";

const CREATED = Date.UTC(2026, 0, 31, 8), MINUTE = 60_000;
const created = { deadline_seconds: 300, counts_from_creation: false, counted_from: isoFromMs(CREATED) };
const early = { startedMs: CREATED - MINUTE };

Deno.test("dueMs() is null until the first beat", () => {
  assertEquals(dueMs(created, { lastBeatMs: null, ...early }), null);
});

Deno.test("dueMs() counts from the creation where that is asked for", () => {
  const due = dueMs({ ...created, counts_from_creation: true }, { lastBeatMs: null, ...early });
  assertEquals(due, CREATED + 5 * MINUTE);
});

Deno.test("dueMs() is a deadline after the last beat", () => {
  const lastBeatMs = CREATED + MINUTE;
  assertEquals(dueMs(created, { lastBeatMs, ...early }), lastBeatMs + 5 * MINUTE);
});

Deno.test("dueMs() counts anew from a start of Andon", () => {
  const startedMs = CREATED + 60 * MINUTE;
  assertEquals(dueMs(created, { lastBeatMs: CREATED + MINUTE, startedMs }), startedMs + 5 * MINUTE);
});

Deno.test("dueMs() counts a changed deadline from its change", () => {
  const changed = CREATED + 30 * MINUTE;
  const record = { ...created, deadline_seconds: 60, counted_from: isoFromMs(changed) };
  assertEquals(dueMs(record, { lastBeatMs: CREATED + MINUTE, ...early }), changed + MINUTE);
});
