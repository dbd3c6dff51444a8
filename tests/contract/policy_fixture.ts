import { contactPointSchema } from "../../domain/contact_point/schema.ts";
import { rosterSchema } from "../../domain/roster/schema.ts";
import { type TestApp, testApp } from "./support.ts";

export const BY = { name: "test", role: "admin" } as const;
export const NOW = Date.parse("2026-01-31T08:00:00Z");
export const POLICIES = "/api/notification-policies";

/**
 * A plant with two sites, an area, two reachable people in a team, a roster without shifts, contact point 1 "Mail" and
 * the fallback, contact point 2.
 */
export async function plantApp(): Promise<TestApp> {
  const app = await testApp({ now: () => NOW });
  const { storage } = app;
  const node = { name: "N", node_type: "site", parent_id: "ROOT" } as const;
  await storage.plant.create({ ...node, floc_id: "ROOT", node_type: "enterprise", parent_id: null }, BY);
  for (const floc_id of ["NORTH", "SOUTH"]) await storage.plant.create({ ...node, floc_id }, BY);
  await storage.plant.create({ ...node, floc_id: "NORTH-A", node_type: "area", parent_id: "NORTH" }, BY);
  await storage.areas.create({ name: "North", plant_node_ids: ["NORTH"] }, BY);
  for (const username of ["anna", "ben"]) {
    await storage.access.createUser({ username, password: "a password of theirs", role: "operator" }, BY);
  }
  await storage.teams.create({ name: "Shift leads", user_ids: [idOf(app, "anna"), idOf(app, "ben")] }, BY);
  await storage.rosters.create(rosterSchema.parse({ name: "Nights", time_zone: "UTC" }), BY);
  for (const [name, fallback] of [["Mail", false], ["Control room", true]] as const) {
    const to = fallback ? ["room@plant.example"] : [];
    const config = { kind: "email", host: "smtp.plant.example", from: "andon@plant.example", to };
    await storage.contactPoints.create(contactPointSchema.parse({ name, fallback, config }), BY);
  }
  for (const name of ["anna", "ben"]) {
    const userId = idOf(app, name), address = `${name}@plant.example`;
    const { id } = await storage.contactAddresses.add(userId, { contact_point_id: 1, address }, BY);
    const { code } = await storage.contactAddresses.newCode({ userId, addressId: id });
    await storage.contactAddresses.confirm({ userId, addressId: id }, code, BY);
  }
  return app;
}

export const idOf = ({ storage }: TestApp, name: string) =>
  storage.access.users().find(({ username }) => username === name)!.id;
