import { roleIn } from "../../domain/access/grants.ts";
import type { Issue } from "../api/problem.ts";
import { type Call, mayIn } from "../session/may.ts";
import { useConsole } from "../shell/console.ts";
import { type Area, useAreas, useMayAt } from "./areas.ts";

/** Where the user may make a call. */
export interface OwnPlaces {
  /** Undefined: in the whole plant. */
  areas: readonly Area[] | undefined;
  mayAt(flocId: string | null): boolean;
  /** The issue of a form's field that holds a plant node ("": none) at which the user may not act. */
  issuesAt(path: string, flocId: string): Issue[];
}

/** Where the user may make a call, for a thing that gets a place. */
export function useOwnPlaces(call: Call): OwnPlaces {
  const { session } = useConsole();
  const all = useAreas().state.value.value ?? [];
  const mayAt = useMayAt();
  const user = session.user.value;
  const isEverywhere = user === null || mayAt(call, null);
  const areas = isEverywhere ? undefined : all.filter(({ id }) => mayIn(user, { call, areaIds: [id] }));
  return {
    areas,
    mayAt: (flocId) => mayAt(call, flocId),
    issuesAt(path, flocId) {
      if (mayAt(call, flocId === "" ? null : flocId)) return [];
      const names = (areas ?? []).map(({ name }) => name).join(", ");
      return [{ path, message: `You act in your areas only; choose a location in ${names}` }];
    },
  };
}

/** The areas in which the user has a higher role than in the whole plant, with that role. */
export function useOwnAreas(): { area: Area; role: string }[] {
  const { session } = useConsole();
  const areas = useAreas().state.value.value ?? [];
  const user = session.user.value;
  if (user === null) return [];
  return areas.flatMap((area) => {
    const role = roleIn(user, [area.id]);
    return role === user.role ? [] : [{ area, role }];
  });
}

/** "viewer, operator in Hall": the user's role in the whole plant, and those in areas. */
export function useOwnRoles(): string {
  const { session } = useConsole();
  const own = useOwnAreas().map(({ area, role }) => `${role} in ${area.name}`);
  return [session.user.value?.role ?? "", ...own].join(", ");
}
