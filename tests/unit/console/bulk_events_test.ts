import { assertEquals } from "@std/assert";
import { oneOfEach, resultText } from "../../../console/events/bulk_events.ts";
import { relatedEvents } from "../../../console/events/related_events.ts";
import type { ShownEvents } from "../../../console/events/event_group.ts";
import { event } from "./support.ts";

Deno.test("resultText() says what was done, what was so before, and what failed", () => {
  const results = (["done", "done", "already", "failed"] as const).map((status, id) => ({ id, status }));
  assertEquals(resultText(results, "acknowledged"), "2 acknowledged, 1 was already, 1 failed");
  assertEquals(resultText(results.slice(0, 2), "shelved"), "2 shelved");
  assertEquals(resultText([], "shelved"), "0 shelved");
});

Deno.test("oneOfEach() has one event of each rule and instance, the first", () => {
  const events = [event(1), event(2, { instance_id: 2 }), event(3), event(4, { rule_id: "other" })];
  assertEquals(oneOfEach(events).map(({ id }) => id), [1, 2, 4]);
});

Deno.test("relatedEvents() offers what is shown of the same machine and rule, and the rest, without what is selected", () => {
  const shown: ShownEvents[] = [
    event(1, { template_instance: "Pump 1" }),
    event(2, { template_instance: "Pump 1", rule_id: "other" }),
    event(3, { template_instance: "Pump 2" }),
    event(4, { template_instance: "Pump 3", rule_id: "other" }),
  ].map((one) => [String(one.id), [one]]);
  const related = (chosen: readonly ShownEvents[]) =>
    relatedEvents(chosen.map(([, events]) => events), {
      shown,
      has: (one) => chosen.includes(one),
      machineOf: ({ template_instance }) => ({ machine: template_instance, area: "" }),
    }).map(({ label, shown }) => [label, ...shown.map(([key]) => key)]);
  assertEquals(related(shown.slice(0, 1)), [
    ["All of Pump 1: 1 more", "2"],
    ["All of the rule “Event 1”: 1 more", "3"],
    ["All that are shown: 3 more", "2", "3", "4"],
  ]);
  assertEquals(related(shown.slice(0, 3)), [
    ["All of these rules: 1 more", "4"],
    ["All that are shown: 1 more", "4"],
  ]);
  assertEquals(related(shown), []);
});
