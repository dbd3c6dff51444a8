import type { PlantTime } from "../plant_time.ts";

/** The heading of a column of times, which names their zone; a narrow column has no room for it. */
export function timeHead(title: string, { zoneNames }: PlantTime) {
  return {
    title: `${title}, ${zoneNames}`,
    head: (
      <span>
        {title}
        <span class="wide-only">, {zoneNames}</span>
      </span>
    ),
  };
}
