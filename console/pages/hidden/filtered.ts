import type { RuleEvent, Severity } from "../../api/client.ts";
import { worstFirst } from "../../events/event_order.ts";
import { isHidden } from "../../parts/event_text.ts";
import { severityInfo } from "../../parts/severity.ts";

/** What a reader limits the event wall to; empty: nothing. */
export interface WallLimits {
  severities: readonly Severity[];
  /** Whether the places of the wall are limited. */
  hasPlaces: boolean;
  /** Whether a plant node is among the chosen places. */
  hasPlace(floc: string | null): boolean;
}

/** An active event that a reader's own filter keeps off the wall, and which one does. */
export interface FilteredEvent {
  event: RuleEvent;
  byPlace: boolean;
  bySeverity: boolean;
}

/** The active events that the wall leaves out by the reader's filters, worst first. Others are hidden anyway. */
export function filteredOut(
  events: Iterable<RuleEvent>,
  { limits: { severities, hasPlaces, hasPlace }, nowMs }: { limits: WallLimits; nowMs: number },
): FilteredEvent[] {
  return [...events].filter((event) => event.is_active && !isHidden(event, nowMs)).map((event) => ({
    event,
    byPlace: hasPlaces && !hasPlace(event.plant_node_floc_id),
    bySeverity: severities.length > 0 && !severities.includes(event.severity),
  })).filter(({ byPlace, bySeverity }) => byPlace || bySeverity)
    .sort((a, b) => worstFirst(a.event, b.event));
}

/** "Critical and error", "Critical, error and warning". */
export function severitiesText(severities: readonly Severity[]): string {
  const names = severities.map((name) => severityInfo(name).title.toLowerCase());
  const last = names.pop() ?? "";
  const text = names.length === 0 ? last : `${names.join(", ")} and ${last}`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
