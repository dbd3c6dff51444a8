import type { RuleEvent } from "../api/client.ts";
import type { Selection, Shown } from "../parts/selection.ts";

/** The events under one row or tile, as they were on the screen. */
export type EventGroup = readonly RuleEvent[];
export type ShownEvents = Shown<EventGroup>;
export type ChosenEvents = Selection<EventGroup>;
