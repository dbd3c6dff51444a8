import type { DeployedInstance } from "../../domain/evaluation/types.ts";
import type { BindingChange } from "./contract.ts";
import type { JournalEntry } from "./journal.ts";

/** How many deployed instances name each stream, and what the source has yet to hear of it. */
export class Bindings {
  readonly #instances = new Map<number, number>();
  readonly #changes = new Map<number, boolean>();

  add(instance: DeployedInstance): void {
    for (const { id } of instance.streams) {
      const count = this.#instances.get(id) ?? 0;
      this.#instances.set(id, count + 1);
      if (count === 0) this.#changes.set(id, true);
    }
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
  dropUnboundReads(entries: JournalEntry[]): void {
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
