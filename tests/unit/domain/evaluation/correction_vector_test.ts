/** Vector 11 of the evaluation standard, and commands after a correction of the past. */
import { assertEquals } from "@std/assert";
import { TICKS_PER_SECOND } from "../../../../domain/shared/time.ts";
import { CorrectingRunner } from "../../../support/correcting_runner.ts";
import { instanceOf, rule, upsert } from "../../../support/evaluation_rules.ts";
import { referenceOfScenario, type Step } from "../../../support/evaluation_scenario.ts";
import { advance, close, inTurn, offer, s } from "../../../support/evaluation_vectors.ts";

interface Expected {
  id: number;
  start: number;
  end: number | null;
  reason?: string;
  late?: true;
  retracted?: true;
}

/** Asserts that the steps end in these events, by id, in the engine and in the reference evaluator. */
function correction(name: string, steps: Step[], expected: Expected[]): void {
  Deno.test(name, () => {
    const scenario = { watermark: s(-200), instances: [instanceOf([rule()])], steps };
    const runner = new CorrectingRunner(scenario, { isCorrectedAfter: () => true });
    const events = runner.run();
    assertEquals(events, referenceOfScenario(scenario, runner.contexts));
    const seconds = (ticks: number | null) => ticks === null ? null : ticks / TICKS_PER_SECOND;
    const kept = runner.kept.map(({ id, event, isLate, isRetracted }): Expected => ({
      id,
      start: seconds(event.start)!,
      end: seconds(event.endAt),
      ...(event.reason === null || event.reason === "condition_cleared" ? {} : { reason: event.reason }),
      ...(isLate ? { late: true } : {}),
      ...(isRetracted ? { retracted: true } : {}),
    }));
    assertEquals(kept, expected);
  });
}

const first = inTurn([upsert(0, 81), upsert(6, 82), upsert(10, 70)], 20);

correction("vector 11: a late sample parts an event, whose id stays with its start", [
  ...first,
  offer(upsert(5, 70)),
], [{ id: 1, start: 0, end: 5 }, { id: 2, start: 6, end: 10, late: true }]);
correction("a late sample and its removal leave the event as it was", [
  ...first,
  offer(upsert(5, 70)),
  offer({ op: "remove", stream: 1, time: s(5) }),
], [{ id: 1, start: 0, end: 10 }, { id: 2, start: 6, end: 10, late: true, retracted: true }]);
correction("an event whose sample is taken away is retracted, and revived with its id when it comes back", [
  ...inTurn([upsert(0, 81), upsert(5, 70)], 20),
  offer({ op: "removeWindow", stream: 1, from: s(-1), to: s(4) }),
  offer(upsert(0, 90)),
], [{ id: 1, start: 0, end: 5 }]);
correction("a late onset takes the event's id along", [
  ...inTurn([upsert(0, 81), upsert(5, 82), upsert(9, 70)], 20),
  offer({ op: "remove", stream: 1, time: s(0) }),
], [{ id: 1, start: 5, end: 9 }]);
correction("a close by hand of an event that had ended by then does nothing", [
  ...inTurn([upsert(0, 81)], 5),
  close(6),
  advance(20),
  offer(upsert(2, 79), upsert(3, 81)),
], [{ id: 1, start: 0, end: 2 }, { id: 2, start: 3, end: null, late: true }]);
correction("a close by hand ends the event that is there in place of the one it named", [
  ...inTurn([upsert(0, 81)], 5),
  close(6),
  advance(20),
  offer(upsert(0, 79), upsert(3, 81)),
], [{ id: 1, start: 3, end: 6, reason: "manual" }]);
