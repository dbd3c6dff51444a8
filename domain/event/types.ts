import type { EventRecord } from "./schema.ts";
import type { Severity } from "./severity.ts";

export type { EventRecord } from "./schema.ts";
export { SEVERITIES, type Severity } from "./severity.ts";

export type CloseReason = NonNullable<EventRecord["close_reason"]>;
export type EventFlag = EventRecord["flags"][number];

/** A sample that decided an event: the stream's name, its value and its source time with the full fraction. */
export type TriggerSample = EventRecord["trigger"][number];

/** What a person may change in an event. */
export interface EventChange {
  event_description?: string;
  severity?: Severity;
  enrichment?: Record<string, string>;
  note?: string | null;
  is_active?: false;
}
