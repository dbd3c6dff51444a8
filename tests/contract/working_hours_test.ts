import { assertEquals, assertMatch } from "@std/assert";
import { CALENDAR_LIMITS } from "../../domain/hours/plant_calendar.ts";
import { keys } from "../../storage/keys.ts";
import { kinds } from "../../storage/kinds.ts";
import { NOW, plantApp, POLICIES as PATH } from "./policy_fixture.ts";
import type { Json, TestApp } from "./support.ts";

const set = (app: TestApp, body: Json, as: "admin" | "engineer" = "admin") =>
  app.call("PUT /api/plant-settings", { as, body });
const pathsOf = ({ body }: Json) => body.details.issues.map(({ path }: Json) => path);
const EARLY = { weekdays: [1, 2, 3, 4, 5], from: "06:00", to: "14:00" };

Deno.test("the plant's working hours and holidays are kept, in order, and audited; the rest stays", async () => {
  await using app = await plantApp();
  const read = async () => (await app.call("GET /api/plant-settings", { as: "viewer" })).body.data;
  assertEquals([(await read()).working_hours, (await read()).holidays], [[], []]);
  const holidays = ["2026-12-25", "2026-01-01", "2026-12-25"];
  assertEquals((await set(app, { working_hours: [EARLY], holidays })).status, 200);
  await set(app, { keep_unacknowledged: false });
  const { working_hours, holidays: kept, keep_unacknowledged } = await read();
  assertEquals([working_hours, kept, keep_unacknowledged], [[EARLY], ["2026-01-01", "2026-12-25"], false]);
  assertEquals((await set(app, { working_hours: [] }, "engineer")).status, 403);
  const audit = await app.call("GET /api/audit-log?resource_type=plant_settings", { as: "admin" });
  assertEquals(audit.body.data.length, 2);
});

Deno.test("the calendar of the plant has limits", async () => {
  await using app = await plantApp();
  const dates = (count: number) =>
    Array.from({ length: count }, (_, n) => new Date(NOW + n * 86_400_000).toISOString().slice(0, 10));
  const { hours, holidays } = CALENDAR_LIMITS;
  assertEquals((await set(app, { holidays: dates(holidays) })).status, 200);
  assertEquals(pathsOf(await set(app, { holidays: dates(holidays + 1) })), ["holidays"]);
  assertEquals((await set(app, { working_hours: Array(hours).fill(EARLY) })).status, 200);
  assertEquals(pathsOf(await set(app, { working_hours: Array(hours + 1).fill(EARLY) })), ["working_hours"]);
  const refused = await set(app, { holidays: ["25.12.2026"], working_hours: [{ ...EARLY, weekdays: [] }] });
  assertEquals([...new Set(pathsOf(refused))].toSorted(), ["holidays.0", "working_hours.0.weekdays"]);
  assertMatch(JSON.stringify(refused.body), /Must be a date such as 2026-01-31/);
});

Deno.test("the preview shows when a policy's hours begin, and that a critical event does not wait", async () => {
  await using app = await plantApp();
  // NOW is a Saturday; the Monday is a holiday.
  await set(app, { working_hours: [EARLY], holidays: ["2026-02-02"] });
  const policy = {
    name: "Hours",
    hours: "working_hours",
    steps: [{ after_minutes: 0, to: [{ kind: "team", id: 1 }] }],
  };
  const first = async (severity: string) => {
    const { body } = await app.call(`POST ${PATH}/preview`, {
      as: "engineer",
      body: { event: { severity }, policy },
    });
    const [{ at, reason }] = body.data.messages;
    return [at, reason];
  };
  assertEquals(await first("warning"), ["2026-02-03T06:00:30.000Z", "digest"]);
  assertEquals(await first("critical"), [new Date(NOW).toISOString(), "opened"]);
  const unknown = await app.call(`POST ${PATH}`, {
    as: "engineer",
    body: { ...policy, hours: "by night" },
  });
  assertEquals(pathsOf(unknown), ["hours"]);
});

Deno.test("settings and policies that were stored before there were working hours go on as they were", async () => {
  await using app = await plantApp();
  const { id } = (await app.call(`POST ${PATH}`, { as: "engineer", body: { name: "Old" } })).body.data;
  const { store } = app.storage;
  const { hours: _, ...policy } = (await store.get(keys.notificationPolicy(id)))!.value as Json;
  assertEquals(kinds.notificationPolicy.read(policy).hours, "always");
  const { working_hours: _w, holidays: _h, ...settings } = (await store.get(keys.plantSettings()))!
    .value as Json;
  const { working_hours, holidays } = kinds.plantSettings.read(settings);
  assertEquals([working_hours, holidays], [[], []]);
});
