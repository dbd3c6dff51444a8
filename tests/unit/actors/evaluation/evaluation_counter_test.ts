import { assertEquals } from "@std/assert";
import { EvaluationCounter } from "../../../../actors/evaluation/evaluation_counter.ts";

const stats = (samples = 0) => ({ samples, instants: 0, evaluations: 0, transitions: 0 });

Deno.test("due() returns the counts once a second, whichever way the clock is set", () => {
  const counter = new EvaluationCounter(), engine = stats();
  assertEquals(counter.due(5_000, engine)?.samples, 0);
  assertEquals(counter.due(5_999, engine), undefined);
  assertEquals(counter.due(6_000, engine)?.samples, 0);
  assertEquals(counter.due(5_001, engine), undefined);
  assertEquals(counter.due(5_000, engine)?.samples, 0);
});

Deno.test("due() adds up offered samples and written events", () => {
  const counter = new EvaluationCounter();
  counter.offered({ accepted: 1, late: 2, duplicate: 3, unbound: 4 });
  counter.offered({ accepted: 1, late: 0, duplicate: 0, unbound: 0 });
  counter.written({ opened: 2, closed: 1 });
  const { accepted, late, duplicate, unbound, opened, closed } = counter.due(0, stats())!;
  assertEquals([accepted, late, duplicate, unbound, opened, closed], [2, 2, 3, 4, 2, 1]);
});

Deno.test("due() keeps what the engines before have counted", () => {
  const counter = new EvaluationCounter(), first = stats(), second = stats();
  first.samples = 10;
  counter.due(0, first);
  first.samples = 12;
  second.samples = 3;
  assertEquals(counter.due(1_000, second)?.samples, 15);
  second.samples = 4;
  assertEquals(counter.due(2_000, second)?.samples, 16);
  assertEquals(counter.due(3_000, stats(1))?.samples, 17);
});
