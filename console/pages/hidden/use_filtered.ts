import { useComputed } from "@preact/signals";
import { namesText, useMyAreas } from "../../lists/use_my_areas.ts";
import { usePlant } from "../../parts/shared_resources.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { choiceQuery, wallView } from "../wall/wall_address.ts";
import { type FilteredEvent, filteredOut, severitiesText } from "./filtered.ts";

export interface Filtered {
  events: readonly FilteredEvent[];
  /** "Hall and Line 2": the places that the wall is limited to; "" for none. */
  places: string;
  /** "Critical and error": the severities that it is limited to; "" for all. */
  severities: string;
  showAllPlaces(): void;
  showAllSeverities(): void;
}

const REBUILD_MS = 10_000;

/** The active events that "my areas" and the wall's filter of this browser keep off the event wall. */
export function useFiltered(): Filtered {
  const { live, preferences } = useConsole();
  const mine = useMyAreas();
  const places = usePlant().state.value.value?.places;
  const nowMs = useNow();
  const rebuiltAtMs = useComputed(() => Math.ceil(nowMs.value / REBUILD_MS) * REBUILD_MS);
  const { areas, severities } = wallView({}, preferences.wall.value);
  const nodes = [...areas, ...mine.nodes];
  const isKnown = mine.isRead && (nodes.length === 0 || places !== undefined);
  const limits = {
    severities,
    hasPlaces: isKnown && nodes.length > 0,
    hasPlace: (floc: string | null) =>
      (floc === null ? [] : places?.get(floc)?.ids ?? []).some((id) => nodes.includes(id)),
  };
  return {
    events: filteredOut(live.events.value.values(), { limits, nowMs: rebuiltAtMs.value }),
    places: namesText([...mine.areas, ...areas.map((id) => places?.get(id)?.node ?? { name: id })]),
    severities: severitiesText(severities),
    showAllPlaces() {
      preferences.areas.value = "";
      preferences.wall.value = choiceQuery({ areas: [], severities });
    },
    showAllSeverities() {
      preferences.wall.value = choiceQuery({ areas, severities: [] });
    },
  };
}
