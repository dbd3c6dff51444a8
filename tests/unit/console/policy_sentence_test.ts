import { assertEquals } from "@std/assert";
import {
  endText,
  matchText,
  minutesText,
  type Policy,
  stepTexts,
} from "../../../console/pages/notifications/policy_sentence.ts";
import { everythingElse } from "../../../domain/notification_policy/everything_else.ts";

const NAMES = {
  area: (id: number) => ({ 1: "North" })[id],
  location: (id: string) => ({ L1: "Works / Line 1" })[id],
  template: (id: number) => ({ 3: "Pump" })[id],
};

const policy = (given: Partial<Policy>): Policy => (
  { ...everythingElse, is_last: false, recipients: [], missing: [], ...given }
);
const matching = (match: Partial<Policy["match"]>) =>
  matchText(policy({ match: { ...everythingElse.match, ...match } }), NAMES);

Deno.test("matchText() says which events a policy takes", () => {
  assertEquals(matching({}), "All events");
  assertEquals(
    matching({ severities: ["critical", "error"], area_ids: [1] }),
    "Critical and error events in North",
  );
  assertEquals(
    matching({ categories: ["health"], template_ids: [3], plant_node_ids: ["L1", "L2"] }),
    "Health events of Pump in Works / Line 1 and L2",
  );
  assertEquals(matchText(policy({ is_last: true }), NAMES), "All other events");
});

Deno.test("stepTexts() says who is called, and when", () => {
  const roster = { kind: "roster", id: 1 } as const, anna = { kind: "user", id: 2 } as const;
  const steps = [{ after_minutes: 0, to: [roster] }, {
    after_minutes: 90,
    to: [anna, { kind: "team", id: 9 } as const],
  }];
  const recipients = [{ ...roster, name: "Night shift" }, { ...anna, name: "Anna" }];
  assertEquals(stepTexts({ steps, recipients }), [
    "At once, call the roster Night shift.",
    "After 1 hour 30 minutes, call Anna and a deleted team too.",
  ]);
  assertEquals(stepTexts({ steps: [], recipients: [] }), ["Tell the fallback contact point."]);
});

Deno.test("endText() says until when, how often again, and what follows", () => {
  const steps = [{ after_minutes: 0, to: [{ kind: "team", id: 1 } as const] }];
  assertEquals(
    endText(policy({ steps, repeat: 2, repeat_interval_minutes: 60, notify_resolved: false })),
    "Twice more, 1 hour apart, until somebody acknowledges or shelves the event, or it closes.",
  );
  assertEquals(
    endText(policy({ steps, repeat: "until_answered", repeat_interval_minutes: 15, notify_resolved: false })),
    "Again and again, 15 minutes apart, until somebody acknowledges or shelves the event, or it closes.",
  );
  assertEquals(
    endText(policy({ steps, hours: "working_hours", stop_on: ["close"], notify_resolved: false })),
    "Until the event closes. Outside working hours, events that are not critical wait.",
  );
  assertEquals(
    endText(policy({ steps, stop_on: ["close"], notify_resolved: false })),
    "Until the event closes.",
  );
  assertEquals(
    endText(policy({ steps, stop_on: ["acknowledge", "shelve"], continue: true })),
    "Until somebody acknowledges or shelves the event. Everybody who was told is told when the event closes. " +
      "The next policies are asked too.",
  );
});

Deno.test("minutesText() writes hours and minutes", () => {
  assertEquals([1, 59, 60, 61, 1_440].map(minutesText), [
    "1 minute",
    "59 minutes",
    "1 hour",
    "1 hour 1 minute",
    "24 hours",
  ]);
});
