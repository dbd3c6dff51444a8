import { lostSourceOf, OWN_ID } from "../domain/event/own_event.ts";
import type { EventRecord } from "../domain/event/types.ts";
import type { Span } from "../domain/coverage/spans.ts";
import { DEFAULT_SOURCE } from "../domain/source/types.ts";
import type { AnyMutation, Key } from "../domain/shared/commit.ts";
import type { Ms } from "../domain/shared/time.ts";
import { closedPositions } from "./closed_events.ts";
import { keys } from "./keys.ts";
import { kinds } from "./kinds.ts";
import type { Mirrors } from "./mirrors.ts";
import type { NounContext } from "./write.ts";
import { scopes } from "./writes/event_index.ts";

/** The most losses of the source that are kept, the newest. */
const MOST_LOSSES = 1_000;

/** When a source was lost. */
export interface LostSpan extends Span {
  source: number;
}

export interface OutageLists {
  lost: LostSpan[];
  stopped: Span[];
}

interface StoppedValue {
  v: 1;
  from_ms: Ms;
}

/** When nothing was evaluated: a source was lost, according to its events, or Andon did not run. */
export class Outages {
  /** Closed losses by event id, and stops by their end. */
  readonly #lost = new Map<number, LostSpan>();
  readonly #stopped = new Map<Ms, Span>();

  private constructor(
    readonly context: Pick<NounContext, "store">,
    readonly mirrors: Pick<Mirrors, "activeEvents">,
  ) {}

  /** Reads the outages that ended since an instant, and follows the store from then on. */
  static async open(
    context: Pick<NounContext, "store">,
    { mirrors, sinceMs }: { mirrors: Pick<Mirrors, "activeEvents">; sinceMs: Ms },
  ): Promise<Outages> {
    const spans = new Outages(context, mirrors);
    context.store.onCommit((mutations) => spans.#follow(mutations));
    for (const { key, value } of await spans.#readStops(sinceMs)) {
      spans.#stopped.set(Number(key[1]), stopOf(key, value));
    }
    for (const record of await spans.#readLosses()) spans.#add(record, sinceMs);
    return spans;
  }

  /** Recent outages, and a loss that is still active. */
  recent(nowMs: Ms): OutageLists {
    return { lost: [...this.#lost.values(), ...this.#present(nowMs)], stopped: [...this.#stopped.values()] };
  }

  /** Outages that ended since an instant, and a loss that is still active. */
  async since(sinceMs: Ms, nowMs: Ms): Promise<OutageLists> {
    const losses = (await this.#readLosses()).flatMap(spanOf);
    const stops = await this.#readStops(sinceMs);
    return {
      lost: [...losses, ...this.#present(nowMs)],
      stopped: stops.map(({ key, value }) => stopOf(key, value)),
    };
  }

  #present(nowMs: Ms): LostSpan[] {
    return this.mirrors.activeEvents.list().filter(isLoss).map(({ rule_id, start_time }) => ({
      source: lostSourceOf(rule_id) ?? DEFAULT_SOURCE,
      fromMs: Date.parse(start_time),
      toMs: nowMs,
    }));
  }

  #readStops(sinceMs: Ms) {
    const prefix = keys.stopped(0).slice(0, 1);
    return this.context.store.list<StoppedValue>({ prefix, start: keys.stopped(sinceMs) });
  }

  async #readLosses(): Promise<EventRecord[]> {
    const { store } = this.context;
    const list = { scopes: [scopes.instance(OWN_ID)] };
    const positions = await closedPositions(store, list, { fromMs: -Infinity, limit: MOST_LOSSES });
    const entries = await store.getMany(positions.map(({ id }) => keys.event(id)));
    return entries.flatMap((entry) => entry === undefined ? [] : [kinds.event.read(entry.value)]).filter(
      isLoss,
    );
  }

  #follow(mutations: readonly AnyMutation[]): void {
    for (const mutation of mutations) {
      const [prefix, id] = mutation.key;
      if (prefix === "stopped" && mutation.type === "set") {
        this.#stopped.set(Number(id), stopOf(mutation.key, asStopped(mutation.value)));
      }
      if (prefix !== "event") continue;
      this.#lost.delete(Number(id));
      if (mutation.type === "set" && isOwn(mutation.value)) {
        this.#add(kinds.event.read(mutation.value), -Infinity);
      }
    }
  }

  #add(record: EventRecord, sinceMs: Ms): void {
    for (const span of isLoss(record) ? spanOf(record) : []) {
      if (span.toMs >= sinceMs) this.#lost.set(record.id, span);
      if (this.#lost.size > MOST_LOSSES) this.#lost.delete(this.#lost.keys().next().value!);
    }
  }
}

/** A cheap filter: few of the written events are Andon's own. */
function isOwn(value: unknown): boolean {
  return typeof value === "object" && value !== null && "instance_id" in value &&
    value.instance_id === OWN_ID;
}

function isLoss({ instance_id, rule_id }: EventRecord): boolean {
  return instance_id === OWN_ID && lostSourceOf(rule_id) !== undefined;
}

/** The span of a closed loss. */
function spanOf({ rule_id, is_active, start_time, end_time }: EventRecord): LostSpan[] {
  if (is_active || end_time === null) return [];
  return [{
    source: lostSourceOf(rule_id) ?? DEFAULT_SOURCE,
    fromMs: Date.parse(start_time),
    toMs: Date.parse(end_time),
  }];
}

function stopOf(key: Key, { from_ms }: StoppedValue): Span {
  return { fromMs: from_ms, toMs: Number(key[1]) };
}

/** Only `began()` writes these entries. */
function asStopped(value: unknown): StoppedValue {
  return value as StoppedValue;
}
