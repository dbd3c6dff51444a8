import { assertEquals } from "@std/assert";
import { createChangeLog } from "../../../../simulator/data_hub/change_log.ts";
import { feedPage, type FeedSource } from "../../../../simulator/data_hub/feed_page.ts";
import { feedPlan } from "../../../../simulator/data_hub/feed_plan.ts";
import { loadBank } from "../../../../simulator/data_hub/load_streams.ts";
import { createOverlay } from "../../../../simulator/data_hub/overlay.ts";
import { plantUnits } from "../../../../simulator/data_hub/plant/plant.ts";
import { resourcesFromStart } from "../../../../simulator/data_hub/signups.ts";
import { createCatalog } from "../../../../simulator/data_hub/stream_catalog.ts";
import { ticksFromMs } from "../../../../domain/shared/time.ts";

const FROM = ticksFromMs(Date.UTC(2026, 2, 1));

function source(ids: string[]): FeedSource {
  const units = plantUnits(1);
  const load = loadBank({ seed: 1, count: 50, periodMs: 1_000, cycleSamples: 60 });
  const catalog = createCatalog(units, load);
  const resources = resourcesFromStart(ids);
  return {
    plan: feedPlan(resources.values(), { catalog, load }),
    resources,
    load,
    overlay: createOverlay(),
    changes: createChangeLog(),
    verbose: true,
    typeOf: () => undefined,
  };
}

for (const id of ["PI_SIM_1008", "LOAD_7"]) {
  Deno.test(`${id}: a sample exactly at a mark belongs only to the page before it`, () => {
    const feed = source([id]);
    const times: string[] = [];
    const all = feedPage(feed, { mark: { at: FROM, seq: 0 }, visibleTo: FROM + 200_000_000 })?.items.join() ??
      "";
    const expected = [...all.matchAll(/"Timestamp":"([^"]+)"/g)].map((match) => match[1]);
    const marks = feed.plan.plain.flatMap((
      { stream },
    ) => [...stream.cadence.forward(FROM + 1, FROM + 200_000_000)]);
    const steps = marks.length > 0
      ? marks
      : Array.from({ length: 2_000 }, (_, i) => FROM + (i + 1) * 100_000);
    let mark = { at: FROM, seq: 0 };
    for (const visibleTo of steps) {
      const page = feedPage(feed, { mark, visibleTo });
      if (page === undefined) throw new Error("expired");
      for (const match of page.items.join().matchAll(/"Timestamp":"([^"]+)"/g)) times.push(match[1]);
      mark = page.next;
      assertEquals(mark.at, visibleTo);
    }
    assertEquals(times, expected);
    assertEquals(times.length, 20);
  });
}

Deno.test("a clock behind the mark gives an empty page and the same mark", () => {
  const page = feedPage(source(["PI_SIM_1008"]), { mark: { at: FROM, seq: 0 }, visibleTo: FROM - 1 });
  assertEquals(page, { items: [], next: { at: FROM, seq: 0 } });
});
