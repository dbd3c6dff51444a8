import { unwrap } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { useRead } from "../../live/use_read.ts";
import { useAreas } from "../../parts/areas.ts";
import { usePlant, useTemplateBriefs } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import type { Policy, PolicyNames } from "./policy_sentence.ts";
import { nameOfPerson, usePersons, useRosters } from "./use_rosters.ts";

/** The policies in their order. */
export function usePolicies(): ResourceHandle<readonly Policy[]> {
  return useRead("/api/notification-policies", {
    changes: ["notification_policy", "team", "roster", "user", "contact_point"],
    keep: true,
  });
}

/** The names of areas, locations and templates, as far as they are read. */
export function usePolicyNames(): PolicyNames {
  const areas = useAreas().state.value.value ?? [];
  const places = usePlant().state.value.value?.places;
  const templates = useTemplateBriefs().state.value.value;
  return {
    area: (id) => areas.find((one) => one.id === id)?.name,
    location: (id) => places?.get(id)?.path,
    template: (id) => templates?.get(id)?.name,
  };
}

/** Something to choose from. */
export interface Option {
  value: string;
  label: string;
}

/** Everybody whom a step can call, by `kind/id`. */
export function useRecipientOptions(): readonly { kind: string; options: readonly Option[] }[] {
  const { api } = useConsole();
  const people = usePersons().state.value.value ?? [];
  const rosters = useRosters().state.value.value ?? [];
  const others = useResource("recipients", async (signal) => {
    const [teams, points] = await Promise.all([
      unwrap(api.GET("/api/teams", { signal })),
      unwrap(api.GET("/api/contact-points", { signal })),
    ]);
    return { teams: teams.data, points: points.data };
  }, { changes: ["team", "contact_point"] }).state.value.value ?? { teams: [], points: [] };
  const named = (kind: string, rows: readonly { id: number; name: string }[]) =>
    rows.map(({ id, name }): Option => ({ value: `${kind}/${id}`, label: name }));
  return [
    { kind: "Rosters", options: named("roster", rosters) },
    { kind: "Teams", options: named("team", others.teams) },
    {
      kind: "People",
      options: people.filter(({ is_active }) => is_active).map((person) => ({
        value: `user/${person.id}`,
        label: nameOfPerson(person) + (person.is_reachable ? "" : " (no confirmed address)"),
      })),
    },
    { kind: "Contact points", options: named("contact_point", others.points) },
  ];
}
