import { type Schemas, unwrap } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";

export type Roster = Schemas["Roster"];
export type RosterOverride = Schemas["RosterOverride"];
export type Team = Schemas["Team"];
export type Person = Schemas["NotificationPerson"];

const DAYS_MS = 14 * 24 * 3_600_000, HOUR_MS = 3_600_000;

/** The rosters, by name. */
export function useRosters(): ResourceHandle<readonly Roster[]> {
  const { api } = useConsole();
  return useResource("rosters", async (signal) => {
    const { data } = await unwrap(api.GET("/api/rosters", { signal }));
    return data.toSorted((a, b) => a.name.localeCompare(b.name));
  }, { changes: ["roster", "user", "plant_settings"], keep: true });
}

/** The shifts of 14 days from the beginning of this hour, and the overrides. Read again each hour. */
export function useShifts(id: number) {
  const { api } = useConsole();
  const from = Math.floor(useNow().value / HOUR_MS) * HOUR_MS;
  return useResource(`shifts of ${id} from ${from}`, async (signal) => {
    const span = { from: new Date(from).toISOString(), to: new Date(from + DAYS_MS).toISOString() };
    const path = { id };
    const [shifts, overrides] = await Promise.all([
      unwrap(api.GET("/api/rosters/{id}/shifts", { params: { path, query: span }, signal })),
      unwrap(api.GET("/api/rosters/{id}/overrides", { params: { path }, signal })),
    ]);
    return { shifts: shifts.data, overrides: overrides.data };
  }, { changes: ["roster", "user", "plant_settings"] });
}

/** All users, for engineers. */
export function usePersons(): ResourceHandle<readonly Person[]> {
  const { api } = useConsole();
  return useResource("notification people", async (signal) => {
    const { data } = await unwrap(api.GET("/api/notification-people", { signal }));
    return data.toSorted((a, b) => nameOfPerson(a).localeCompare(nameOfPerson(b)));
  }, { changes: ["user", "contact_addresses"], keep: true });
}

export function nameOfPerson({ username, display_name }: Person): string {
  return display_name ?? username;
}

/** The name of a user by id; a deleted one is said to be so. */
export function personName(id: number, people: readonly Person[]): string {
  const person = people.find((one) => one.id === id);
  return person === undefined ? `Deleted user ${id}` : nameOfPerson(person);
}
