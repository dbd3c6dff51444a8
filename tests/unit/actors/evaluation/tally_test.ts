import { assertEquals } from "@std/assert";
import { Tally } from "../../../../actors/evaluation/tally.ts";

const stats = (samples = 0) => ({ samples, instants: 0, evaluations: 0, transitions: 0 });

Deno.test("due() tells the counts once a second, whichever way the clock is set", () => {
  const tally = new Tally(), engine = stats();
  assertEquals(tally.due(5_000, engine)?.samples, 0);
  assertEquals(tally.due(5_999, engine), undefined);
  assertEquals(tally.due(6_000, engine)?.samples, 0);
  assertEquals(tally.due(5_001, engine), undefined);
  assertEquals(tally.due(5_000, engine)?.samples, 0);
});

Deno.test("due() adds up what was offered and written", () => {
  const tally = new Tally();
  tally.offered({ accepted: 1, late: 2, duplicate: 3, unbound: 4 });
  tally.offered({ accepted: 1, late: 0, duplicate: 0, unbound: 0 });
  tally.written({ opened: 2, closed: 1 });
  const { accepted, late, duplicate, unbound, opened, closed } = tally.due(0, stats())!;
  assertEquals([accepted, late, duplicate, unbound, opened, closed], [2, 2, 3, 4, 2, 1]);
});

Deno.test("due() keeps what the engines before have counted", () => {
  const tally = new Tally(), first = stats(), second = stats();
  first.samples = 10;
  tally.due(0, first);
  first.samples = 12;
  second.samples = 3;
  assertEquals(tally.due(1_000, second)?.samples, 15);
  second.samples = 4;
  assertEquals(tally.due(2_000, second)?.samples, 16);
  assertEquals(tally.due(3_000, stats(1))?.samples, 17);
});
