import { assertEquals } from "@std/assert";
import {
  isFiltered,
  logAddress,
  logQuery,
  logView,
  unfiltered,
} from "../../../console/pages/assistant/log_view.ts";

const NOW_MS = Date.UTC(2026, 0, 31, 8);

Deno.test("a log's address round-trips", () => {
  const query = { provider: "2", log: "calls", hours: "8", mine: "yes", name: "get_event", outcome: "error" };
  const place = logView(query);
  assertEquals(Object.fromEntries(new URLSearchParams(logAddress(place).split("?")[1])), query);
  assertEquals(logQuery(place, NOW_MS), {
    from: "2026-01-31T00:00:00.000Z",
    mine: true,
    name: "get_event",
    outcome: "error",
  });
  assertEquals([isFiltered(place), isFiltered(unfiltered(place))], [true, false]);
  assertEquals(logAddress(unfiltered(place)), "/assistant/logs?provider=2&log=calls");
});

Deno.test("a log has only its own filters, with known values only", () => {
  const given = { type: "error", name: "get_event", outcome: "success" };
  assertEquals(logQuery(logView(given), NOW_MS), { type: "error" });
  assertEquals(logQuery(logView({ ...given, log: "usage" }), NOW_MS), { outcome: "success" });
  assertEquals(logQuery(logView({ ...given, log: "raw" }), NOW_MS), {});
  const odd = { type: "shout", hours: "-1", mine: "no", page: "0" };
  assertEquals(logQuery(logView(odd), NOW_MS), {});
  assertEquals(logAddress(logView(odd)), "/assistant/logs");
});

Deno.test("changing the log keeps the common filters", () => {
  const place = logView({ log: "calls", hours: "24", name: "get_event" });
  assertEquals(logAddress({ ...place, log: "usage" }), "/assistant/logs?log=usage&hours=24");
});
