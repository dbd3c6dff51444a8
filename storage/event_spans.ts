import { type EventFact, factOf } from "../domain/event/fact.ts";
import type { EventRecord } from "../domain/event/types.ts";
import { invalid } from "../domain/shared/refusal.ts";
import type { Ms } from "../domain/shared/time.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { NounContext } from "./write.ts";
import type { EventEndValue } from "./writes/event_end.ts";

/** The most closed events of one query. */
const MOST_CLOSED = 100_000;

/** Events by when they were active: the active ones from memory, the closed ones by the index of their ends. */
export class EventSpans {
  constructor(
    readonly context: Pick<NounContext, "store">,
    readonly mirrors: Pick<Mirrors, "activeEvents">,
    readonly mostClosed = MOST_CLOSED,
  ) {}

  /**
   * Events active at any time since then, newest start first, then id. VALIDATION_FAILED (path `hours`) when more than
   * 100,000 of them are closed. Active events are read first: one that closes meanwhile is read twice, not missed, and
   * counts as closed.
   */
  async since(sinceMs: Ms): Promise<EventFact[]> {
    const facts = new Map(this.mirrors.activeEvents.list().map((event) => [event.id, factOf(event)]));
    for (const closed of await this.#closedSince(sinceMs)) facts.set(closed.id, eventFactOf(closed));
    return [...facts.values()].sort((a, b) => b.start_ms - a.start_ms || b.id - a.id);
  }

  /** The records of events, in the order of the ids; deleted ones are omitted. */
  async records(ids: number[]): Promise<EventRecord[]> {
    const entries = await this.context.store.getMany(ids.map((id) => keys.event(id)));
    return entries.flatMap((entry) => entry === undefined ? [] : [kinds.event.read(entry.value)]);
  }

  async #closedSince(sinceMs: Ms): Promise<EventEndValue[]> {
    const prefix = keys.eventByEnd(0, 0).slice(0, 1);
    const entries = await this.context.store.list<EventEndValue>({
      prefix,
      start: [...prefix, sinceMs],
      limit: this.mostClosed + 1,
    });
    if (entries.length > this.mostClosed) throw tooMany(this.mostClosed);
    return entries.map((entry) => entry.value);
  }
}

function eventFactOf(closed: EventEndValue): EventFact {
  const { id, start_ms, end_ms, severity, category, template_id, instance_id, rule_id, plant_node_floc_id } =
    closed;
  return { id, start_ms, end_ms, severity, category, template_id, instance_id, rule_id, plant_node_floc_id };
}

function tooMany(most: number): Error {
  const message = `More than ${most} events were active in that time; ask for fewer hours`;
  return invalid("hours", message);
}
