import { fc } from "../../../support/fast_check.ts";
import { assertEquals } from "@std/assert";
import { type EventSpan, matchEvents } from "../../../../domain/event/match.ts";

const span = (start: number, end = Infinity): EventSpan => ({ start, end });

Deno.test("matchEvents() matches the same start first, even if another event overlaps longer", () => {
  assertEquals(matchEvents([span(0, 9), span(10, 11)], [span(10, 30)]), [1]);
  assertEquals(matchEvents([span(5, 30), span(4, 5)], [span(4, 20)]), [1]);
});

Deno.test("matchEvents() then matches the longest overlap", () => {
  assertEquals(matchEvents([span(0, 3), span(4, 9)], [span(1, 8)]), [1]);
  assertEquals(matchEvents([span(0, 10)], [span(1, 3), span(4, 9)]), [undefined, 0]);
});

Deno.test("matchEvents() of two equal overlaps matches the earlier new event, then the earlier old one", () => {
  assertEquals(matchEvents([span(0, 10)], [span(1, 3), span(4, 6)]), [0, undefined]);
  assertEquals(matchEvents([span(0, 4), span(6, 12)], [span(2, 8)]), [0]);
  assertEquals(matchEvents([span(0), span(5)], [span(2)]), [0]);
});

Deno.test("matchEvents() matches touching and retracted events only by their start", () => {
  assertEquals(matchEvents([span(0, 5)], [span(5, 9)]), [undefined]);
  assertEquals(matchEvents([span(3, 3)], [span(2, 9)]), [undefined]);
  assertEquals(matchEvents([span(3, 3)], [span(3, 9)]), [0]);
});

/** Spans that follow one another, as events of one rule do; the last may be active. */
const spans = fc.tuple(fc.array(fc.tuple(fc.nat(5), fc.nat(5)), { maxLength: 8 }), fc.boolean()).map(
  ([parts, isActive]) => {
    let at = 0;
    const list = parts.map(([gap, length]) => {
      const start = at + gap + 1;
      at = start + length;
      return span(start, at);
    });
    const last = list.at(-1);
    return last === undefined || !isActive ? list : [...list.slice(0, -1), span(last.start)];
  },
);

const overlap = (a: EventSpan, b: EventSpan) => Math.min(a.end, b.end) - Math.max(a.start, b.start);

Deno.test("matchEvents() follows its rules in 2000 random cases", () => {
  fc.assert(
    fc.property(spans, spans, (old, run) => {
      const matched = matchEvents(old, run);
      const taken = matched.filter((index) => index !== undefined);
      assertEquals(new Set(taken).size, taken.length, "no old event is two new ones");
      const free = old.keys().filter((index) => !taken.includes(index)).toArray();
      matched.forEach((index, i) => {
        const same = old.findIndex(({ start }) => start === run[i].start);
        if (same >= 0) return assertEquals(index, same, "the same start comes first");
        const rivals = free.filter((other) => overlap(run[i], old[other]) > 0);
        if (index === undefined) return assertEquals(rivals, [], "nobody is left over who overlaps");
        const length = overlap(run[i], old[index]);
        assertEquals(length > 0, true, "a match overlaps");
        assertEquals(rivals.filter((other) => overlap(run[i], old[other]) > length), []);
      });
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("matchEvents() matches each event of an equal run with itself, in 500 random cases", () => {
  fc.assert(
    fc.property(spans, (old) => assertEquals(matchEvents(old, old), [...old.keys()])),
    { numRuns: 500 },
  );
});
