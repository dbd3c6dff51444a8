import { assert, assertEquals } from "@std/assert";
import {
  MOST_OUT_OF_SIGHT_MS,
  nextRotation,
  PAGE_MS,
  pagesOf,
  pageText,
  type Rotation,
  type ScreenPage,
  stayMs,
} from "../../../console/pages/wall/screen_pages.ts";

const block = (topPx: number, changes: Partial<Parameters<typeof pagesOf>[0][number]> = {}) => ({
  topPx,
  bottomPx: topPx + 90,
  isHead: false,
  active: 1,
  ...changes,
});
const page = (active: number, ...criticals: string[]): ScreenPage => ({
  fromPx: 0,
  toPx: 1,
  active,
  criticals,
});
/** So many pages with one critical each, then so many others. */
const pagesWith = (critical: number, others: number) => [
  ...Array.from({ length: critical }, (_, index) => page(1, `c${index}`)),
  ...Array.from({ length: others }, () => page(1)),
];

Deno.test("a page holds whole rows of tiles, and a heading goes with the tiles below it", () => {
  const head = (topPx: number) => block(topPx, { bottomPx: topPx + 20, isHead: true, active: 0 });
  const blocks = [head(0), block(20), block(20, { critical: "a" }), block(120), head(220), block(240)];
  assertEquals(pagesOf(blocks, 260), [
    { fromPx: 0, toPx: 210, active: 3, criticals: ["a"] },
    { fromPx: 220, toPx: 330, active: 1, criticals: [] },
  ]);
  assertEquals(pagesOf(blocks, 330).length, 1);
  assertEquals(pagesOf([], 330), []);
  assertEquals(pagesOf([block(0, { bottomPx: 900 }), block(900)], 330).length, 2);
});

/** Turns pages for a time on a clock of its own; tells the longest time that a critical was out of sight. */
function longestOutOfSight(pagesAt: (nowMs: number) => ScreenPage[], untilMs: number) {
  let [rotation, nowMs, longest]: [Rotation | undefined, number, number] = [undefined, 0, 0];
  let shown: readonly string[] = [];
  const lastMs = new Map<string, number>(), firstMs = new Map<string, number>(), visited = new Set<number>();
  while (nowMs < untilMs) {
    const pages = pagesAt(nowMs);
    rotation = nextRotation({ before: rotation, shown, pages, nowMs });
    visited.add(rotation.page);
    for (const key of pages.flatMap(({ criticals }) => criticals)) {
      if (!firstMs.has(key)) firstMs.set(key, nowMs);
    }
    shown = pages[rotation.page].criticals;
    for (const key of shown) {
      longest = Math.max(longest, nowMs - (lastMs.get(key) ?? firstMs.get(key) ?? nowMs));
    }
    nowMs += stayMs(pages);
    for (const key of shown) lastMs.set(key, nowMs);
  }
  return { longest, visited: visited.size };
}

Deno.test("no critical is out of sight for more than 30 s, and every page comes", () => {
  for (const critical of [1, 2, 3, 4, 5, 10, 40]) {
    for (const others of [0, 1, 2, 9]) {
      const pages = pagesWith(critical, others);
      if (pages.length < 2) continue;
      const { longest, visited } = longestOutOfSight(() => pages, 1_000_000);
      assert(longest <= MOST_OUT_OF_SIGHT_MS, `${critical} and ${others}: ${longest} ms`);
      assertEquals(visited, pages.length);
    }
  }
});

Deno.test("new criticals on one page do not keep those of another out of sight", () => {
  const flood = (nowMs: number) => [page(1, `new ${Math.floor(nowMs / 1_000)}`), page(1, "old"), page(1)];
  const { longest } = longestOutOfSight(flood, 600_000);
  assert(longest > 0 && longest <= MOST_OUT_OF_SIGHT_MS, `${longest} ms`);
});

Deno.test("a page stays for its constant time; with many criticals a shorter one", () => {
  assertEquals(stayMs(pagesWith(0, 5)), PAGE_MS);
  assertEquals(stayMs(pagesWith(2, 5)), PAGE_MS);
  assertEquals(stayMs(pagesWith(10, 5)), 2_800);
});

Deno.test("a page says how many are active on the others", () => {
  const pages = [page(4), page(3), page(1_200)];
  assertEquals(pageText(pages, 0), "Page 1 of 3: 1,203 more active below");
  assertEquals(pageText(pages, 1), "Page 2 of 3: 1,200 more active below, 4 above");
  assertEquals(pageText(pages, 2), "Page 3 of 3: 7 more active above");
  assertEquals(pageText([page(1), page(0)], 0), "Page 1 of 2: none active on the other pages");
});
