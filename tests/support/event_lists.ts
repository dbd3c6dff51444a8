import { type EventRecord, SEVERITIES } from "../../domain/event/types.ts";
import type { EventCommit } from "../../domain/shared/commit.ts";
import type { Storage } from "../../storage/contract.ts";
import type { EventFilter } from "../../storage/event_rows.ts";
import type { PageRequest } from "../../storage/page.ts";
import { joined } from "../../storage/writes/atomic_budget.ts";
import { forgetEvent } from "../../storage/writes/event.ts";
import { changedEvent, storedEvents } from "./stored_events.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const CATEGORIES = ["health", "energy", "quality", "maintenance", "safety"];

const NODES = 40;

/** The plant node of an instance; each twelfth has none. */
function nodeOf(instanceId: number): string | null {
  return instanceId % 12 === 0 ? null : `N${instanceId % NODES}`;
}

export interface PlantSize {
  instances: number;
  templates: number;
  /** How far back the events start. */
  days: number;
  nowMs: number;
}

/** Random events of a plant, and a store that receives each change. */
export class EventPlant {
  readonly records = new Map<number, EventRecord>();
  readonly #active = new Set<number>();
  #nextId = 1;

  constructor(readonly size: PlantSize, readonly random: () => number) {}

  pick(count: number): number {
    return Math.floor(this.random() * count);
  }

  /** A new event; some come together, as when a plant trips. */
  make(change: Partial<EventRecord> = {}): EventRecord {
    const id = this.#nextId++;
    const instance_id = 1 + this.pick(this.size.instances);
    const template_id = 1 + (instance_id % this.size.templates);
    const isActive = change.is_active ?? false;
    const startMs = this.size.nowMs - 1 - Math.floor(this.random() * this.size.days * DAY_MS);
    const start_time = change.start_time ?? new Date(startMs).toISOString();
    const end = isActive ? null : start_time;
    return {
      v: 1,
      id,
      event_name: `Pump ${instance_id} hot`,
      event_description: "",
      severity: SEVERITIES[this.pick(4)]!,
      is_active: isActive,
      start_time,
      activated_at: start_time,
      end_time: end,
      closed_at: end,
      recorded_at: start_time,
      close_reason: isActive ? null : "condition_cleared",
      enrichment: {},
      template_instance: `Pump ${instance_id}`,
      category: CATEGORIES[template_id % CATEGORIES.length]!,
      template_id,
      template_version: 1,
      instance_id,
      rule_id: `r${id}`,
      plant_node_floc_id: nodeOf(instance_id),
      acknowledged_at: this.pick(3) === 0 ? start_time : null,
      acknowledged_by: null,
      note: null,
      shelved_until: null,
      shelve_reason: null,
      data_state: "known",
      flags: [],
      revision: 1,
      trigger: [],
      onset: 0,
      deployment: 1,
      ...change,
    };
  }

  /** Takes up records that were put into `records` beside it. */
  adopt(): void {
    for (const { id, is_active } of this.records.values()) if (is_active) this.#active.add(id);
  }

  /** Stores new events, `atOnce` a commit. */
  async fill(
    { store }: Storage,
    { count, atOnce = 30, change = () => ({}) }: {
      count: number;
      atOnce?: number;
      change?: (i: number) => Partial<EventRecord>;
    },
  ): Promise<void> {
    for (let i = 0; i < count;) {
      const commits: Promise<unknown>[] = [];
      for (let lane = 1; lane <= 4 && i < count; lane++) {
        const events: EventCommit[] = [];
        for (let n = 0; n < atOnce && i < count; n++, i++) events.push(this.#opened(change(i)));
        commits.push(store.commit(joined(events), lane));
      }
      await Promise.all(commits);
    }
  }

  /** Opens, closes, changes or removes one event by chance; the promise ends with its commit. */
  async stir({ store }: Storage): Promise<void> {
    const { ok } = await store.commit(this.#change(), 1);
    if (!ok) throw new Error("A change was refused");
  }

  /** Closes an active event; false when none is left. */
  async closeOne({ store }: Storage, lane: number): Promise<boolean> {
    const [id] = this.#active;
    const before = this.records.get(id ?? -1);
    if (before === undefined) return false;
    await store.commit(this.#saved(before, this.#closed(before)), lane);
    return true;
  }

  #change(): EventCommit {
    const roll = this.random();
    const activeId = [...this.#active][this.pick(this.#active.size)];
    if (roll < 0.4 || activeId === undefined) {
      const start_time = new Date(this.size.nowMs - this.pick(DAY_MS)).toISOString();
      return this.#opened({ is_active: true, start_time });
    }
    const before = this.records.get(roll < 0.85 ? activeId : 1 + this.pick(this.#nextId - 1));
    if (before === undefined) return this.#opened({});
    if (roll < 0.8) return this.#saved(before, this.#closed(before));
    if (roll < 0.95) return this.#saved(before, { ...before, severity: SEVERITIES[this.pick(4)]! });
    this.records.delete(before.id);
    this.#active.delete(before.id);
    return forgetEvent(before);
  }

  #opened(change: Partial<EventRecord>): EventCommit {
    const record = this.make(change);
    this.records.set(record.id, record);
    if (record.is_active) this.#active.add(record.id);
    return storedEvents(record);
  }

  #closed(before: EventRecord): EventRecord {
    const at = new Date(this.size.nowMs).toISOString();
    return { ...before, is_active: false, end_time: at, closed_at: at, close_reason: "manual" };
  }

  #saved(before: EventRecord, after: EventRecord): EventCommit {
    this.records.set(after.id, after);
    if (!after.is_active) this.#active.delete(after.id);
    return changedEvent(before, after);
  }

  /** A filter by hours, severity, activity and at most one of category, template, instance and plant nodes. */
  filter(): EventFilter {
    const filter: EventFilter = {};
    const hours = [0.1, 1, 24, 24 * 7, 24 * 100, 8_760][this.pick(6)]! * (0.5 + this.random() / 2);
    if (this.pick(4) > 0) filter.sinceMs = this.size.nowMs - Math.round(hours * HOUR_MS);
    if (this.pick(2) === 0) filter.severity = SEVERITIES[this.pick(4)];
    if (this.pick(3) > 0) filter.is_active = this.pick(3) === 0;
    const scope = this.pick(5);
    if (scope === 1) filter.category = CATEGORIES[this.pick(CATEGORIES.length)];
    if (scope === 2) filter.template_id = 1 + this.pick(this.size.templates);
    if (scope === 3) filter.instance_id = 1 + this.pick(this.size.instances);
    if (scope === 4) filter.places = new Set(Array.from({ length: 1 + this.pick(20) }, () => this.#node()));
    return filter;
  }

  /** A plant node, seldom one without events. */
  #node(): string {
    return `N${this.pick(NODES + 2)}`;
  }

  /** The first page, the last, one beyond, or any other. */
  page(total: number): PageRequest {
    const limit = [1, 7, 50, 300, 1_000][this.pick(5)]!;
    const offset = [
      0,
      this.pick(total + 1),
      this.pick(total + 1),
      Math.max(0, total - limit),
      total,
    ][this.pick(5)]!;
    return { limit, offset };
  }
}

/** What a list must be: every event looked at. `hours` are cut to the whole minute. */
export function bruteForce(records: Iterable<EventRecord>, filter: EventFilter): EventRecord[] {
  const { sinceMs = -Infinity, category, severity, is_active, template_id, instance_id } = filter;
  const fromMs = Math.floor(sinceMs / MINUTE_MS) * MINUTE_MS;
  const found: { record: EventRecord; startMs: number }[] = [];
  for (const record of records) {
    if (is_active !== undefined && record.is_active !== is_active) continue;
    if (category !== undefined && record.category !== category) continue;
    if (severity !== undefined && record.severity !== severity) continue;
    if (template_id !== undefined && record.template_id !== template_id) continue;
    if (instance_id !== undefined && record.instance_id !== instance_id) continue;
    if (filter.places !== undefined && !filter.places.has(record.plant_node_floc_id ?? "")) continue;
    if (filter.acknowledged !== undefined && (record.acknowledged_at !== null) !== filter.acknowledged) {
      continue;
    }
    const startMs = Date.parse(record.start_time);
    if (record.is_active || startMs >= fromMs) found.push({ record, startMs });
  }
  found.sort((a, b) => b.startMs - a.startMs || b.record.id - a.record.id);
  return found.map(({ record }) => record);
}
