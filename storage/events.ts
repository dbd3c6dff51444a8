import type { EventRecord } from "../domain/event/types.ts";
import type { Entry } from "../domain/shared/commit.ts";
import type { EventFilter, Events, Page, PageRequest } from "./contract.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { NounContext } from "./write.ts";
import { type EventIndexValue, startMsOf } from "./writes/event.ts";

/** Rule events: the active ones from memory, all others by the index of their starts. */
export class EventStore implements Events {
  constructor(readonly context: NounContext, readonly mirrors: Mirrors) {}

  active(): EventRecord[] {
    return this.mirrors.activeEvents.list().toReversed();
  }

  async get(id: number): Promise<EventRecord | undefined> {
    const active = this.mirrors.activeEvents.get(id);
    if (active !== undefined) return active;
    const entry = await this.context.store.get(keys.event(id));
    return entry && kinds.event.read(entry.value);
  }

  /** Newest start first, then id. The total counts every event that fits, on whatever page. */
  async list(filter: EventFilter, { limit, offset }: PageRequest): Promise<Page<EventRecord>> {
    if (filter.is_active === true) {
      const rows = this.active().filter((event) => fits(event, filter));
      return { rows: rows.slice(offset, offset + limit), total: rows.length };
    }
    const ids = [...await this.#idsByStart(filter), ...this.#idsOfOlder(filter)];
    const rows = await this.#records(ids.slice(offset, offset + limit));
    return { rows, total: ids.length };
  }

  async #idsByStart(filter: EventFilter): Promise<number[]> {
    const prefix = keys.eventByStart(0, 0).slice(0, 1);
    const start = filter.sinceMs === undefined ? undefined : [...prefix, filter.sinceMs];
    const entries = await this.context.store.list<EventIndexValue>({ prefix, start, reverse: true });
    return entries.filter(({ value }) => fits(value, filter)).map(({ key }) => Number(key[2]));
  }

  /** What started before the asked time and is active still: all of it is in memory, and older than all others. */
  #idsOfOlder(filter: EventFilter): number[] {
    const { sinceMs } = filter;
    if (sinceMs === undefined) return [];
    const older = this.active().filter((event) => startMsOf(event) < sinceMs && fits(event, filter));
    return older.map((event) => event.id);
  }

  async #records(ids: number[]): Promise<EventRecord[]> {
    const entries: (Entry | undefined)[] = await this.context.store.getMany(ids.map((id) => keys.event(id)));
    return entries.flatMap((entry) => entry === undefined ? [] : [kinds.event.read(entry.value)]);
  }
}

function fits(event: Omit<EventIndexValue, "v">, filter: EventFilter): boolean {
  const { category, severity, is_active, template_id, instance_id } = filter;
  return (category === undefined || event.category === category) &&
    (severity === undefined || event.severity === severity) &&
    (is_active === undefined || event.is_active === is_active) &&
    (template_id === undefined || event.template_id === template_id) &&
    (instance_id === undefined || event.instance_id === instance_id);
}
