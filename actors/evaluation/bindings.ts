import type { AlikeInstances } from "../../domain/evaluation/deployment/alike_instances.ts";
import type { DeployedInstance } from "../../domain/evaluation/types.ts";
import type { BindingChange } from "./contract.ts";
import type { JournalEntry } from "./journal.ts";

/** How many deployed instances name each stream, and what the source has yet to hear of it. */
export class Bindings {
  readonly #instances = new Map<number, number>();
  readonly #changes = new Map<number, boolean>();

  add(instance: DeployedInstance): void {
    for (const { id } of instance.streams) this.#bind(id, 1);
  }

  /** The same for instances as columns. */
  addAlike({ like, slots, ids, streams }: AlikeInstances): void {
    for (const { id } of like.streams) if (!slots.includes(id)) this.#bind(id, ids.length);
    for (const id of streams) this.#bind(id, 1);
  }

  /** The streams (ids) that are named. */
  streams(): Iterable<number> {
    return this.#instances.keys();
  }

  #bind(stream: number, times: number): void {
    const count = this.#instances.get(stream) ?? 0;
    this.#instances.set(stream, count + times);
    if (count === 0) this.#changes.set(stream, true);
  }

  /** What a window looks at of a bound stream is yet to be read. */
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

  /** An instance is deployed otherwise: a stream of both is told nothing of. */
  exchange(before: DeployedInstance | undefined, after: DeployedInstance): void {
    this.add(after);
    if (before !== undefined) this.remove(before);
  }

  /** First reads of streams that nobody names: repeated later, they would tell old news of a new binding. */
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
