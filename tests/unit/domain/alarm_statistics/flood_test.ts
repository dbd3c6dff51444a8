import { assertEquals } from "@std/assert";
import { floodFigures, floodsOf } from "../../../../domain/alarm_statistics/flood.ts";
import { MINUTE_MS, START_MS } from "../../../support/alarm_facts.ts";

const TEN = 10 * MINUTE_MS;

/** The floods of a series of ten-minute intervals; the last one has just begun. */
function floods(...counts: number[]) {
  const span = { fromMs: START_MS, nowMs: START_MS + (counts.length - 1) * TEN + 60_000 };
  const found = floodsOf(
    counts.map((count, interval) => ({ interval, count })).filter(({ count }) => count > 0),
    span,
  );
  const at = (ms: number | null) => ms === null ? null : (ms - START_MS) / TEN;
  return {
    spans: found.map(({ startMs, endMs, events, peak }) => [at(startMs), at(endMs), events, peak]),
    figures: floodFigures(found, span),
    span,
  };
}

Deno.test("a flood begins above ten events in ten minutes and ends below five", () => {
  assertEquals(floods(10, 0, 0).spans, []);
  assertEquals(floods(11, 0, 0).spans, [[0, 1, 11, 11]]);
  assertEquals(floods(11, 5, 4, 0).spans, [[0, 2, 16, 11]]);
  assertEquals(floods(11, 5, 10, 4, 12, 0, 0).spans, [[0, 3, 26, 11], [4, 5, 12, 12]]);
  assertEquals(floods(3, 20, 0, 20, 0, 0).spans, [[1, 2, 20, 20], [3, 4, 20, 20]]);
});

Deno.test("the current ten minutes end no flood, but may begin one", () => {
  assertEquals(floods(11, 0).spans, [[0, null, 11, 11]]);
  assertEquals(floods(11, 1).spans, [[0, null, 12, 11]]);
  assertEquals(floods(11, 0, 1).spans, [[0, 1, 11, 11]]);
  assertEquals(floods(1, 12).spans, [[1, null, 12, 12]]);
});

Deno.test("the share in flood is of the span's time, and an open flood lasts until now", () => {
  const { figures, span } = floods(11, 0, 0, 12, 1);
  assertEquals(figures, {
    share: (TEN + TEN + 60_000) / (span.nowMs - span.fromMs),
    count: 2,
    longestMs: TEN + 60_000,
  });
  const running = [
    { fromMs: START_MS + TEN / 2, toMs: START_MS + 2 * TEN },
    { fromMs: START_MS + 3 * TEN, toMs: span.nowMs },
  ];
  const flood = { startMs: START_MS, endMs: START_MS + TEN, events: 11, peak: 11 };
  const ran = 2.5 * TEN + 60_000;
  assertEquals(floodFigures([flood], { ...span, running }).share, TEN / 2 / ran, "of the time Andon ran");
  assertEquals(floodFigures([flood], { ...span, running: [] }).share, 0);
  assertEquals(floodFigures([], { fromMs: 0, nowMs: 0 }), { share: 0, count: 0, longestMs: 0 });
});
