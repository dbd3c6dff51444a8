import { type Json, type TestApp, testApp } from "./support.ts";

const BY = { name: "test", role: "admin" } as const;
export const NOW = Date.parse("2026-01-05T08:00:00Z");

export interface People {
  app: TestApp;
  clock: { now: number };
  anna: number;
  ben: number;
}

export async function plant(): Promise<People & AsyncDisposable> {
  const clock = { now: NOW };
  const app = await testApp({ now: () => clock.now });
  const user = (username: string) =>
    app.storage.access.createUser({ username, password: "a password of theirs", role: "viewer" }, BY);
  const anna = (await user("anna")).id, ben = (await user("ben")).id;
  return { app, clock, anna, ben, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

export const layer = (user_ids: number[], more: Json = {}) => ({
  name: "Always",
  user_ids,
  every: 1,
  unit: "day",
  starts_on: "2026-01-01",
  handover_time: "08:00",
  hours: [],
  working_days_only: false,
  ...more,
});
export const body = (user_ids: number[], more: Json = {}) => ({
  name: "Utilities",
  time_zone: "UTC",
  layers: [layer(user_ids)],
  required_hours: [],
  required_working_days_only: false,
  ...more,
});
export const make = (app: TestApp, given: Json, as: "engineer" | "operator" = "engineer") =>
  app.call("POST /api/rosters", { as, body: given });
