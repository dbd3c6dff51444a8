import { assertEquals } from "@std/assert";
import {
  all,
  comparison,
  EngineHarness,
  harnessWith,
  instance,
  rule,
  sample,
  secs,
  streams,
  truthOf,
  upsert,
} from "./engine_harness.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";

Deno.test("Engine compares booleans by is_true, is_false and equals", () => {
  const is = (operator: "is_true" | "is_false", value: boolean) =>
    truthOf({ stream: 3, operator, operands: [] }, [upsert(0, value, 3)]);
  assertEquals([is("is_true", true), is("is_true", false)], ["true", "false"]);
  assertEquals([is("is_false", true), is("is_false", false)], ["false", "true"]);
  const equal = truthOf({ stream: 3, operator: "not_equals", operands: [{ literal: true }] }, [
    upsert(0, false, 3),
  ]);
  assertEquals(equal, "true");
});

Deno.test("Engine compares texts, and with ignoreCase operand and value alike", () => {
  const is = (changes: Parameters<typeof truthOf>[0]) =>
    truthOf({ stream: 4, ...changes }, [upsert(0, "RUN slowly", 4), upsert(0, "run SLOWLY", 5)]);
  assertEquals(is({ operator: "starts_with", operands: [{ literal: "run" }] }), "false");
  assertEquals(is({ operator: "starts_with", operands: [{ literal: "Run" }], ignoreCase: true }), "true");
  assertEquals(is({ operator: "not_contains", operands: [{ literal: "slow" }] }), "false");
  assertEquals(is({ operator: "ends_with", operands: [{ literal: "LY" }], ignoreCase: true }), "true");
  assertEquals(is({ operator: "equals", operands: [{ stream: 5 }] }), "false");
  assertEquals(is({ operator: "equals", operands: [{ stream: 5 }], ignoreCase: true }), "true");
  assertEquals(
    is({ operator: "in", operands: [{ literal: "stop" }, { stream: 5 }], ignoreCase: true }),
    "true",
  );
});

Deno.test("Engine compares lists of numbers exactly", () => {
  const is = (operator: "in" | "not_in") =>
    truthOf({ operator, operands: [{ literal: 80 }, { literal: 81 }] }, [upsert(0, 81)]);
  assertEquals([is("in"), is("not_in")], ["true", "false"]);
});

Deno.test("Engine: an UNKNOWN operand stream makes the comparison UNKNOWN, also in a list", () => {
  const operands = [{ literal: 81 }, { stream: 2 }];
  assertEquals(truthOf({ operator: "in", operands }, [upsert(0, 81)]), "unknown");
  assertEquals(truthOf({ operands: [{ stream: 2 }] }, [upsert(0, 81), upsert(0, "bad", 2)]), "unknown");
  assertEquals(truthOf({ operands: [{ stream: 2 }] }, [upsert(0, 81), upsert(0, 80, 2)]), "true");
});

Deno.test("Engine: limits from streams that cross are UNKNOWN", () => {
  const operands = [{ literal: 50 }, { stream: 2 }];
  const at = (high: number) =>
    truthOf({ operator: "between", operands }, [upsert(0, 60), upsert(0, high, 2)]);
  assertEquals([at(49), at(55), at(60)], ["unknown", "false", "true"]);
});

Deno.test("Engine: deviation_above is the distance of two streams, in both directions", () => {
  const at = (x: number) =>
    truthOf({ operator: "deviation_above", of: 2, operands: [{ literal: 5 }] }, [
      upsert(0, x),
      upsert(0, 50, 2),
    ]);
  assertEquals([at(55), at(55.1), at(44.9), at(45)], ["false", "true", "true", "false"]);
});

Deno.test("Engine: types that do not fit are UNKNOWN", () => {
  assertEquals(truthOf({ stream: 4 }, [upsert(0, "81", 4)]), "unknown");
  assertEquals(truthOf({ operator: "is_true", operands: [] }, [upsert(0, 1)]), "unknown");
  assertEquals(truthOf({ operator: "equals", operands: [{ literal: "81" }] }, [upsert(0, 81)]), "unknown");
  assertEquals(truthOf({ operator: "between", operands: [{ literal: 1 }] }, [upsert(0, 81)]), "unknown");
});

Deno.test("Engine: a value that is not finite or not of the stream's type is bad, whatever its quality", () => {
  for (const value of [NaN, Infinity, -Infinity, null, "81", true]) {
    assertEquals(truthOf({}, [upsert(0, 81), upsert(0.5, value)]), "unknown", String(value));
  }
});

Deno.test("Engine: uncertain counts as bad unless it is accepted; bad never counts", () => {
  const uncertain = { op: "upsert" as const, stream: 1, sample: sample(0, 81, "uncertain") };
  assertEquals(truthOf({}, [uncertain]), "unknown");
  assertEquals(truthOf({ acceptUncertain: true }, [uncertain]), "true");
  const bad = { op: "upsert" as const, stream: 1, sample: sample(0, 81, "bad") };
  assertEquals(truthOf({ acceptUncertain: true }, [bad]), "unknown");
});

Deno.test("Engine nests all, any and not after Kleene", () => {
  const over = (stream: number) => comparison({ stream });
  const not = { kind: "not" as const, of: all(over(1), over(2)) };
  const truth = (a: number | "bad", b: number | "bad") => {
    const harness = harnessWith({ expression: { kind: "any", of: [not, over(2)] } }, { 1: "NUM", 2: "NUM" });
    harness.play([upsert(0, a), upsert(0, b, 2)]);
    return harness.state().truth;
  };
  assertEquals([truth(81, 81), truth(81, 79), truth(79, 79)], ["true", "true", "true"]);
  assertEquals([truth("bad", 81), truth("bad", 79), truth(81, "bad")], ["true", "true", "unknown"]);
});

Deno.test("Engine: the trigger is the newest sample of each stream that the rule names, in its order", () => {
  const harness = new EngineHarness();
  const expression = all(
    comparison({ stream: 2 }),
    comparison({ operator: "deviation_above", of: 6, operands: [{ stream: 3 }] }),
    comparison({ stream: 2, operator: "less_than", operands: [{ literal: 99 }] }),
  );
  harness.deploy(
    instance([rule({ expression })], { streams: streams({ 1: "NUM", 2: "NUM", 3: "NUM", 6: "NUM" }) }),
  );
  const changes = [upsert(0, 90, 2), upsert(1, 5, 3), upsert(2, 10, 6), upsert(3, 50, 1)];
  harness.engine.offer(packBatch(changes));
  const [opened] = harness.engine.advance(secs(3));
  const trigger = opened.kind === "opened" ? opened.trigger : [];
  assertEquals(trigger, [
    { stream: 2, sample: sample(0, 90) },
    { stream: 1, sample: sample(3, 50) },
    { stream: 6, sample: sample(2, 10) },
    { stream: 3, sample: sample(1, 5) },
  ]);
});
