import { assertEquals } from "@std/assert";
import { backfillText } from "../../../console/instances/backfill_text.ts";

const nothing = { found: 0, written: 0, known: 0, begun_before: 0, open_at_end: 0, missing_streams: [] };

Deno.test("backfillText() counts events to write, stored ones and left-out ones", () => {
  assertEquals(backfillText(nothing), "No events found.");
  assertEquals(
    backfillText({ ...nothing, found: 3, written: 2, known: 1, open_at_end: 1, missing_streams: ["A"] }),
    "3 events began and ended in this time; 2 to write. Already stored or deleted: 1. " +
      "Left out because they began before or ended after it: 1. Missing at source: A.",
  );
});
