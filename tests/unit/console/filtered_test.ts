import { assertEquals } from "@std/assert";
import { filteredOut, severitiesText } from "../../../console/pages/hidden/filtered.ts";
import { event } from "./support.ts";

const NOW_MS = Date.parse("2026-01-31T08:30:00.000Z");
const NO_LIMITS = { severities: [], hasPlaces: false, hasPlace: () => false };

Deno.test("filteredOut() names the filters that keep an active event off the wall, worst first", () => {
  const events = [
    event(1, { severity: "info", plant_node_floc_id: "HALL" }),
    event(2, { severity: "info", plant_node_floc_id: "YARD" }),
    event(3, { severity: "critical", plant_node_floc_id: null }),
    event(4, { severity: "critical", plant_node_floc_id: "HALL" }),
  ];
  const limits = {
    severities: ["critical" as const],
    hasPlaces: true,
    hasPlace: (floc: string | null) => floc === "HALL",
  };
  const found = filteredOut(events, { limits, nowMs: NOW_MS });
  assertEquals(
    found.map(({ event: { id }, byPlace, bySeverity }) => [id, byPlace, bySeverity]),
    [[3, true, false], [2, true, true], [1, false, true]],
  );
  assertEquals(filteredOut(events, { limits: NO_LIMITS, nowMs: NOW_MS }), []);
});

Deno.test("filteredOut() leaves out what has ended and what is shelved", () => {
  const limits = { ...NO_LIMITS, hasPlaces: true };
  const events = [
    event(1, { is_active: false }),
    event(2, { shelved_until: "2026-01-31T09:00:00.000Z" }),
    event(3, { shelved_until: "2026-01-31T08:15:00.000Z" }),
  ];
  assertEquals(filteredOut(events, { limits, nowMs: NOW_MS }).map(({ event: { id } }) => id), [3]);
});

Deno.test("severitiesText() lists severities as a sentence begins", () => {
  assertEquals(severitiesText([]), "");
  assertEquals(severitiesText(["critical"]), "Critical");
  assertEquals(severitiesText(["critical", "error", "info"]), "Critical, error and info");
});
