import { type EventKey, shelfHolds, shelfKey, type ShelfRecord } from "../../domain/event/shelf.ts";
import type { Ms } from "../../domain/shared/time.ts";

/** Has the evaluation actor woken at a time; the answer cancels that. */
export type WakeAt = (atMs: Ms) => () => void;

const NOTHING = () => {};

/** The shelved keys of a shard's instances, deployed or not, and the alarm for the one that ends first. */
export class Shelves {
  readonly #shelves = new Map<string, ShelfRecord>();
  /** The one that ends first. */
  #first: ShelfRecord | undefined;
  #wakeAt: WakeAt = () => NOTHING;
  #cancel = NOTHING;

  attach(wakeAt: WakeAt): void {
    this.#wakeAt = wakeAt;
    this.load([]);
  }

  /** Takes these shelves in place of all others. */
  load(shelves: ShelfRecord[]): void {
    this.#shelves.clear();
    for (const shelf of shelves) this.#shelves.set(shelfKey(shelf), shelf);
    this.arm();
  }

  put(shelf: ShelfRecord): void {
    this.#shelves.set(shelfKey(shelf), shelf);
    this.arm();
  }

  drop(key: EventKey): void {
    this.#shelves.delete(shelfKey(key));
    this.arm();
  }

  /** The shelf that holds a key at a moment. */
  of(key: EventKey, nowMs: Ms): ShelfRecord | undefined {
    const shelf = this.#shelves.get(shelfKey(key));
    return shelfHolds(shelf, nowMs) ? shelf : undefined;
  }

  /** The shelf that has been over the longest. */
  ended(nowMs: Ms): ShelfRecord | undefined {
    return shelfHolds(this.#first, nowMs) ? undefined : this.#first;
  }

  /** Sets the alarm anew. */
  arm(): void {
    this.#cancel();
    const first = [...this.#shelves.values()].reduce<ShelfRecord | undefined>(
      (earliest, shelf) => earliest === undefined || shelf.until < earliest.until ? shelf : earliest,
      undefined,
    );
    this.#first = first;
    this.#cancel = first === undefined ? NOTHING : this.#wakeAt(Date.parse(first.until));
  }
}
