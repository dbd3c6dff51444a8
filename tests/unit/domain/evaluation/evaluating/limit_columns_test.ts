import { assert, assertEquals } from "@std/assert";
import { fc } from "../../../../support/fast_check.ts";
import { LimitColumns } from "../../../../../domain/evaluation/evaluating/limit_columns.ts";

const STREAMS = 6;

/** Lists of rules by stream, as a naive reference. */
type Lists = number[][];

interface Call {
  kind: "add" | "remove" | "set" | "forget";
  stream: number;
  rule: number;
  limits: number[];
}

const call: fc.Arbitrary<Call> = fc.record({
  kind: fc.constantFrom("add", "add", "add", "remove", "set", "forget"),
  stream: fc.nat(STREAMS - 1),
  rule: fc.nat(200),
  limits: fc.array(fc.constantFrom(-Infinity, 1, 2, 3, Infinity), { minLength: 1, maxLength: 2 }),
});

function carryOut(columns: LimitColumns, lists: Lists, { kind, stream, rule, limits }: Call): void {
  const named = lists[stream];
  switch (kind) {
    case "add":
      if (named.includes(rule)) return;
      columns.add(stream, rule);
      named.push(rule);
      return;
    case "remove":
      columns.remove(stream, rule);
      lists[stream] = named.filter((each) => each !== rule);
      return;
    case "set": {
      const all = named.flatMap((each) => limits.map((limit) => ({ each, limit: limit + each % 3 })));
      columns.set(stream, { limits: all.map(({ limit }) => limit), rules: all.map(({ each }) => each) });
      return;
    }
    case "forget":
      return columns.forget(stream);
  }
}

function limitsOf({ limit }: LimitColumns, [first, end]: [number, number]): number[] {
  return [...limit.subarray(first, end)];
}

Deno.test("LimitColumns keeps the rules that name each stream, and known limits in order", () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 400 }), (calls) => {
      const columns = new LimitColumns(), lists: Lists = Array.from({ length: STREAMS }, () => []);
      columns.ensureStreams(STREAMS);
      for (const each of calls) carryOut(columns, lists, each);
      lists.forEach((named, stream) => {
        assertEquals(new Set(columns.rulesOf(stream)), new Set(named));
        if (!columns.has(stream)) return;
        const limits = limitsOf(columns, [columns.firstOf(stream), columns.endOf(stream)]);
        assertEquals(limits, limits.toSorted((a, b) => a - b));
      });
    }),
    { numRuns: 300 },
  );
});

Deno.test("LimitColumns uses little more room than its lists need", () => {
  const columns = new LimitColumns(), streams = 500, rules = 40;
  columns.ensureStreams(streams);
  for (let rule = 0; rule < rules; rule++) {
    for (let stream = 0; stream < streams; stream++) columns.add(stream, rule);
    for (let stream = rule % 3; stream < streams; stream += 3) {
      const all = [...columns.rulesOf(stream)];
      columns.set(stream, { limits: all, rules: all });
    }
  }
  for (let stream = 0; stream < streams; stream++) {
    assertEquals(
      [...columns.rulesOf(stream)].sort((a, b) => a - b),
      Array.from({ length: rules }, (_, i) => i),
    );
  }
  assert(columns.rule.length < 1.7 * streams * rules, `${columns.rule.length} for ${streams * rules}`);
});

Deno.test("LimitColumns reuses the room of removed rules", () => {
  const columns = new LimitColumns(), streams = 100, rules = 400;
  columns.ensureStreams(streams);
  for (let stream = 0; stream < streams; stream++) {
    const many = Array.from({ length: rules }, (_, rule) => rule);
    columns.set(stream, { limits: many, rules: many });
    for (let rule = 1; rule < rules; rule++) columns.remove(stream, rule);
  }
  for (let stream = 0; stream < streams; stream++) assertEquals([...columns.rulesOf(stream)], [0]);
  assert(columns.rule.length < 10 * rules, `${columns.rule.length} for ${rules + streams} at most`);
});
