import { assertEquals } from "@std/assert";
import type { KnownStream } from "../../../../domain/evaluation/types.ts";
import type { Sample } from "../../../../domain/sample/types.ts";
import { comparison, instanceOf, rule } from "../../../support/evaluation_rules.ts";
import { s, shown } from "../../../support/evaluation_vectors.ts";
import { referenceEvents } from "../../../support/reference_evaluator.ts";

const sample = (seconds: number, value: number): Sample => ({ time: s(seconds), value, quality: "good" });
const known = (stream: number, ...recent: Sample[]): KnownStream => ({
  stream,
  read: true,
  sample: recent.at(-1)!,
  good: null,
  recent,
});

Deno.test("a first read ahead of its deployment leaves in the windows of other streams what was evaluated meanwhile", () => {
  const operands = [{ literal: 80 }], window = s(8);
  const expression = {
    kind: "all" as const,
    of: [comparison({ operator: "max_above", operands, window }), comparison({ stream: 2, operands })],
  };
  const instance = instanceOf([rule({ expression })], { 1: "NUM", 2: "NUM" });
  const high = sample(3, 90), low = sample(6, 10), other = sample(4, 90);
  const events = referenceEvents({
    instance,
    deployedAt: s(10),
    settled: s(2),
    known: [known(1, high), { stream: 2, read: false, sample: null, good: null }],
    samples: { 1: [high, low], 2: [other] },
    commands: [
      {
        kind: "first_read",
        stream: 2,
        at: s(5),
        known: known(2, other),
        others: [known(1, low), known(2, other)],
      },
    ],
    until: s(10),
  });
  assertEquals(events.map((event) => shown(event).start), [10]);
});
