/** What the vectors 41 do not show of rules with an end of their own. Stream 1 is above 80, stream 2 ends the event. */
import { assertEquals, assertThrows } from "@std/assert";
import { historyReaches } from "../../../../domain/evaluation/windows/history_needs.ts";
import type { BoundRule } from "../../../../domain/evaluation/types.ts";
import {
  all,
  comparison,
  EngineHarness,
  harnessWith,
  instance,
  known,
  notRead,
  rule,
  sample,
  secs,
  streams,
  upsert,
} from "./engine_harness.ts";

const BOTH = streams({ 1: "NUM", 2: "NUM" });
/** Stream 2 is below 60. */
const low = (changes: Parameters<typeof comparison>[0] = {}) =>
  comparison({ stream: 2, operator: "less_than", operands: [{ literal: 60 }], ...changes });

function harnessOf(changes: Partial<BoundRule> = {}): EngineHarness {
  return harnessWith({ until: low(), ...changes }, { 1: "NUM", 2: "NUM" });
}

Deno.test("until is asked at the next sample of any stream of the rule, also of one that passes no limit", () => {
  for (const next of [upsert(2, 81.5), upsert(2, 50, 2), upsert(2, "bad", 1)]) {
    assertEquals(harnessOf().play([upsert(0, 55, 2), upsert(1, 81), next]), ["opened 1@1", "closed 1-2@2"]);
  }
  const quiet = [upsert(0, 55, 2), upsert(0.5, 55, 2), upsert(1, 81), upsert(3, 56, 2)];
  assertEquals(harnessOf().play(quiet), ["opened 1@1", "closed 1-3@3"]);
});

/** With a window of 100 s over a stream, of which all is known. */
function harnessOver(stream: number, changes: Partial<BoundRule>): EngineHarness {
  const harness = new EngineHarness(),
    deployed = instance([rule({ until: low(), ...changes })], { streams: BOTH });
  const past = { stream, since: secs(-101), upTo: secs(-1), samples: [] };
  harness.engine.deploy(deployed, [known(1), known(2)], { pasts: [past] });
  return harness;
}

Deno.test("until has instants in every state", () => {
  const expression = comparison({ operator: "avg_above", window: secs(100) });
  const samples = [upsert(0, 70), upsert(100, 110)];
  assertEquals(harnessOver(1, { expression }).play(samples, 130), ["opened 130@130"]);
  const withOther = [...samples, upsert(127, 99, 2)];
  assertEquals(harnessOver(1, { expression }).play(withOther, 130), ["opened 127@127"]);
  const age = low({ maxAge: secs(27) });
  assertEquals(harnessOver(1, { expression, until: age }).play([...samples, upsert(101, 99, 2)], 130), [
    "opened 128@128",
    "unknown@130",
  ]);
});

Deno.test("a comparison of until latches at the instants at which until is asked, not at the one that opens", () => {
  const wide = { until: low({ deadband: 5 }), offDelay: secs(10) };
  const opening = [upsert(0, 59, 2), upsert(1, 81)];
  assertEquals(harnessOf(wide).play([...opening, upsert(2, 62, 2)], 20), ["opened 1@1"]);
  assertEquals(harnessOf(wide).play([...opening, upsert(2, 81), upsert(3, 62, 2)], 20), [
    "opened 1@1",
    "closed 1-2@12",
  ]);
});

Deno.test("the latches of until end with the event", () => {
  const harness = harnessOf({ until: low({ deadband: 5 }) });
  const once = [upsert(0, 81), upsert(1, 59, 2), upsert(2, 62, 2), upsert(3, 70)];
  assertEquals(harness.play(once, 3), ["opened 0@0", "closed 0-1@1"]);
  assertEquals(harness.state().phase, "normal");
  assertEquals(harness.play([upsert(4, 81), upsert(5, 62, 2)], 6), ["opened 4@4"]);
});

Deno.test("an off-delay stands still while until is UNKNOWN", () => {
  const harness = harnessOf({ offDelay: secs(10) });
  const samples = [upsert(0, 70, 2), upsert(0, 81), upsert(1, 59, 2), upsert(4, "bad", 2), upsert(6, 59, 2)];
  assertEquals(harness.play(samples), ["opened 0@0", "unknown@4", "known@6", "closed 0-1@13"]);
});

Deno.test("a close by hand asks the conditions, not until", () => {
  const closed = (value: number, other: number) => {
    const harness = harnessOf();
    harness.play([upsert(0, 70, 2), upsert(0, 81), upsert(1, value), upsert(2, other, 2)], 1.5);
    return harness.engine.closeByHand(1, "r1", 0);
  };
  assertEquals([closed(82, 50), closed(70, 70)], ["held", "normal"]);
});

Deno.test("until is not asked in the instant that opens the event, though one of its streams is read or lost there", () => {
  const harness = new EngineHarness();
  const read = [known(1, sample(9, 81)), notRead(2)];
  const deployed = instance([rule({ until: low() })], { deployedAt: secs(10), streams: BOTH });
  assertEquals(harness.deploy(deployed, read), ["opened 10@10 initial"]);
  assertEquals(harness.engine.firstRead(known(2, sample(9, 50)), secs(10)), []);
  assertEquals(harness.engine.closeByHand(1, "r1", secs(10)), "held");
  const lost = harnessOf();
  assertEquals(lost.play([upsert(0, 70, 2), upsert(1, 81)], 1), ["opened 1@1"]);
  assertEquals(lost.engine.lose(2), []);
  assertEquals(lost.play([upsert(2, 82)], 2), ["unknown@2"]);
});

Deno.test("the trigger of an event has no stream of until", () => {
  const harness = harnessOf();
  harness.offer(upsert(0, 70, 2), upsert(1, 81));
  const [opened] = harness.engine.advance(secs(2));
  assertEquals(opened.kind === "opened" ? opened.trigger.map(({ stream }) => stream) : [], [1]);
});

Deno.test("an active rule is blind where until is UNKNOWN, by the streams of until", () => {
  const harness = harnessOf();
  harness.play([upsert(0, 70, 2), upsert(0, 81), upsert(1, "bad")], 1);
  assertEquals(harness.engine.blind(), []);
  harness.play([upsert(2, 81), upsert(3, "bad", 2)], 3);
  assertEquals(harness.engine.blind(), [{ instanceId: 1, noData: 0, badQuality: 1 }]);
  const unread = new EngineHarness();
  unread.deploy(instance([rule({ until: low() })], { streams: BOTH }), [
    known(1, sample(-2, 81)),
    notRead(2),
  ]);
  unread.play([upsert(0, 82), upsert(1, "bad")], 1);
  assertEquals(unread.engine.blind(), [{ instanceId: 1, noData: 1, badQuality: 0 }]);
});

Deno.test("the streams of until are listed, read and lost like those of the conditions", () => {
  const alone = instance([rule({ until: low() })], { streams: streams({ 1: "NUM" }) });
  assertThrows(() => new EngineHarness().deploy(alone), RangeError, "names stream 2");
  const many = Array.from({ length: 50 }, () => low());
  assertThrows(
    () => new EngineHarness().deploy(instance([rule({ until: all(...many) })], { streams: BOTH })),
    RangeError,
    "51 comparisons",
  );
  const harness = harnessOf();
  assertEquals(harness.engine.bound(), [1, 2]);
  harness.play([upsert(0, 70, 2), upsert(0, 81), upsert(1, 81)], 1);
  assertEquals(harness.engine.lose(2).map(({ kind }) => kind), ["data_state"]);
});

Deno.test("until takes windows and tags of the plant's time", () => {
  const until = low({ operator: "avg_below", window: secs(100) });
  assertEquals(
    harnessOver(2, { until }).play([upsert(0, 70, 2), upsert(0, 81), upsert(105, 40, 2)], 200),
    ["opened 0@0", "unknown@10", "known@50", "closed 0-140@140"],
  );
  assertEquals(historyReaches([instance([rule({ until })], { streams: BOTH })]), [
    { stream: 2, reach: secs(100) },
  ]);
  const minute = comparison({ stream: -2, operator: "greater_or_equal", operands: [{ literal: 2 }] });
  assertEquals(harnessOf({ until: minute }).play([upsert(0, 81)], 200), ["opened 0@0", "closed 0-120@120"]);
});

Deno.test("an upgrade keeps a rule with until, its latches included", () => {
  const wide = rule({ until: low({ deadband: 5 }), offDelay: secs(10) });
  const harness = harnessWith(wide, { 1: "NUM", 2: "NUM" });
  harness.play([upsert(0, 70, 2), upsert(0, 81), upsert(1, 59, 2)], 2);
  const added = rule({ ruleId: "new", deployedAt: secs(3) });
  harness.engine.upgrade(instance([added, wide], { streams: BOTH }), {
    at: secs(3),
    known: [known(1, sample(0, 70)), known(2, sample(1, 59))],
  });
  assertEquals(harness.play([upsert(4, 62, 2)], 20), ["closed 0-1@11"]);
});
