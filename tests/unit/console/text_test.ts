import { assertEquals } from "@std/assert";
import { createPlantTime, durationText } from "../../../console/parts/plant_time.ts";
import { cursorAfterKey, cursorText } from "../../../console/parts/trend/cursor.ts";
import { decimalsFor } from "../../../console/parts/trend/types.ts";
import { hasRole, may, mayIn } from "../../../console/session/may.ts";
import { found } from "../../../console/shell/palette_search.ts";
import { sourceText } from "../../../console/shell/source_text.ts";

const AT_MS = Date.parse("2026-01-31T23:30:05.000Z");

Deno.test("times are in the plant's zone, with the date unless it is today", () => {
  const zurich = createPlantTime("Europe/Zurich", { now: () => AT_MS });
  assertEquals(zurich.moment(AT_MS), "00:30:05");
  assertEquals(zurich.moment(AT_MS - 3_600_000), "2026-01-31 23:30:05");
  assertEquals(createPlantTime("UTC", { now: () => AT_MS }).clock(AT_MS), "23:30");
});

Deno.test("times are named with the plant's zone as it is then, or with the reader's own by choice", () => {
  let choice: "plant" | "own" = "plant";
  const time = createPlantTime("Europe/Zurich", {
    choice: () => choice,
    ownZone: "Asia/Kolkata",
    now: () => AT_MS,
  });
  const summerMs = Date.parse("2026-07-31T07:05:09Z");
  assertEquals(time.full(AT_MS), "2026-02-01 00:30:05 CET");
  assertEquals(time.full(summerMs), "2026-07-31 09:05:09 CEST");
  assertEquals(time.named(AT_MS), "00:30:05 CET");
  assertEquals([time.zone, time.zoneName, time.zoneNames], ["Europe/Zurich", "CET", "CET/CEST"]);
  choice = "own";
  assertEquals(time.full(AT_MS), "2026-02-01 05:00:05 GMT+5:30");
  assertEquals([time.zone, time.zoneNames, time.plantZone], ["Asia/Kolkata", "GMT+5:30", "Europe/Zurich"]);
  assertEquals(time.fromField(time.field(summerMs)), summerMs);
});

Deno.test("durationText() has a unit for each length", () => {
  assertEquals([0, 59_999, 60_000, 3_600_000, 100_000_000].map(durationText), [
    ...["0 s", "59 s", "1 min", "1 h 0 min", "1 d 3 h"],
  ]);
  assertEquals(durationText(-5), "0 s");
});

Deno.test("may() follows the route tables; without a user only public calls are allowed", () => {
  const acknowledge = "POST /api/rule-events/:id/acknowledge", templates = "POST /api/templates";
  const viewer = { role: "viewer", grants: [] } as const;
  assertEquals(may(viewer, acknowledge), false);
  assertEquals(may({ role: "operator", grants: [] }, acknowledge), true);
  assertEquals(may(null, "GET /api/auth/session"), true);
  assertEquals(may(null, "GET /api/rule-events"), false);
  const inArea = { ...viewer, grants: [{ role: "engineer" as const, area_ids: [4] }] };
  assertEquals([may(inArea, acknowledge), may(inArea, templates)], [true, false]);
  const at = (areaIds: number[]) => mayIn(inArea, { call: acknowledge, areaIds });
  assertEquals([at([4]), at([3, 4]), at([3]), at([])], [true, true, false, false]);
  assertEquals(hasRole("engineer", "admin"), false);
});

Deno.test("the source is wrong when it is lost or a minute behind, and its text says since when", () => {
  const source = { state: "connected", reason: null, watermark: new Date(AT_MS).toISOString() } as const;
  assertEquals(sourceText(source, AT_MS + 59_999), { text: "Source connected", isWrong: false });
  assertEquals(sourceText(source, AT_MS + 60_000), { text: "Source 1 min behind", isWrong: true });
  assertEquals(sourceText({ ...source, state: "lost" }, AT_MS + 5_000).text, "Source lost, no data for 5 s");
  const named = { ...source, state: "lost", name: "line2" } as const;
  assertEquals(sourceText(named, AT_MS + 5_000).text, "Source “line2” lost, no data for 5 s");
  assertEquals(sourceText({ ...source, state: "none" }, AT_MS).isWrong, true);
  const connecting = { ...source, state: "connecting", watermark: null } as const;
  assertEquals(sourceText(connecting, AT_MS), { text: "Source: connecting", isWrong: false });
  assertEquals(sourceText({ ...connecting, error_code: "CONNECTION_FAILED" }, AT_MS), {
    text: "Source cannot be reached",
    isWrong: true,
  });
  assertEquals(sourceText({ ...connecting, error_code: "INVALID_CREDENTIALS" }, AT_MS), {
    text: "Source refuses the credentials",
    isWrong: true,
    isRefused: true,
  });
});

Deno.test("the palette finds items with every word, those that start with one first", () => {
  const item = (label: string) => ({ id: label, label, group: "Page", run() {} });
  const labels = (typed: string) =>
    found(["Old events", "Events", "Event wall"].map(item), typed).map(({ label }) => label);
  assertEquals(labels("ev"), ["Events", "Event wall", "Old events"]);
  assertEquals(labels("wall ev"), ["Event wall"]);
  assertEquals(labels("xyz"), []);
});

Deno.test("the cursor of a trend shows time, value, unit and the exceeded limit", () => {
  const limits = [{ value: 7, severity: "warning", label: "High" }] as const;
  const text = (ms: number, value: number | null) =>
    cursorText({ unit: "bar" }, {
      point: { ms: AT_MS + ms, value },
      limits,
      decimals: 1,
      moment: (at) => `t${at - AT_MS}`,
    });
  assertEquals([text(0, 7.25), text(1_000, null)], ["t0, 7.3 bar, above High", "t1000, no data"]);
});

Deno.test("keys move the cursor of a trend within its points", () => {
  const place = { at: 50, count: 100 };
  assertEquals(
    ["ArrowLeft", "PageUp", "End", "x"].map((key) => cursorAfterKey(key, place)),
    [49, 60, 99, undefined],
  );
});

Deno.test("decimalsFor() distinguishes the values of a range", () => {
  assertEquals([decimalsFor([1, 2, 3]), decimalsFor([1.5, 2.25]), decimalsFor([100.5, 900])], [0, 2, 0]);
  assertEquals(decimalsFor([null, null]), 1);
});

Deno.test("a time field uses the plant's zone, in summer, in winter and at clock changes", () => {
  const zurich = createPlantTime("Europe/Zurich", { now: () => AT_MS });
  for (const iso of ["2026-01-31T07:05:09Z", "2026-07-31T07:05:09Z", "2026-03-29T00:59:59Z"]) {
    assertEquals(zurich.fromField(zurich.field(Date.parse(iso))), Date.parse(iso));
  }
  assertEquals(zurich.field(Date.parse("2026-07-31T07:05:09Z")), "2026-07-31T09:05:09");
  assertEquals(zurich.fromField("2026-07-31T09:05"), Date.parse("2026-07-31T07:05:00Z"));
  assertEquals(zurich.fromField(""), NaN);
});
