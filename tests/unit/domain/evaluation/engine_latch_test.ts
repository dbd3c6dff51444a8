import { assertEquals } from "@std/assert";
import {
  all,
  comparison,
  EngineHarness,
  harnessWith,
  instance,
  rule,
  secs,
  streams,
  upsert,
} from "./engine_harness.ts";

const wide = comparison({ deadband: 5 });
const both = all(wide, comparison({ stream: 2, deadband: 5 }));

Deno.test("Engine: a condition that is TRUE while the rule is not ACTIVE does not latch", () => {
  const harness = harnessWith({ expression: both }, { 1: "NUM", 2: "NUM" });
  assertEquals(harness.play([upsert(0, 81), upsert(1, 78), upsert(2, 81, 2)]), []);
});

Deno.test("Engine: no latch while PENDING", () => {
  const harness = harnessWith({ expression: wide, onDelay: secs(10) });
  assertEquals(harness.play([upsert(0, 81), upsert(5, 78), upsert(20, 70)]), []);
});

Deno.test("Engine: a latch is kept while UNKNOWN", () => {
  const harness = harnessWith({ expression: wide });
  const transitions = harness.play([upsert(0, 81), upsert(1, "bad"), upsert(2, 78), upsert(3, 75)]);
  assertEquals(transitions, ["opened 0@0", "unknown@1", "known@2", "closed 0-3@3"]);
});

Deno.test("Engine: a condition that has reset latches again only at its limit", () => {
  const any = { kind: "any" as const, of: [wide, comparison({ stream: 2 })] };
  const harness = harnessWith({ expression: any }, { 1: "NUM", 2: "NUM" });
  const transitions = harness.play([
    upsert(0, 81),
    upsert(0, 81, 2),
    upsert(1, 74),
    upsert(2, 78),
    upsert(3, 70, 2),
  ]);
  assertEquals(transitions, ["opened 0@0", "closed 0-3@3"]);
});

Deno.test("Engine: a condition latches while CLEARING, and resets only past its deadband", () => {
  const harness = harnessWith({ expression: both, offDelay: secs(10) }, { 1: "NUM", 2: "NUM" });
  const transitions = harness.play([
    ...[upsert(0, 81), upsert(0, 81, 2), upsert(1, 70)],
    ...[upsert(2, 81), upsert(3, 78), upsert(4, 70), upsert(5, 78)],
  ]);
  assertEquals(transitions, ["opened 0@0", "closed 0-4@14"]);
});

Deno.test("Engine: a closed event leaves no latch", () => {
  const harness = harnessWith({ expression: wide });
  const transitions = harness.play([
    upsert(0, 81),
    upsert(1, 75),
    upsert(2, 78),
    upsert(3, 80.5),
    upsert(4, 78),
  ], 4);
  assertEquals(transitions, ["opened 0@0", "closed 0-1@1", "opened 3@3"]);
});

Deno.test("closeByHand() and HELD are evaluated without deadband", () => {
  const harness = harnessWith({ expression: wide });
  harness.play([upsert(0, 81), upsert(1, 78)], 1);
  assertEquals(harness.state().phase, "active");
  assertEquals(harness.engine.closeByHand(1, "r1", 0), "normal");
  harness.play([upsert(2, 81), upsert(3, 82)], 3);
  assertEquals(harness.engine.closeByHand(1, "r1", secs(2)), "held");
  harness.play([upsert(4, 78)], 4);
  assertEquals(harness.state().phase, "normal");
});

Deno.test("Engine: a deadband counts from an operand stream as from a literal", () => {
  const harness = new EngineHarness();
  const expression = comparison({ deadband: 5, operands: [{ stream: 2 }] });
  harness.deploy(instance([rule({ expression })], { streams: streams({ 1: "NUM", 2: "NUM" }) }));
  const transitions = harness.play([upsert(0, 50, 2), upsert(0, 51), upsert(1, 46), upsert(2, 60, 2)]);
  assertEquals(transitions, ["opened 0@0", "closed 0-2@2"]);
});
