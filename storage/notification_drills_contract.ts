import type { Actor } from "../domain/access/types.ts";
import type { DrillRecord } from "../domain/event/drill.ts";
import type { EventRecord } from "../domain/event/types.ts";
import type { Page, PageRequest } from "./page.ts";

/** The rule of an instance that a drill stands for. */
export interface DrilledRule {
  instance_id: number;
  rule_id: string;
}

/** A drill: its event, and who started it. */
export interface StoredDrill extends Pick<DrillRecord, "started_by"> {
  event: EventRecord;
}

export interface DrillFilter {
  instanceId?: number;
  /** Only the last drill of each rule of the instance. */
  isLast?: boolean;
}

/** Drills: events that test whether people are reached. */
export interface NotificationDrills {
  /** The event that a drill would be, without an id. Throws VALIDATION_FAILED for a rule that is not deployed. */
  eventOf(rule: DrilledRule): EventRecord;
  /** The same, and RESOURCE_IN_USE while a drill of the rule runs. */
  start(rule: DrilledRule, by: Actor): Promise<StoredDrill>;
  /** Newest first, with the exact total. */
  list(filter: DrillFilter, page: PageRequest): Promise<Page<StoredDrill>>;
  /** Ends the drills that nobody answered in time; answers how many. */
  endOverdue(): Promise<number>;
}
