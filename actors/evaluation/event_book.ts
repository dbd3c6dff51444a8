import type { EventRecord } from "../../domain/event/types.ts";
import { identityKey, type OpenedEvent } from "./journal.ts";

/** An open event: its record, or null when a person has deleted it (its rule still runs, see a replay). */
export interface OpenEvent {
  id: number;
  record: EventRecord | null;
  /** After a restart: the engine has come to it again. */
  isMet?: boolean;
}

type Identity = Omit<OpenedEvent, "eventId">;

/** The events of a shard: those that are open, and those that an earlier run of the same instants has written. */
export class EventBook {
  /** By instance, then rule. */
  readonly #open = new Map<number, Map<string, OpenEvent>>();
  readonly #known = new Map<string, OpenEvent>();
  /** The same by instance: what is active in the store before the replay has come to it. */
  readonly #knownOf = new Map<number, OpenEvent[]>();

  /** The open events of an instance by rule, to be changed in place. */
  openOf(instanceId: number): Map<string, OpenEvent> {
    let events = this.#open.get(instanceId);
    if (events === undefined) this.#open.set(instanceId, events = new Map());
    return events;
  }

  /** The open events by instance, then rule. */
  open(): Iterable<[number, ReadonlyMap<string, OpenEvent>]> {
    return this.#open;
  }

  /** The instance is not deployed any more. */
  drop(instanceId: number): void {
    this.#open.delete(instanceId);
  }

  /** The events of an instance's deployment that are active in the store. */
  activeOf(instanceId: number, deployment: number | undefined): EventRecord[] {
    const open = this.#open.get(instanceId)?.values() ?? [];
    const events = new Set([...this.knownOf(instanceId), ...open]);
    return [...events].flatMap(({ record }) =>
      record?.is_active && record.deployment === deployment ? [record] : []
    );
  }

  /** An event that an earlier run of the same instants has written. */
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

  /** Events of an instance that an earlier run has written. */
  knownOf(instanceId: number): readonly OpenEvent[] {
    return this.#knownOf.get(instanceId) ?? [];
  }

  /** The same by instance. */
  allKnown(): Iterable<[number, readonly OpenEvent[]]> {
    return this.#knownOf;
  }

  /** After a generation is stored the engine never comes to these events again. */
  forgetKnownIdentities(): void {
    this.#known.clear();
  }

  /** The one object that stands for an event: it is an open one, a known one, or both. */
  of(record: EventRecord): OpenEvent {
    const open = this.#open.get(record.instance_id)?.get(record.rule_id);
    const known = this.knownOf(record.instance_id).find(({ id }) => id === record.id);
    const event = known ?? (open?.id === record.id ? open : { id: record.id, record });
    event.record = record;
    return event;
  }

  /** An event's record was written anew. */
  changed(record: EventRecord): void {
    const open = this.#open.get(record.instance_id)?.get(record.rule_id);
    if (open?.id === record.id) open.record = record;
    for (const known of this.knownOf(record.instance_id)) {
      if (known.id === record.id) known.record = record;
    }
  }
}
