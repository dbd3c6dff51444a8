import type { AlikeInstances } from "../../domain/evaluation/deployment/alike_instances.ts";
import type { DeployedInstance } from "../../domain/evaluation/types.ts";
import type { BindingChange } from "./contract.ts";
import type { JournalEntry } from "./journal.ts";

/** Counts the deployed instances of each stream, and collects changes for the source. */
export class Bindings {
  readonly #instances = new Map<number, number>();
  readonly #changes = new Map<number, boolean>();

  add(instance: DeployedInstance): void {
    for (const { id } of instance.streams) this.#bind(id, 1);
  }

  /** Adds instances stored as columns. */
  addAlike({ like, slots, ids, streams }: AlikeInstances): void {
    for (const { id } of like.streams) if (!slots.includes(id)) this.#bind(id, ids.length);
    for (const id of streams) this.#bind(id, 1);
  }

  /** The ids of all bound streams. */
  streams(): Iterable<number> {
    return this.#instances.keys();
  }

  #bind(stream: number, times: number): void {
    const count = this.#instances.get(stream) ?? 0;
    this.#instances.set(stream, count + times);
    if (count === 0) this.#changes.set(stream, true);
  }

  /** Requests a read of a bound stream's past, which a window needs. */
  wantRead(stream: number): void {
    if (this.#instances.has(stream)) this.#changes.set(stream, true);
  }

  remove(instance: DeployedInstance): void {
    for (const { id } of instance.streams) {
      const count = this.#instances.get(id) ?? 0;
      if (count > 1) this.#instances.set(id, count - 1);
      else if (this.#instances.delete(id)) this.#changes.set(id, false);
    }
  }

  /** Replaces an instance's bindings. Streams in both cause no change. */
  exchange(before: DeployedInstance | undefined, after: DeployedInstance): void {
    this.add(after);
    if (before !== undefined) this.remove(before);
  }

  /** Drops first reads of unbound streams: repeated later, they would give a new binding outdated values. */
  dropUnboundReads(entries: readonly JournalEntry[]): void {
    for (const entry of entries) {
      if (entry.kind !== "first_read") continue;
      entry.reads = entry.reads.filter((read) => this.#instances.has(read.stream));
    }
  }

  takeChanges(): BindingChange[] {
    const changes = [...this.#changes].map(([stream, bound]) => ({ stream, bound }));
    this.#changes.clear();
    return changes;
  }
}
