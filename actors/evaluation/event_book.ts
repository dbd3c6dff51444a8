import type { EventRecord } from "../../domain/event/types.ts";
import { identityKey, type OpenedEvent } from "./journal.ts";

/** An open event: its record, or null when a person has deleted it while its rule is still active. */
export interface OpenEvent {
  id: number;
  record: EventRecord | null;
  /** After a restart: the replay has reproduced it. */
  isReproduced?: boolean;
}

type Identity = Omit<OpenedEvent, "eventId">;

/** The events of a shard: open ones, and known ones, which an earlier run of the same instants has written. */
export class EventBook {
  /** By instance, then rule. */
  readonly #open = new Map<number, Map<string, OpenEvent>>();
  readonly #known = new Map<string, OpenEvent>();
  /** Known events by instance. */
  readonly #knownOf = new Map<number, OpenEvent[]>();

  /** The open events of an instance by rule; callers may modify the map. */
  openOf(instanceId: number): Map<string, OpenEvent> {
    let events = this.#open.get(instanceId);
    if (events === undefined) this.#open.set(instanceId, events = new Map());
    return events;
  }

  /** The open events by instance, then rule. */
  open(): Iterable<[number, ReadonlyMap<string, OpenEvent>]> {
    return this.#open;
  }

  /** Drops the open events of an undeployed instance. */
  drop(instanceId: number): void {
    this.#open.delete(instanceId);
  }

  /** The stored active events of an instance's deployment. */
  activeOf(instanceId: number, deployment: number | undefined): EventRecord[] {
    const open = this.#open.get(instanceId)?.values() ?? [];
    const events = new Set([...this.knownOf(instanceId), ...open]);
    return [...events].flatMap(({ record }) =>
      record?.is_active && record.deployment === deployment ? [record] : []
    );
  }

  /** Adds an event that an earlier run of the same instants has written. */
  keepKnown(identity: Identity, event: OpenEvent): void {
    this.#known.set(identityKey(identity), event);
    if (this.knownOf(identity.instanceId).includes(event)) return;
    const known = this.#knownOf.get(identity.instanceId);
    if (known === undefined) this.#knownOf.set(identity.instanceId, [event]);
    else known.push(event);
  }

  known(identity: Identity): OpenEvent | undefined {
    return this.#known.get(identityKey(identity));
  }

  /** The known events of an instance. */
  knownOf(instanceId: number): readonly OpenEvent[] {
    return this.#knownOf.get(instanceId) ?? [];
  }

  /** The known events by instance. */
  allKnown(): Iterable<[number, readonly OpenEvent[]]> {
    return this.#knownOf;
  }

  /** Called after a generation is stored: no replay reproduces these events again. */
  forgetKnownIdentities(): void {
    this.#known.clear();
  }

  /** The shared object of an event, whether it is open, known or both. */
  of(record: EventRecord): OpenEvent {
    const open = this.#open.get(record.instance_id)?.get(record.rule_id);
    const known = this.knownOf(record.instance_id).find(({ id }) => id === record.id);
    const event = known ?? (open?.id === record.id ? open : { id: record.id, record });
    event.record = record;
    return event;
  }

  /** Replaces the record of an event. */
  changed(record: EventRecord): void {
    const open = this.#open.get(record.instance_id)?.get(record.rule_id);
    if (open?.id === record.id) open.record = record;
    for (const known of this.knownOf(record.instance_id)) {
      if (known.id === record.id) known.record = record;
    }
  }
}
