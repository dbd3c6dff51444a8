import { assertEquals, assertStringIncludes } from "@std/assert";
import { acknowledged, reAlarmed } from "../../../../domain/event/acknowledgement.ts";
import type { EventRecord } from "../../../../domain/event/types.ts";
import { compose } from "../../../../domain/notification/compose.ts";
import { newDelivery } from "../../../../domain/notification/delivery.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";
import { eventRecord } from "../../storage/support.ts";

const AT = Date.UTC(2026, 0, 31, 8), MINUTE = 60_000;

/** The text of a message about an event. */
const textOf = (event: EventRecord, nowMs: number) => messageOf(event, nowMs).text;

function messageOf(event: EventRecord, nowMs: number) {
  const record = newDelivery({
    ...{ key: "k", event_key: "event/1", reason: "re_alarm", policy_id: 1, step: 0, round: 1 },
    ...{ event_ids: [event.id], severity: event.severity, escalates: false, due_at_ms: nowMs, otherwise: [] },
    target: { contact_point_id: 1, user_id: null, address: null },
  }, { id: "d", nowMs });
  const given = {
    locationOf: () => null,
    nameOf: () => "Anna Keller by Mail",
    timeZone: "UTC",
    publicUrl: null,
    answerLink: null,
    nowMs,
  };
  return compose(record, { events: [event], ...given });
}

const once = acknowledged(eventRecord({ id: 1 }), { by: "anna", at: isoFromMs(AT), via: null });

Deno.test("a re-alarm says who acknowledged the event and how long ago", () => {
  for (const [minutes, ago] of [[60, "60 min"], [119, "119 min"], [120, "2 h"], [190, "3 h"]] as const) {
    const nowMs = AT + minutes * MINUTE;
    const text = textOf(reAlarmed(once, { minutes: 60, nowMs }), nowMs);
    assertStringIncludes(text, `Still active, acknowledged ${ago} ago by anna: acknowledge again`);
  }
});

Deno.test("a message about an event that was acknowledged again, or is over, does not ask for it", () => {
  const again = reAlarmed(once, { minutes: 60, nowMs: AT + 60 * MINUTE });
  const answered = acknowledged(again, { by: "ben", at: isoFromMs(AT + 61 * MINUTE), via: "link" });
  const texts = [answered, { ...again, is_active: false }].map((event) => textOf(event, AT + 62 * MINUTE));
  assertEquals(texts.map((text) => text.includes("acknowledge again")), [false, false]);
  assertStringIncludes(texts[0], "Acknowledged by ben");
});

Deno.test("a message says what an operator has measured; a state and a text have no limit", () => {
  const trigger = [{ stream: "L1.Bottles", stream_id: 1, unit: null, value: 10_230, time: isoFromMs(AT) }];
  const opened_by = {
    operator: "increase_below" as const,
    subject: "the increase of L1.Bottles over the last 1 min",
    value: 25,
    limit: "40",
    unit: "",
  };
  const opening = (event: EventRecord) =>
    messageOf(event, AT).text.split("\n").filter((line) => line.startsWith("Opened by"));
  assertEquals(opening(eventRecord({ id: 1, trigger, opened_by })), [
    "Opened by the increase of L1.Bottles over the last 1 min: 25, limit 40",
    "Opened by L1.Bottles: 10230",
  ]);
  const state = { operator: "equals" as const, subject: "L1.State", value: "TRIP", limit: "TRIP", unit: "" };
  assertEquals(opening(eventRecord({ id: 1, opened_by: state })), ["Opened by L1.State: TRIP"]);
});

Deno.test("a message says what opened the event, the limit and what to do", () => {
  const event = eventRecord({
    id: 1,
    trigger: [
      { stream: "P1.Pressure", stream_id: 1, unit: "bar", value: 9.87, time: isoFromMs(AT) },
      { stream: "P1.Running", stream_id: 2, unit: null, value: true, time: isoFromMs(AT) },
    ],
    limit: {
      stream: "P1.Pressure",
      operator: "greater_than",
      value: 5,
      deadband: 0,
      clears_after_seconds: 0,
    },
    guidance: { cause: null, consequence: "The seal wears", action: "Slow down P1" },
  });
  const { title, text } = messageOf(event, AT);
  assertEquals(title.endsWith(": 9.87 bar, limit 5 bar"), true, title);
  const lines = text.split("\n");
  assertEquals(lines.filter((line) => line.startsWith("Opened by")), [
    "Opened by P1.Pressure: 9.87 bar, limit 5 bar",
    "Opened by P1.Running: true",
  ]);
  assertEquals(lines.filter((line) => /^(What to do|Cause|Consequence):/.test(line)), [
    "What to do: Slow down P1",
    "Consequence: The seal wears",
  ]);
  const ended = messageOf({ ...event, is_active: false, end_time: isoFromMs(AT) }, AT);
  assertEquals(ended.text.includes("What to do"), false, "nothing is to be done any more");
  assertEquals(ended.title.includes("9.87"), false);
});
