import { assertEquals } from "@std/assert";
import { keys } from "../../storage/keys.ts";
import { kinds } from "../../storage/kinds.ts";
import { body, layer, make, NOW, plant } from "./roster_fixture.ts";
import type { Json } from "./support.ts";

const DAY = 24 * 3_600_000;
const iso = (ms: number) => new Date(ms).toISOString();

Deno.test("turns over working days follow the plant's calendar as it changes, and an override counts on a holiday", async () => {
  await using plantOf = await plant();
  const { app, anna, ben } = plantOf;
  const required_hours = [{ weekdays: [1, 2, 3, 4, 5], from: "08:00", to: "18:00" }];
  const working = layer([anna, ben], { working_days_only: true, starts_on: "2026-01-05" });
  const { id } =
    (await make(app, body([], { layers: [working], required_hours, required_working_days_only: true }))).body
      .data;
  const week = async () => {
    const { body } = await app.call(`GET /api/rosters/${id}/shifts?to=${iso(NOW + 4 * DAY)}`, {
      as: "viewer",
    });
    return body.data.map(({ kind, username }: Json) => username ?? kind);
  };
  assertEquals(await week(), ["anna", "ben", "anna", "ben"]);
  const change = {
    working_hours: [{ weekdays: [1, 2, 4], from: "06:00", to: "22:00" }],
    holidays: ["2026-01-06"],
  };
  assertEquals((await app.call("PUT /api/plant-settings", { as: "admin", body: change })).status, 200);
  const roster = (await app.call(`GET /api/rosters/${id}`, { as: "viewer" })).body.data;
  assertEquals([await week(), roster.hole_count], [["anna", "free", "ben"], 0]);
  const taken = await app.call(`POST /api/rosters/${id}/overrides`, {
    as: "engineer",
    body: { user_id: ben, from: iso(NOW + DAY), to: iso(NOW + 2 * DAY) },
  });
  assertEquals([taken.status, await week()], [201, ["anna", "ben", "free", "ben"]]);
});

Deno.test("a roster that was stored before there were working days goes on as it was", async () => {
  await using plantOf = await plant();
  const { app, anna } = plantOf, { store } = app.storage;
  const { id } = (await make(app, body([anna]))).body.data;
  const { required_working_days_only: _, layers, ...rest } = (await store.get(keys.roster(id)))!
    .value as Json;
  const older = layers.map(({ working_days_only: _, ...one }: Json) => one);
  const read = kinds.roster.read({ ...rest, layers: older });
  assertEquals([read.required_working_days_only, read.layers[0].working_days_only], [false, false]);
});
